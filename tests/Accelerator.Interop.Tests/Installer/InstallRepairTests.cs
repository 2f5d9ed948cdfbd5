namespace Accelerator.Interop.Tests.Installer;

/// <summary>
/// The account and the folders of the service, as every user may pass them to a repair, and as an administrator may name them carelessly. What a
/// repair does runs as SYSTEM.
/// </summary>
[Trait("Run", "all")]
[UnsupportedOSPlatform("windows")]
public sealed class InstallRepairTests : RealTests, IAsyncLifetime
{
    private const UnixFileMode All = (UnixFileMode)0b111_111_111;

    private InstallerFixture _windows = null!;

    public async Task InitializeAsync()
    {
        // An installation takes Wine most of a minute beside other groups.
        AllowMinutes(20);
        _windows = await InstallerFixture.StartAsync();
    }

    public async Task DisposeAsync() => await _windows.DisposeAsync();

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task A_repair_keeps_account_folders_and_choices_whatever_properties_it_is_given()
    {
        await _windows.InstallAsync(Packages.Msi, Token, "SERVICESTART=manual", @"DATAFOLDER=C:\passes", "ADDPATH=0");
        var before = await StateAsync();
        Assert.Contains(before, line => line.EndsWith(@"\ftpxd.exe"" --data ""C:\passes""", StringComparison.Ordinal));
        string[][] repairs =
        [
            ["SERVICEACCOUNT=LocalSystem", @"DATAFOLDER=C:\planted\data", @"INSTALLFOLDER=C:\planted\programs", "SERVICESTART=automatic", "ADDPATH=1"],
            // What Windows Installer reads of the installation before this one.
            [@"OLDFOLDER=C:\planted\programs", "OLDADDPATH=1", "OLDINSTALLSERVICE=0", "INSTALLSERVICE=0"],
        ];
        foreach (var repair in repairs)
        {
            await _windows.InstallAsync(Packages.Msi, Token, ["REINSTALL=ALL", "REINSTALLMODE=amus", .. repair]);
            Assert.Equal(before, await StateAsync());
            Assert.False(Directory.Exists(Path.Combine(_windows.DriveC, "planted")));
        }
    }

    [ServerFact("wine", "wixl", "msibuild")]
    public async Task A_data_folder_that_other_users_can_replace_fails_the_installation_and_nothing_is_registered()
    {
        var shared = Path.Combine(_windows.DriveC, "shared");
        Directory.CreateDirectory(shared);
        File.SetUnixFileMode(shared, All);
        var end = await _windows.TryInstallAsync(Packages.Msi, [@"DATAFOLDER=C:\shared\data"], Token);
        Assert.NotEqual(0, end.ExitCode);
        Assert.Contains(@"can delete or rename C:\shared or what is in it", end.Output + end.Error);
        Assert.Empty(await _windows.LeftAsync(Token));
        Assert.Empty(Directory.GetFileSystemEntries(shared));
    }

    private async Task<IReadOnlyList<string>> StateAsync() =>
        [.. await _windows.SettingsAsync(Token), .. await _windows.ServiceAsync(Token), await _windows.PathAsync(Token), .. await _windows.ProgramsAsync(Token)];
}
