using System.Runtime.Versioning;
using System.Security.Cryptography;
using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;
using Accelerator.Interop.Tests.Wine;
using Accelerator.TestKit;

namespace Accelerator.Interop.Tests.Installer;

/// <summary>
/// The MSI installed, repaired, upgraded and taken away by Wine's msiexec. Wine knows no rights of accounts, and tells a version that it takes away for an upgrade nothing of that;
/// docs/windows-checklist.md has the rest.
/// </summary>
[Collection(InstallerGroup.Name)]
[Trait("Group", "installer")]
public sealed class InstallTests(InstallerSession session) : IAsyncLifetime, IDisposable
{
    private readonly CancellationTokenSource _deadline = new(TimeSpan.FromMinutes(4));

    private CancellationToken Token => _deadline.Token;

    public Task InitializeAsync() => ServerTools.WhyUnavailable("wixl") is null ? session.ClearAsync(Token) : Task.CompletedTask;

    public async Task DisposeAsync()
    {
        if (ServerTools.WhyUnavailable("wixl") is null) await session.ClearAsync(Token);
    }

    public void Dispose() => _deadline.Dispose();

    [ServerFact("wine", "wixl", "msibuild", "vsftpd")]
    [UnsupportedOSPlatform("windows")]
    public async Task A_silent_installation_puts_everything_in_its_place_and_ftpx_gets_a_file()
    {
        await session.InstallAsync(InstallerSession.Msi, Token);

        Assert.Equal(Hashes(InstallerSession.Stage), Hashes(session.Installed));
        Assert.Equal([InstallerSession.Version], await session.ProgramsAsync(Token));
        Assert.EndsWith(@";C:\Program Files\Accelerator\", await session.PathAsync(Token));
        var service = await session.ServiceAsync(Token);
        Assert.Contains(@"ImagePath    REG_SZ    ""C:\Program Files\Accelerator\ftpxd.exe""", service);
        Assert.Contains(@"ObjectName    REG_SZ    NT SERVICE\ftpxd", service);
        Assert.Contains("PreshutdownTimeout    REG_DWORD    0x9c40", service);
        Assert.Equal("STOPPED", await session.StateAsync(Token));
        Assert.Contains(@"EventMessageFile    REG_EXPAND_SZ    C:\Program Files\Accelerator\System.Diagnostics.EventLog.Messages.dll", await session.EventsAsync(Token));
        // For the service, administrators and nobody else.
        Assert.Equal(UnixFileMode.None, File.GetUnixFileMode(session.Data) & (UnixFileMode.OtherRead | UnixFileMode.OtherWrite));
        Assert.Empty(Directory.GetFileSystemEntries(session.Data));

        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        using var folder = new TempFolder();
        var hash = await GetProof.PutAsync(server, "pass.bin", 5_000_000, Token);
        await session.FtpxAsync(["get", "--streams", "4", FtpxProgram.UrlOf(server, "pass.bin"), "-o", WineSession.PathOf(folder.Path) + @"\"], Token);
        Assert.Equal(hash, await RandomFile.HashAsync(folder.File("pass.bin"), Token));
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task Uninstalling_leaves_the_data_and_nothing_else_and_not_even_that_where_it_is_told_so()
    {
        await session.InstallAsync(InstallerSession.Msi, Token, "STARTSERVICE=1");
        Assert.Equal("RUNNING", await session.StateAsync(Token));
        await File.WriteAllTextAsync(Path.Combine(session.Data, "jobs.json"), "{}", Token);
        await session.UninstallAsync(InstallerSession.Msi, Token);
        Assert.Equal([session.Data], await session.LeftAsync(Token));
        Assert.Equal("{}", await File.ReadAllTextAsync(Path.Combine(session.Data, "jobs.json"), Token));

        await session.InstallAsync(InstallerSession.Msi, Token);
        Assert.True(File.Exists(Path.Combine(session.Data, "jobs.json")));
        await session.UninstallAsync(InstallerSession.Msi, Token, "REMOVEDATA=1");
        Assert.Empty(await session.LeftAsync(Token));
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task An_upgrade_keeps_jobs_and_ledger()
    {
        await session.InstallAsync(InstallerSession.OlderMsi, Token, "STARTSERVICE=1", "SERVICESTART=manual");
        await File.WriteAllTextAsync(Path.Combine(session.Data, "jobs.json"), JobFile, Token);
        await session.FtpxAsync(["service", "reload"], Token);
        await session.FtpxAsync(["service", "stop"], Token);
        var before = Hashes(session.Data);
        Assert.Contains("ledger.db", before.Keys);
        await File.WriteAllTextAsync(Path.Combine(session.Installed, "of-the-old-version"), "", Token);

        await session.InstallAsync(InstallerSession.Msi, Token, "SERVICESTART=manual");
        Assert.Equal([InstallerSession.Version], await session.ProgramsAsync(Token));
        Assert.Equal(before, Hashes(session.Data));
        Assert.Equal("STOPPED", await session.StateAsync(Token));
        await session.FtpxAsync(["service", "start"], Token);
        Assert.Contains("passes", await session.FtpxAsync(["job", "list"], Token));
    }

    /// <summary>Over a version that was installed afresh: what Wine 8 knows of related versions is gone once it has upgraded one.</summary>
    [ServerFact("wine", "wixl", "msibuild")]
    public async Task An_older_version_does_not_go_over_a_newer_one()
    {
        await session.InstallAsync(InstallerSession.Msi, Token, "STARTSERVICE=1");
        var older = await session.TryInstallAsync(InstallerSession.OlderMsi, [], Token);
        Assert.NotEqual(0, older.ExitCode);
        Assert.Equal([InstallerSession.Version], await session.ProgramsAsync(Token));
        Assert.Contains($"Version    REG_SZ    {InstallerSession.Version}", await session.SettingsAsync(Token));
        Assert.Equal("RUNNING", await session.StateAsync(Token));
    }

    /// <summary>Windows tells the old version that it is upgraded (UPGRADINGPRODUCTCODE); Wine 8 does not, so its two halves are done one after the other here.</summary>
    [ServerFact("wine", "wixl", "msibuild")]
    public async Task An_upgrade_leaves_the_service_as_the_operator_has_laid_it_down()
    {
        await session.InstallAsync(InstallerSession.OlderMsi, Token);
        await session.FtpxAsync(["service", "configure", "--start", "manual", "--account", "LocalSystem", "--data", @"C:\passes\data"], Token);
        await session.UninstallAsync(InstallerSession.OlderMsi, Token, "UPGRADINGPRODUCTCODE={00000000-0000-0000-0000-000000000000}");
        Assert.False(Directory.Exists(session.Installed));
        await session.InstallAsync(InstallerSession.Msi, Token);
        var service = await session.ServiceAsync(Token);
        Assert.Contains(@"ImagePath    REG_SZ    ""C:\Program Files\Accelerator\ftpxd.exe"" --data ""C:\passes\data""", service);
        Assert.Contains("ObjectName    REG_SZ    LocalSystem", service);
        Assert.Contains("Start    REG_DWORD    0x3", service);
    }

    /// <summary>In two halves, as above.</summary>
    [ServerFact("wine", "wixl", "msibuild")]
    public async Task An_upgrade_that_wants_no_service_leaves_it_stopped_in_the_list_until_it_is_taken_out()
    {
        await session.InstallAsync(InstallerSession.OlderMsi, Token, "STARTSERVICE=1");
        await session.UninstallAsync(InstallerSession.OlderMsi, Token, "UPGRADINGPRODUCTCODE={00000000-0000-0000-0000-000000000000}");
        await session.InstallAsync(InstallerSession.Msi, Token, "INSTALLSERVICE=0");
        Assert.Equal("STOPPED", await session.StateAsync(Token));
        await session.FtpxAsync(["service", "uninstall"], Token);
        Assert.Empty(await session.ServiceAsync(Token));
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task A_repair_brings_back_what_was_deleted_and_what_was_damaged()
    {
        await session.InstallAsync(InstallerSession.Msi, Token);
        File.Delete(Path.Combine(session.Installed, "docs", "jobs.md"));
        File.Delete(Path.Combine(session.Installed, "Accelerator.Ftp.dll"));
        await File.WriteAllTextAsync(Path.Combine(session.Installed, "ftpxd.exe"), "damaged", Token);
        // What msiexec /fa does on Windows; Wine's has no /f.
        await session.InstallAsync(InstallerSession.Msi, Token, "REINSTALL=ALL", "REINSTALLMODE=amus", "STARTSERVICE=0");
        Assert.Equal(Hashes(InstallerSession.Stage), Hashes(session.Installed));
        Assert.Equal("STOPPED", await session.StateAsync(Token));
    }

    /// <summary>The service was in the list, with its event source and its folder, when it could not be started.</summary>
    [ServerFact("wine", "wixl", "msibuild")]
    public async Task An_installation_that_fails_at_its_last_step_leaves_nothing_of_the_service()
    {
        var data = Path.Combine(session.DriveC, "taken");
        Directory.CreateDirectory(data);
        await File.WriteAllTextAsync(Path.Combine(data, "logs"), "a file where a folder should be", Token);
        var end = await session.TryInstallAsync(InstallerSession.Msi, ["STARTSERVICE=1", @"DATAFOLDER=C:\taken"], Token);
        Assert.NotEqual(0, end.ExitCode);
        Assert.Contains("The service is installed for", end.Output);
        Assert.Empty(await session.ServiceAsync(Token));
        Assert.Empty(await session.EventsAsync(Token));
        Assert.False(Directory.Exists(session.Data));
        Assert.Empty(await session.ProgramsAsync(Token));
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task What_was_said_at_the_first_installation_holds_at_the_upgrade()
    {
        await session.InstallAsync(InstallerSession.OlderMsi, Token, @"INSTALLFOLDER=C:\Tools\Accelerator", "ADDPATH=0", "INSTALLSERVICE=0");
        foreach (var version in (string[])[InstallerSession.OlderVersion, InstallerSession.Version])
        {
            if (version == InstallerSession.Version) await session.InstallAsync(InstallerSession.Msi, Token);
            Assert.Equal([version], await session.ProgramsAsync(Token));
            Assert.Equal(Hashes(InstallerSession.Stage), Hashes(Path.Combine(session.DriveC, "Tools", "Accelerator")));
            Assert.False(Directory.Exists(session.Installed));
            Assert.DoesNotContain("Accelerator", await session.PathAsync(Token));
            Assert.Empty(await session.ServiceAsync(Token));
            Assert.Empty(await session.EventsAsync(Token));
        }
    }

    private const string JobFile = """
        {
          "servers": { "s": { "address": "ftp://127.0.0.1:9" } },
          "jobs": { "passes": { "server": "s", "folders": [ "/day" ], "schedule": { "every": "1h" }, "complete": { "looks": 2, "stable_for": "1s" }, "target": "C:\\archive" } }
        }
        """;

    // Every file below a folder, by its path. The log is the service's own diary.
    private static SortedDictionary<string, string> Hashes(string folder) => new(
        Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).ToDictionary(path => Path.GetRelativePath(folder, path), path => Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path)))),
        StringComparer.Ordinal);
}
