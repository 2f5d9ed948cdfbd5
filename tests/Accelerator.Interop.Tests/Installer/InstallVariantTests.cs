namespace Accelerator.Interop.Tests.Installer;

/// <summary>The MSI repaired, upgraded, refused and taken away with other properties than the usual ones. Wine tells a version that it removes for an upgrade nothing of that.</summary>
[Trait("Run", "all")]
public sealed class InstallVariantTests(OlderPackage older) : RealTests, IClassFixture<OlderPackage>, IAsyncLifetime
{
    private InstallerFixture _windows = null!;

    public async Task InitializeAsync()
    {
        // An installation takes Wine most of a minute beside other groups.
        AllowMinutes(20);
        _windows = await InstallerFixture.StartAsync();
    }

    public async Task DisposeAsync() => await _windows.DisposeAsync();

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task Uninstalling_keeps_only_the_data_and_removes_it_too_with_REMOVEDATA()
    {
        await _windows.InstallAsync(Packages.Msi, Token, "STARTSERVICE=1");
        Assert.Equal("RUNNING", await _windows.StateAsync(Token));
        await File.WriteAllTextAsync(Path.Combine(_windows.Data, "jobs.json"), "{}", Token);
        await _windows.UninstallAsync(Packages.Msi, Token);
        Assert.Equal([_windows.Data], await _windows.LeftAsync(Token));
        Assert.Equal("{}", await File.ReadAllTextAsync(Path.Combine(_windows.Data, "jobs.json"), Token));

        await _windows.InstallAsync(Packages.Msi, Token);
        Assert.True(File.Exists(Path.Combine(_windows.Data, "jobs.json")));
        await _windows.UninstallAsync(Packages.Msi, Token, "REMOVEDATA=1");
        Assert.Empty(await _windows.LeftAsync(Token));
    }

    /// <summary>
    /// Upgrades a version that was newly installed: Wine 8 loses its data about related versions once it has upgraded one.
    /// </summary>
    [ServerFact("wine", "wixl", "msibuild")]
    public async Task An_older_version_does_not_go_over_a_newer_one()
    {
        await _windows.InstallAsync(Packages.Msi, Token, "STARTSERVICE=1");
        var refused = await _windows.TryInstallAsync(older.Msi, [], Token);
        Assert.NotEqual(0, refused.ExitCode);
        Assert.Equal([Packages.Version], await _windows.ProgramsAsync(Token));
        Assert.Contains($"Version    REG_SZ    {Packages.Version}", await _windows.SettingsAsync(Token));
        Assert.Equal("RUNNING", await _windows.StateAsync(Token));
    }

    /// <summary>Windows tells the old version that it is upgraded (UPGRADINGPRODUCTCODE); Wine 8 does not, so its two halves are done one after the other here.</summary>
    [ServerFact("wine", "wixl", "msibuild")]
    public async Task An_upgrade_leaves_the_service_as_the_operator_has_configured_it()
    {
        await _windows.InstallAsync(older.Msi, Token);
        await _windows.FtpxAsync(["service", "configure", "--start", "manual", "--account", "LocalSystem", "--data", @"C:\passes\data"], Token);
        await _windows.UninstallAsync(older.Msi, Token, "UPGRADINGPRODUCTCODE={00000000-0000-0000-0000-000000000000}");
        Assert.False(Directory.Exists(_windows.Installed));
        await _windows.InstallAsync(Packages.Msi, Token);
        var service = await _windows.ServiceAsync(Token);
        Assert.Contains(@"ImagePath    REG_SZ    ""C:\Program Files\Accelerator\ftpxd.exe"" --data ""C:\passes\data""", service);
        Assert.Contains("ObjectName    REG_SZ    LocalSystem", service);
        Assert.Contains("Start    REG_DWORD    0x3", service);
    }

    /// <summary>In two halves, as above.</summary>
    [ServerFact("wine", "wixl", "msibuild")]
    public async Task An_upgrade_that_wants_no_service_leaves_it_stopped_in_the_list_until_it_is_taken_out()
    {
        await _windows.InstallAsync(older.Msi, Token, "STARTSERVICE=1");
        await _windows.UninstallAsync(older.Msi, Token, "UPGRADINGPRODUCTCODE={00000000-0000-0000-0000-000000000000}");
        await _windows.InstallAsync(Packages.Msi, Token, "INSTALLSERVICE=0");
        Assert.Equal("STOPPED", await _windows.StateAsync(Token));
        await _windows.FtpxAsync(["service", "uninstall"], Token);
        Assert.Empty(await _windows.ServiceAsync(Token));
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task A_repair_brings_back_what_was_deleted_and_what_was_damaged()
    {
        await _windows.InstallAsync(Packages.Msi, Token);
        File.Delete(Path.Combine(_windows.Installed, "docs", "jobs.md"));
        File.Delete(Path.Combine(_windows.Installed, "Accelerator.Ftp.dll"));
        await File.WriteAllTextAsync(Path.Combine(_windows.Installed, "ftpxd.exe"), "damaged", Token);
        // What msiexec /fa does on Windows; Wine's has no /f.
        await _windows.InstallAsync(Packages.Msi, Token, "REINSTALL=ALL", "REINSTALLMODE=amus", "STARTSERVICE=0");
        Assert.Equal(Packages.Hashes(Packages.Stage), Packages.Hashes(_windows.Installed));
        Assert.Equal("STOPPED", await _windows.StateAsync(Token));
    }

    /// <summary>The service was in the list, with its event source and its folder, when it could not be started.</summary>
    [ServerFact("wine", "wixl", "msibuild")]
    public async Task An_installation_that_fails_at_its_last_step_leaves_nothing_of_the_service()
    {
        var data = Path.Combine(_windows.DriveC, "taken");
        Directory.CreateDirectory(data);
        await File.WriteAllTextAsync(Path.Combine(data, "logs"), "a file where a folder should be", Token);
        var end = await _windows.TryInstallAsync(Packages.Msi, ["STARTSERVICE=1", @"DATAFOLDER=C:\taken"], Token);
        Assert.NotEqual(0, end.ExitCode);
        Assert.Contains("The service is installed for", end.Output);
        Assert.Empty(await _windows.ServiceAsync(Token));
        Assert.Empty(await _windows.EventsAsync(Token));
        Assert.False(Directory.Exists(_windows.Data));
        Assert.Empty(await _windows.ProgramsAsync(Token));
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task An_upgrade_keeps_the_options_of_the_first_installation()
    {
        await _windows.InstallAsync(older.Msi, Token, @"INSTALLFOLDER=C:\Tools\Accelerator", "ADDPATH=0", "INSTALLSERVICE=0");
        foreach (var version in (string[])[OlderPackage.Version, Packages.Version])
        {
            if (version == Packages.Version) await _windows.InstallAsync(Packages.Msi, Token);
            Assert.Equal([version], await _windows.ProgramsAsync(Token));
            Assert.Equal(Packages.Hashes(Packages.Stage), Packages.Hashes(Path.Combine(_windows.DriveC, "Tools", "Accelerator")));
            Assert.False(Directory.Exists(_windows.Installed));
            Assert.DoesNotContain("Accelerator", await _windows.PathAsync(Token));
            Assert.Empty(await _windows.ServiceAsync(Token));
            Assert.Empty(await _windows.EventsAsync(Token));
        }
    }
}
