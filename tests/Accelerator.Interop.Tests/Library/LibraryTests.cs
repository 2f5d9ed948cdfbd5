using System.IO.Compression;
using System.Xml.Linq;

namespace Accelerator.Interop.Tests.Library;

/// <summary>The engine as a package, referenced as an external consumer would reference it.</summary>
[UnsupportedOSPlatform("windows")]
public sealed partial class LibraryTests(PackedLibrary library) : RealTests, IClassFixture<PackedLibrary>
{
    [ServerFact("vsftpd")]
    public async Task The_sample_of_the_page_fetches_a_file_with_the_package_alone()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(15));
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        var hash = await server.PutAsync("pub/big.bin", 20_000_003, 1, deadline.Token);
        var version = await library.VersionAsync();
        var sample = Directory.CreateDirectory(Path.Combine(Folder.Path, "sample")).FullName;
        await WriteAsync(sample, "Program.cs", Sample().Replace("ftp.example.org", $"{server.Host}:{server.Port}", StringComparison.Ordinal));
        await WriteAsync(sample, "Sample.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><Nullable>enable</Nullable><ImplicitUsings>enable</ImplicitUsings><RollForward>Major</RollForward>
                <RestorePackagesPath>../restored</RestorePackagesPath><RestoreAdditionalProjectSources>{library.Folder}</RestoreAdditionalProjectSources>
              </PropertyGroup>
              <ItemGroup><PackageReference Include="Accelerator.Engine" Version="[{version}]" /></ItemGroup>
            </Project>
            """);

        await PackedLibrary.DotnetAsync(sample, ["build", "-c", "Release", "-v", "quiet", "--nologo", "-warnaserror"], deadline.Token);
        var end = await PackedLibrary.DotnetAsync(sample, ["bin/Release/net8.0/Sample.dll"], deadline.Token);

        Assert.Contains("big.bin", end.Output);
        Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(sample, "big.bin"), deadline.Token));
        Assert.True(server.Commands().Count(command => command.StartsWith("RETR", StringComparison.Ordinal)) > 1, "One stream has fetched it.");
        Assert.Equal(["Program.cs", "Sample.csproj", "big.bin"], Directory.EnumerateFiles(sample).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
    }

    [ServerFact("vsftpd")]
    public async Task The_packages_hold_a_library_its_documentation_and_nothing_that_was_only_needed_to_build_it()
    {
        var version = await library.VersionAsync();
        foreach (var name in PackedLibrary.Names)
        {
            using var package = ZipFile.OpenRead(Path.Combine(library.Folder, $"{name}.{version}.nupkg"));
            Assert.Equal([$"lib/net8.0/{name}.dll", $"lib/net8.0/{name}.xml"], package.Entries.Select(entry => entry.FullName).Where(path => path.StartsWith("lib/", StringComparison.Ordinal)).Order(StringComparer.Ordinal));
            Assert.Contains(package.Entries, entry => entry.FullName == "library.md");
            using var stream = package.GetEntry($"{name}.nuspec")!.Open();
            var nuspec = XDocument.Load(stream);
            Assert.Equal("MIT", nuspec.Descendants().Single(element => element.Name.LocalName == "license").Value);
            string[] expected = name == "Accelerator.Ftp" ? [] : ["Accelerator.Ftp", "Polly.Core", "System.IO.Hashing"];
            Assert.Equal(expected, nuspec.Descendants().Where(element => element.Name.LocalName == "dependency").Select(element => element.Attribute("id")!.Value).Order(StringComparer.Ordinal));
        }
    }

    private static string Sample() => CSharp().Match(File.ReadAllText(Path.Combine(Checkout.Root, "docs", "library.md"))).Groups[1].Value;

    private static Task WriteAsync(string folder, string name, string text) => File.WriteAllTextAsync(Path.Combine(folder, name), text);

    [GeneratedRegex("```csharp\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex CSharp();
}
