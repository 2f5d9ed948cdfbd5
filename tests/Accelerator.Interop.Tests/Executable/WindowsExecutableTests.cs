using System.Buffers.Binary;
using System.Xml.Linq;

namespace Accelerator.Interop.Tests.Executable;

/// <summary>The parts of <c>ftpx.exe</c> that Windows reads before it runs: manifest, icon, version.</summary>
public sealed class WindowsExecutableTests
{
    private static readonly byte[] Png = [0x89, (byte)'P', (byte)'N', (byte)'G'];

    [ServerFact("wine")]
    public void The_manifest_asks_for_no_elevation_and_for_long_paths_and_UTF8()
    {
        var manifest = XDocument.Parse(Published().ReadManifest());

        Assert.Equal("asInvoker", Element("requestedExecutionLevel").Attribute("level")!.Value);
        Assert.Equal("false", Element("requestedExecutionLevel").Attribute("uiAccess")!.Value);
        Assert.Equal("{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}", Element("supportedOS").Attribute("Id")!.Value);
        Assert.Equal(("true", "http://schemas.microsoft.com/SMI/2016/WindowsSettings"), Setting("longPathAware"));
        Assert.Equal(("UTF-8", "http://schemas.microsoft.com/SMI/2019/WindowsSettings"), Setting("activeCodePage"));

        XElement Element(string name) => Assert.Single(manifest.Descendants(), element => element.Name.LocalName == name);
        // Windows knows a setting by its namespace: in another it is left out without a word.
        (string Value, string Namespace) Setting(string name) => (Element(name).Value, Element(name).Name.NamespaceName);
    }

    [ServerFact("wine")]
    public void The_icon_has_every_size_that_Windows_shows()
    {
        var icon = Published().ReadIcon();
        Assert.Equal([16, 20, 24, 32, 48, 64, 256], icon.Select(image => image.Edge));
        Assert.All(icon, image => Assert.Equal(32, image.Bits));
        Assert.All(icon, image => Assert.Equal(image.Edge, WidthOf(image.Content)));
    }

    [ServerFact("wine")]
    public void The_version_names_product_maker_and_commit()
    {
        var version = Published().ReadVersion();
        Assert.Equal("Accelerator", version["ProductName"]);
        Assert.Equal("The Accelerator contributors", version["CompanyName"]);
        Assert.Equal("ftpx, FTP in many streams", version["FileDescription"]);
        Assert.Equal("Copyright (c) 2026 The Accelerator contributors", version["LegalCopyright"]);
        Assert.Matches(@"^\d+\.\d+\.\d+\.0$", version["FileVersion"]);
        Assert.Matches(@"^\d+\.\d+\.\d+\+[0-9a-f]{40}$", version["ProductVersion"]);
    }

    // A PNG, or a bitmap behind its header.
    private static int WidthOf(byte[] image) =>
        image.AsSpan().StartsWith(Png) ? BinaryPrimitives.ReadInt32BigEndian(image.AsSpan(16)) : BinaryPrimitives.ReadInt32LittleEndian(image.AsSpan(4));

    private static PeResources Published() => PeResources.Read(WindowsBuild.Shipped.Require());
}
