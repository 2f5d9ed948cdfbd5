namespace Accelerator.Interop.Tests.Installer;

/// <summary>
/// The life of an installation, by Wine's msiexec. Wine knows no rights of accounts; <see cref="InstallVariantTests"/> has repairs, failures and other properties, and
/// docs/windows-checklist.md what only Windows shows.
/// </summary>
public sealed class InstallTests(OlderPackage older) : RealTests, IClassFixture<OlderPackage>
{
    private const string JobFile = """
        {
          "servers": { "s": { "address": "ftp://127.0.0.1:9" } },
          "dashboard": { "enabled": false },
          "jobs": { "passes": { "server": "s", "folders": [ "/day" ], "schedule": { "every": "1h" }, "complete": { "looks": 2, "stable_for": "1s" }, "target": "C:\\archive" } }
        }
        """;

    [ServerFact("wine", "wixl", "msibuild", "vsftpd")]
    [UnsupportedOSPlatform("windows")]
    public async Task A_silent_installation_is_complete_keeps_its_jobs_over_an_upgrade_and_leaves_only_its_data()
    {
        // It took 80 seconds beside other groups.
        AllowMinutes(20);
        await using var windows = await InstallerFixture.StartAsync();
        await windows.InstallAsync(older.Msi, Token, "SERVICESTART=manual");
        await AssertIsInstalledAsync(windows, OlderPackage.Version, Token);
        // For the service and for administrators.
        Assert.Equal(UnixFileMode.None, File.GetUnixFileMode(windows.Data) & (UnixFileMode.OtherRead | UnixFileMode.OtherWrite));
        Assert.Empty(Directory.GetFileSystemEntries(windows.Data));

        await windows.FtpxAsync(["service", "start"], Token);
        await File.WriteAllTextAsync(Path.Combine(windows.Data, "jobs.json"), JobFile, Token);
        await windows.FtpxAsync(["service", "reload"], Token);
        await windows.FtpxAsync(["service", "stop"], Token);
        var before = Packages.Hashes(windows.Data);
        Assert.Contains("ledger.db", before.Keys);

        await windows.InstallAsync(Packages.Msi, Token, "SERVICESTART=manual");
        await AssertIsInstalledAsync(windows, Packages.Version, Token);
        Assert.Equal(before, Packages.Hashes(windows.Data));
        await windows.FtpxAsync(["service", "start"], Token);
        Assert.Contains("passes", await windows.FtpxAsync(["job", "list"], Token));
        await GetsAFileAsync(windows, Token);

        await windows.UninstallAsync(Packages.Msi, Token);
        Assert.Equal([windows.Data], await windows.LeftAsync(Token));
        Assert.Equal(JobFile, await File.ReadAllTextAsync(Path.Combine(windows.Data, "jobs.json"), Token));
    }

    private static async Task AssertIsInstalledAsync(InstallerFixture windows, string version, CancellationToken cancellationToken)
    {
        Assert.Equal(Packages.Hashes(Packages.Stage), Packages.Hashes(windows.Installed));
        Assert.Equal([version], await windows.ProgramsAsync(cancellationToken));
        Assert.EndsWith(@";C:\Program Files\Accelerator\", await windows.PathAsync(cancellationToken));
        var service = await windows.ServiceAsync(cancellationToken);
        Assert.Contains(@"ImagePath    REG_SZ    ""C:\Program Files\Accelerator\ftpxd.exe""", service);
        Assert.Contains(@"ObjectName    REG_SZ    NT SERVICE\ftpxd", service);
        Assert.Contains("PreshutdownTimeout    REG_DWORD    0x9c40", service);
        Assert.Equal("STOPPED", await windows.StateAsync(cancellationToken));
        Assert.Contains(@"EventMessageFile    REG_EXPAND_SZ    C:\Program Files\Accelerator\System.Diagnostics.EventLog.Messages.dll", await windows.EventsAsync(cancellationToken));
    }

    private async Task GetsAFileAsync(InstallerFixture windows, CancellationToken cancellationToken)
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), cancellationToken);
        var hash = await GetChecks.PutAsync(server, "pass.bin", 5_000_000, cancellationToken);
        await windows.FtpxAsync(["get", "--streams", "4", FtpxProgram.UrlOf(server, "pass.bin"), "-o", Wine.WineSession.PathOf(Folder.Path) + @"\"], cancellationToken);
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("pass.bin"), cancellationToken));
    }
}
