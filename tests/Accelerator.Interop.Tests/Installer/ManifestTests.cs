using System.Xml.Linq;

namespace Accelerator.Interop.Tests.Installer;

/// <summary>
/// The files for winget, Scoop and Chocolatey have what the published schemas require. The schemas themselves are not in the repository;
/// the rules here are those of winget 1.6.0, Scoop's schema.json and NuGet's nuspec.xsd.
/// </summary>
public sealed class ManifestTests : RealTests
{
    private const string Release = "https://ftp.example.org/accelerator/9.8.7";
    private const string Project = "https://ftp.example.org/accelerator";
    private const string Version = "9.8.7";

    private static readonly Dictionary<string, string[]> WingetRequires = new()
    {
        ["version"] = ["PackageIdentifier", "PackageVersion", "DefaultLocale", "ManifestType", "ManifestVersion"],
        ["installer"] = ["PackageIdentifier", "PackageVersion", "Installers", "ManifestType", "ManifestVersion"],
        ["defaultLocale"] =
        [
            "PackageIdentifier", "PackageVersion", "PackageLocale", "Publisher", "PackageName", "License", "ShortDescription", "ManifestType", "ManifestVersion",
        ],
    };

    private string Msi => Folder.File($"Accelerator-{Version}-x64.msi");

    private string Zip => Folder.File($"Accelerator-{Version}-x64.zip");

    [ServerFact("wixl", "msibuild", "msiinfo")]
    public async Task The_manifests_have_what_the_schemas_require_and_the_hashes_of_the_packages()
    {
        await MakeAsync();
        CheckWinget();
        CheckScoop();
        CheckChocolatey();
    }

    [ServerFact("wixl", "msibuild", "msiinfo")]
    public async Task A_missing_package_and_an_address_that_needs_quotes_are_refused()
    {
        var end = await ManifestsAsync(Release);
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("run installer/build first", end.Error, StringComparison.Ordinal);
        await File.WriteAllTextAsync(Msi, "", Token);
        await File.WriteAllTextAsync(Zip, "", Token);
        Assert.Contains("is not an https:// URL", (await ManifestsAsync("https://h/'; x")).Error, StringComparison.Ordinal);
    }

    private void CheckWinget()
    {
        var folder = Folder.File($"manifests/winget/manifests/a/AcceleratorContributors/Accelerator/{Version}");
        var files = Directory.GetFiles(folder, "AcceleratorContributors.Accelerator*.yaml").Select(File.ReadAllText).ToDictionary(text => Value(text, "ManifestType"));
        Assert.Equal(WingetRequires.Keys.Order(), files.Keys.Order());
        foreach (var (kind, text) in files)
        {
            Assert.All(WingetRequires[kind], key => Assert.Matches($"(?m)^{key}:", text));
            Assert.Contains($"https://aka.ms/winget-manifest.{kind}.1.6.0.schema.json", text, StringComparison.Ordinal);
            Assert.Equal(("AcceleratorContributors.Accelerator", Version, "1.6.0"), (Value(text, "PackageIdentifier"), Value(text, "PackageVersion"), Value(text, "ManifestVersion")));
        }
        var installer = files["installer"];
        Assert.Equal(("x64", "msi", "machine", "elevationRequired"), (Value(installer, "- Architecture"), Value(installer, "InstallerType"), Value(installer, "Scope"), Value(installer, "ElevationRequirement")));
        Assert.Equal($"{Release}/{Path.GetFileName(Msi)}", Value(installer, "  InstallerUrl"));
        Assert.Equal(Packages.Hash(Msi), Value(installer, "  InstallerSha256"), ignoreCase: true);
        Assert.Matches(@"^'\{[0-9A-F-]{36}\}'$", Value(installer, "ProductCode"));
        Assert.InRange(Value(files["defaultLocale"], "ShortDescription").Length, 3, 256);
    }

    private void CheckScoop()
    {
        using var json = JsonDocument.Parse(File.ReadAllText(Folder.File("manifests/scoop/ftpx.json")));
        var root = json.RootElement;
        // The schema allows no other members.
        Assert.Equal(["architecture", "bin", "description", "homepage", "license", "notes", "version"], root.EnumerateObject().Select(member => member.Name).Order(StringComparer.Ordinal));
        Assert.Equal((Version, "MIT"), (root.GetProperty("version").GetString(), root.GetProperty("license").GetString()));
        var package = root.GetProperty("architecture").GetProperty("64bit");
        Assert.Equal(["extract_dir", "hash", "url"], package.EnumerateObject().Select(member => member.Name).Order(StringComparer.Ordinal));
        Assert.Equal(Packages.Hash(Zip), package.GetProperty("hash").GetString());
        Assert.Equal($"{Release}/{Path.GetFileName(Zip)}", package.GetProperty("url").GetString());
        using var zip = System.IO.Compression.ZipFile.OpenRead(Zip);
        Assert.Contains(zip.Entries, entry => entry.FullName == $"{package.GetProperty("extract_dir").GetString()}/{root.GetProperty("bin").GetString()}");
    }

    private void CheckChocolatey()
    {
        var document = XDocument.Load(Folder.File("manifests/chocolatey/ftpx.nuspec"));
        var values = document.Root!.Elements().First().Elements().ToDictionary(element => element.Name.LocalName, element => element.Value);
        Assert.All((string[])["id", "version", "description", "authors"], name => Assert.NotEqual("", values[name]));
        Assert.Equal(("ftpx", Version, Project), (values["id"], values["version"], values["projectUrl"]));
        var script = File.ReadAllText(Folder.File("manifests/chocolatey/tools/chocolateyinstall.ps1"));
        Assert.Contains($"'{Release}/{Path.GetFileName(Msi)}'", script, StringComparison.Ordinal);
        Assert.Contains($"'{Packages.Hash(Msi).ToUpperInvariant()}'", script, StringComparison.Ordinal);
        Assert.Contains("checksumType64 = 'sha256'", script, StringComparison.Ordinal);
    }

    // Packages of two small files in place of the programs.
    private async Task MakeAsync()
    {
        var stage = Directory.CreateDirectory(Folder.File("stage")).FullName;
        foreach (var name in (string[])["ftpx.exe", "ftpxd.exe"]) await File.WriteAllTextAsync(Path.Combine(stage, name), name, Token);
        (await Packages.ScriptAsync("make-msi", [stage, Version, Msi], Token)).Expect();
        (await Packages.ScriptAsync("make-zip", [stage, $"Accelerator-{Version}", Zip], Token)).Expect();
        (await ManifestsAsync(Release + "/")).Expect();
    }

    private Task<ProgramEnd> ManifestsAsync(string release) => Packages.ScriptAsync("make-manifests", [Msi, Zip, release, Project, Folder.File("manifests")], Token);

    private static string Value(string text, string key) => Regex.Match(text, $"(?m)^{key}: (.+)$").Groups[1].Value;
}
