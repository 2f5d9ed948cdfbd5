namespace Accelerator.Interop.Tests.Installer;

/// <summary>The packages for Linux: <c>installer/build-linux</c>.</summary>
public sealed class LinuxPackageTests : RealTests
{
    [ServerFact("dpkg-deb")]
    [Trait("Run", "all")]
    public async Task The_packages_hold_programs_that_work_and_what_the_service_needs()
    {
        // A complete build of both programs took 15 minutes beside the other groups on a slow machine.
        AllowMinutes(40);
        (await Packages.ScriptAsync("build-linux", ["--out", Folder.Path], Token)).Expect();
        string[] packages = [$"accelerator_{Packages.Version}_amd64.deb", $"accelerator-{Packages.Version}-linux-x64.tar.gz"];
        Assert.Equal(packages.Select(name => $"{Packages.Hash(Folder.File(name))}  {name}"), await File.ReadAllLinesAsync(Folder.File("SHA256SUMS-linux"), Token));

        var (installed, unpacked) = (Folder.File("installed"), Folder.File("unpacked"));
        await RunAsync("/usr/bin/dpkg-deb", ["--extract", Folder.File(packages[0]), installed]);
        Directory.CreateDirectory(unpacked);
        await RunAsync("/usr/bin/tar", ["--extract", "--file", Folder.File(packages[1]), "--directory", unpacked, "--strip-components=1"]);
        var programs = Path.Combine(installed, "opt", "accelerator");
        Assert.Equal(Packages.Hashes(programs), Subset(Packages.Hashes(unpacked), Packages.Files(programs)));

        Assert.Contains(Packages.Version, await RunAsync(Path.Combine(programs, "ftpx"), ["version"]));
        Assert.Contains("This installation works.", await RunAsync(Path.Combine(unpacked, "ftpx"), ["selftest"]));
        // 165 when this was written, and 730 without the list of methods. Every run compiles the types that installer/generic-types.txt lacks.
        Assert.InRange(await CompiledByAGetAsync(Path.Combine(programs, "ftpx")), 1, 250);
        // For ten seconds nothing is compiled a second time: .NET does not document this setting, and ignores names that it does not know.
        Assert.Contains(
            "\"System.Runtime.TieredCompilation.CallCountingDelayMs\": 10000",
            await File.ReadAllTextAsync(Path.Combine(programs, "ftpx.runtimeconfig.json"), Token));
        // The unit of the service names the place where the package puts it.
        var unit = await File.ReadAllTextAsync(Path.Combine(installed, "usr/lib/systemd/system/ftpxd.service"), Token);
        Assert.Contains("ExecStart=/opt/accelerator/ftpxd ", unit);
        await CheckUnitAsync(installed, unit);
        Assert.All(
            ["ftpx", "ftpxd"],
            name => Assert.Equal($"/opt/accelerator/{name}", new FileInfo(Path.Combine(installed, "usr/bin", name)).LinkTarget));
        Assert.All(
            ["man/man1/ftpx.1.gz", "man/man8/ftpxd.8.gz", "bash-completion/completions/ftpx", "doc/accelerator/copyright"],
            path => Assert.True(File.Exists(Path.Combine(installed, "usr/share", path)), path));
        Assert.Equal(
            $"accelerator {Packages.Version} amd64",
            await RunAsync("/usr/bin/dpkg-deb", ["--show", "--showformat=${Package} ${Version} ${Architecture}", Folder.File(packages[0])]));
    }

    /// <summary>Returns the number of methods that a get of a small file compiles: docs/decisions/0019-ready-to-run.md.</summary>
    private async Task<int> CompiledByAGetAsync(string ftpx)
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic("small.bin", 1000);
        var summary = Folder.File("compiled.txt");
        var variables = new Dictionary<string, string> { ["DOTNET_JitStdOutFile"] = summary, ["DOTNET_JitDisasmSummary"] = "1" };
        string[] words = ["get", $"ftp://127.0.0.1:{server.EndPoint.Port}/small.bin"];
        (await ProgramRun.RunFileAsync(ftpx, Folder.Path, words, Token, variables)).Expect();
        return (await File.ReadAllLinesAsync(summary, Token)).Length;
    }

    // systemd itself does not run here: its own checkers judge the unit and the account.
    private async Task CheckUnitAsync(string installed, string unit)
    {
        var file = Folder.File("ftpxd.service");
        await File.WriteAllTextAsync(file, unit.Replace("/opt/accelerator", Path.Combine(installed, "opt", "accelerator"), StringComparison.Ordinal), Token);
        if (File.Exists("/usr/bin/systemd-analyze")) await RunAsync("/usr/bin/systemd-analyze", ["verify", "--man=no", file]);
        var account = await File.ReadAllTextAsync(Path.Combine(installed, "usr/lib/sysusers.d/accelerator.conf"), Token);
        Assert.Contains("\nu accelerator - ", account);
        if (File.Exists("/usr/bin/systemd-sysusers")) await RunAsync("/usr/bin/systemd-sysusers", [$"--root={installed}", "--dry-run", "accelerator.conf"]);
    }

    private static SortedDictionary<string, string> Subset(SortedDictionary<string, string> all, IEnumerable<string> names) =>
        new(names.ToDictionary(name => name, name => all[name]), StringComparer.Ordinal);

    private async Task<string> RunAsync(string program, string[] words)
    {
        return (await ProgramRun.RunFileAsync(program, Folder.Path, words, Token)).Expect().Output;
    }
}
