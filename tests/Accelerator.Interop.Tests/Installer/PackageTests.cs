using System.IO.Compression;

namespace Accelerator.Interop.Tests.Installer;

/// <summary>The packages themselves: what is in them, and that it is always the same.</summary>
public sealed class PackageTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    private static readonly string[] Programs = ["Accelerator.Cli", "Accelerator.Service"];
    private static readonly string[] Endings = ["cdx.json", "msi", "zip"];

    /// <summary>A folder of some documents in place of the programs, which take longest to compress; the next test has all that is shipped.</summary>
    [ServerFact("wine", "wixl", "msibuild")]
    public async Task The_same_files_give_the_same_packages_in_whatever_order_and_whenever_they_were_written()
    {
        AllowMinutes(20);
        string[] paths = ["LICENSE", .. Packages.Files(Path.Combine(Packages.Stage, "registry-profiles")).Select(path => $"registry-profiles/{path}")];
        Copy(Packages.Stage, Folder.File("first"), [.. paths, "ftpx.exe", "ftpxd.exe"], DateTime.UnixEpoch.AddYears(20));
        Copy(Packages.Stage, Folder.File("second"), ["ftpxd.exe", "ftpx.exe", .. paths.AsEnumerable().Reverse()], DateTime.UnixEpoch.AddYears(30));
        foreach (var name in (string[])["first", "second"]) await PackAsync(Folder.File(name), Folder.File(name), null, Token);
        foreach (var ending in Endings) Assert.Equal(Packages.Hash(Folder.File($"first.{ending}")), Packages.Hash(Folder.File($"second.{ending}")));

        // Another content is another package.
        await File.AppendAllTextAsync(Folder.File("second/LICENSE"), " ", Token);
        await PackAsync(Folder.File("second"), Folder.File("second"), null, Token);
        foreach (var ending in Endings) Assert.NotEqual(Packages.Hash(Folder.File($"first.{ending}")), Packages.Hash(Folder.File($"second.{ending}")));
    }

    [ServerFact("wine", "wixl", "msibuild")]
    [Trait("Run", "all")]
    public async Task The_packages_made_again_from_a_copy_of_what_is_shipped_are_the_same_bytes()
    {
        // It compresses all that is shipped.
        AllowMinutes(20);
        Copy(Packages.Stage, Folder.File("copy"), Packages.Files(Packages.Stage).Reverse(), DateTime.UnixEpoch.AddYears(20));
        using var bom = JsonDocument.Parse(await File.ReadAllTextAsync(Packages.Package("cdx.json"), Token));
        var made = bom.RootElement.GetProperty("metadata").GetProperty("timestamp").GetDateTimeOffset();
        await PackAsync(Folder.File("copy"), Folder.File("again"), made, Token);
        foreach (var ending in Endings) Assert.Equal(Packages.Hash(Packages.Package(ending)), Packages.Hash(Folder.File($"again.{ending}")));
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public void The_checksums_are_those_of_the_packages()
    {
        var lines = File.ReadAllLines(Packages.Checksums);
        Assert.Equal(Endings.Select(Packages.Package).Select(path => $"{Packages.Hash(path)}  {Path.GetFileName(path)}"), lines);
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public void The_list_of_parts_has_every_package_that_was_resolved_and_every_file_that_is_shipped()
    {
        using var bom = JsonDocument.Parse(File.ReadAllText(Packages.Package("cdx.json")));
        Assert.Equal(("CycloneDX", "1.5"), (bom.RootElement.GetProperty("bomFormat").GetString(), bom.RootElement.GetProperty("specVersion").GetString()));
        var parts = bom.RootElement.GetProperty("components").EnumerateArray().ToLookup(part => part.GetProperty("type").GetString());
        var packages = parts["library"].Select(part => $"{part.GetProperty("name").GetString()}/{part.GetProperty("version").GetString()}").ToHashSet();
        foreach (var program in Programs)
        {
            using var assets = JsonDocument.Parse(File.ReadAllText(Packages.Assets(program)));
            var resolved = assets.RootElement.GetProperty("libraries").EnumerateObject().Where(library => library.Value.GetProperty("type").GetString() == "package").Select(library => library.Name).ToList();
            Assert.True(resolved.Count > 15);
            Assert.Empty(resolved.Except(packages));
            // What is beside them by the program's own account: the runtime.
            using var needs = JsonDocument.Parse(File.ReadAllText(Path.Combine(Packages.Stage, program == "Accelerator.Cli" ? "ftpx.deps.json" : "ftpxd.deps.json")));
            var runtimes = needs.RootElement.GetProperty("libraries").EnumerateObject().Select(library => library.Name).Where(name => name.StartsWith("runtimepack.", StringComparison.Ordinal)).ToList();
            Assert.NotEmpty(runtimes);
            Assert.Empty(runtimes.Select(name => name["runtimepack.".Length..]).Except(packages));
        }
        Assert.Equal(
            Packages.Files(Packages.Stage).Select(path => (path, Packages.Hash(Path.Combine(Packages.Stage, path)))),
            parts["file"].Select(part => (part.GetProperty("name").GetString()!, part.GetProperty("hashes")[0].GetProperty("content").GetString()!)).OrderBy(pair => pair.Item1, StringComparer.Ordinal));
    }

    /// <summary>Generated: where the page differs, its table is written to artifacts. The last column is a person's.</summary>
    [ServerFact("wine", "wixl", "msibuild")]
    public void The_security_page_has_the_versions_that_are_shipped()
    {
        using var bom = JsonDocument.Parse(File.ReadAllText(Packages.Package("cdx.json")));
        // The SDK chooses the version of the runtime: ftpx --version prints it.
        var shipped =
            from part in bom.RootElement.GetProperty("components").EnumerateArray()
            where part.GetProperty("type").GetString() == "library" && part.GetProperty("scope").GetString() == "required"
            let name = part.GetProperty("name").GetString()!
            where !name.Contains("App.Runtime.", StringComparison.Ordinal) && !name.Contains("App.Host.", StringComparison.Ordinal)
            let segments = name.Split('.')
            let family = segments[0] == "Microsoft" ? $"{segments[0]}.{segments[1]}" : segments[0]
            group name by (family, part.GetProperty("version").GetString()) into packages
            orderby packages.Key
            select $"| {(packages.Count() == 1 ? packages.Single() : $"{packages.Key.family}.\\* ({packages.Count()} packages)")} | {packages.Key.Item2} |";
        var page = File.ReadAllText(Path.Combine(Checkout.Root, "SECURITY.md"));
        var table = page.Split("## What is shipped")[1].Split("\n## ")[0].Split('\n').Where(line => line.StartsWith('|')).Skip(2);
        // Not only the package's number: the library itself, which CVE-2025-6965 concerned up to 3.50.1.
        var library = File.ReadAllBytes(Path.Combine(Packages.Stage, "e_sqlite3.dll"));
        var sqlite = shipped.Single(row => row.StartsWith("| SQLite |", StringComparison.Ordinal)).Split(" | ")[1].TrimEnd(' ', '|');
        Assert.True(library.AsSpan().IndexOf(Encoding.ASCII.GetBytes(sqlite + "\0")) > 0, $"e_sqlite3.dll is not {sqlite}.");
        var path = Path.Combine(Checkout.Root, "artifacts", "shipped.md");
        File.WriteAllLines(path, shipped);
        Assert.Equal(shipped, table.Where(row => !row.StartsWith("| .NET", StringComparison.Ordinal)).Select(row => string.Join(" | ", row.Split(" | ")[..2]) + " |"));
        Assert.Matches(@"on \d{4}-\d{2}-\d{2}", page.Split("## What is shipped")[1].Split("\n## ")[0]);
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task The_zip_holds_the_same_files_and_runs_without_being_installed()
    {
        ZipFile.ExtractToDirectory(Packages.Package("zip"), Folder.Path);
        var unpacked = Folder.File($"Accelerator-{Packages.Version}");
        Assert.Equal([unpacked], Directory.GetFileSystemEntries(Folder.Path));
        Assert.Equal(Packages.Hashes(Packages.Stage), Packages.Hashes(unpacked));
        Assert.StartsWith($"ftpx {Packages.Version}", (await wine.Session.RunAsync(Folder.Path, [Path.Combine(unpacked, "ftpx.exe"), "version"], Token)).Output);
        Assert.Contains("--console", (await wine.Session.RunAsync(Folder.Path, [Path.Combine(unpacked, "ftpxd.exe"), "--help"], Token)).Output);
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task A_warning_of_wixl_is_a_failure()
    {
        foreach (var name in (string[])["ftpx.exe", "ftpxd.exe"]) await File.WriteAllTextAsync(Folder.File(name), "", Token);
        Directory.CreateDirectory(Folder.File("bin"));
        await ShellProgram.WriteAsync(Folder.File("bin/wixl"), "#!/bin/sh\necho 'object class WixlWixMajorUpgrade has no property named Schedule' >&2\n", Token);
        var end = await Packages.ScriptAsync(
            "make-msi", [Folder.Path, "1.0.0", Folder.File("a.msi")], Token, new Dictionary<string, string> { ["PATH"] = Folder.File("bin") + ":" + Environment.GetEnvironmentVariable("PATH") });
        Assert.Equal((1, "make-msi: wixl ended with 0 and said: object class WixlWixMajorUpgrade has no property named Schedule\n"), (end.ExitCode, end.Error));
        Assert.False(File.Exists(Folder.File("a.msi")));
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task Programs_that_differ_in_a_file_do_not_share_a_folder()
    {
        foreach (var (path, text) in ((string, string)[])[("a/same.dll", "1"), ("b/same.dll", "1"), ("a/other.dll", "1"), ("b/other.dll", "2"), ("b/sub/alone.dll", "3")])
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Folder.File(path))!);
            await File.WriteAllTextAsync(Folder.File(path), text, Token);
        }
        var end = await Packages.ScriptAsync("lay-together", [Folder.File("c"), Folder.File("a"), Folder.File("b")], Token);
        Assert.Equal((1, "installer/lay-together: the programs cannot share a folder, because they differ in other.dll. Give both the same version of the package that brings it (Directory.Packages.props).\n"), (end.ExitCode, end.Error));
        var absent = await Packages.ScriptAsync("lay-together", [Folder.File("c"), Folder.File("none")], Token);
        Assert.Equal((1, $"installer/lay-together: there is no folder {Folder.File("none")}: publish its program first.\n"), (absent.ExitCode, absent.Error));
        File.Delete(Folder.File("b/other.dll"));
        Directory.Delete(Folder.File("c"), recursive: true);
        Assert.Equal(0, (await Packages.ScriptAsync("lay-together", [Folder.File("c"), Folder.File("a"), Folder.File("b")], Token)).ExitCode);
        Assert.Equal(["other.dll", "same.dll", "sub/alone.dll"], Packages.Files(Folder.File("c")));
    }

    /// <summary>With a certificate that this test makes.</summary>
    [ServerFact("wine", "wixl", "msibuild", "osslsigncode", "openssl")]
    public async Task Programs_and_MSI_are_signed_with_the_certificate_that_is_named()
    {
        await File.WriteAllTextAsync(Folder.File("password"), "geheim-7391\n", Token);
        await OkAsync("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", Folder.File("key"), "-out", Folder.File("cert"), "-days", "2", "-subj", "/CN=Accelerator test", "-addext", "extendedKeyUsage=codeSigning");
        await OkAsync("openssl", "pkcs12", "-export", "-inkey", Folder.File("key"), "-in", Folder.File("cert"), "-out", Folder.File("pfx"), "-passout", "file:" + Folder.File("password"));
        string[] files = [Folder.File("ftpx.exe"), Folder.File("a.msi")];
        File.Copy(Path.Combine(Packages.Stage, "ftpx.exe"), files[0]);
        File.Copy(Packages.Msi, files[1]);
        var environment = new Dictionary<string, string> { ["FTPX_SIGN_PFX"] = Folder.File("pfx"), ["FTPX_SIGN_PASSWORD_FILE"] = Folder.File("password") };
        (await Packages.ScriptAsync("sign", files, Token, environment)).Expect();
        await File.WriteAllTextAsync(Folder.File("text"), "nothing to be signed", Token);
        var refused = (await Packages.ScriptAsync("sign", [Folder.File("text")], Token, environment)).Expect(1);
        Assert.StartsWith($"installer/sign: {Folder.File("text")} cannot be signed, and is as it was: ", refused.Error);
        Assert.False(File.Exists(Folder.File("text.signed")));
        foreach (var file in files)
        {
            await OkAsync("osslsigncode", "verify", "-CAfile", Folder.File("cert"), "-in", file);
            await using (var bytes = File.OpenWrite(file))
            {
                bytes.Position = bytes.Length / 2;
                bytes.Write("changed"u8);
            }
            Assert.NotEqual(0, (await RunAsync("osslsigncode", "verify", "-CAfile", Folder.File("cert"), "-in", file)).ExitCode);
        }

        async Task OkAsync(string tool, params string[] words) => (await RunAsync(tool, words)).Expect();

        Task<ProgramEnd> RunAsync(string tool, params string[] words) => ProgramRun.RunAsync(tool, Folder.Path, words, Token);
    }

    // The three packages of a folder, beside each other under one name.
    private static async Task PackAsync(string folder, string name, DateTimeOffset? time, CancellationToken cancellationToken)
    {
        var environment = time is { } made ? new Dictionary<string, string> { ["SOURCE_DATE_EPOCH"] = made.ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture) } : null;
        string[][] scripts =
        [
            ["make-sbom", folder, Packages.Version, $"{name}.cdx.json", .. Programs.Select(Packages.Assets)], ["make-zip", folder, $"Accelerator-{Packages.Version}", $"{name}.zip"],
            ["make-msi", folder, Packages.Version, $"{name}.msi"],
        ];
        foreach (var words in scripts) (await Packages.ScriptAsync(words[0], words[1..], cancellationToken, environment)).Expect();
    }

    private static void Copy(string source, string target, IEnumerable<string> paths, DateTime time)
    {
        foreach (var path in paths)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(target, path))!);
            File.Copy(Path.Combine(source, path), Path.Combine(target, path));
            File.SetLastWriteTimeUtc(Path.Combine(target, path), time);
        }
    }
}
