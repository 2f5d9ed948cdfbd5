namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// Folders that another user has made, opened or replaced by a link before ftpx.exe and ftpxd.exe use them as administrator. Wine shows the rights
/// that this machine's modes give to others as rights of Everyone, and a link to a folder as a reparse point, as a junction is one.
/// </summary>
[Collection(WineTuningGroup.Name)]
[UnsupportedOSPlatform("windows")]
public sealed class WineFolderTests(WineTuningFixture wine) : RealTests
{
    private const UnixFileMode All = (UnixFileMode)0b111_111_111;

    private const string OneSetting = """
        { "id": "ours", "title": "t", "for": "us", "settings": { "files.long-paths": { "value": "enabled", "reason": "r.", "source": "s" } } }
        """;

    private string Product => Path.GetDirectoryName(wine.Journals)!;

    [ServerFact("wine")]
    public async Task The_first_tuning_creates_its_folders_so_that_no_other_user_may_write_to_them()
    {
        await SeedAsync();
        (await wine.TuneAsync(Folder, ["apply", "ours.json", "--yes"], Token)).Expect();
        Assert.Equal(UnixFileMode.None, File.GetUnixFileMode(Product) & (UnixFileMode.OtherRead | UnixFileMode.OtherWrite));
        Assert.Equal(UnixFileMode.None, File.GetUnixFileMode(wine.Journals) & UnixFileMode.OtherWrite);
        (await wine.TuneAsync(Folder, ["rollback", "--yes"], Token)).Expect();
    }

    [ServerTheory("wine")]
    [InlineData("open")]
    [InlineData("link")]
    [InlineData("link above")]
    public async Task A_tuning_neither_writes_journals_to_a_folder_that_others_control_nor_rolls_back_from_it(string how)
    {
        await SeedAsync();
        var elsewhere = Path.Combine(wine.DriveC, "elsewhere");
        if (Directory.Exists(elsewhere)) Directory.Delete(elsewhere, recursive: true);
        (await wine.TuneAsync(Folder, ["apply", "ours.json", "--yes"], Token)).Expect();
        var journal = Assert.Single(Directory.GetFiles(wine.Journals, "*.json"));
        if (how == "open") File.SetUnixFileMode(wine.Journals, All);
        else
        {
            var link = how == "link" ? wine.Journals : Product;
            Directory.Move(link, elsewhere);
            Directory.CreateSymbolicLink(link, elsewhere);
        }
        Assert.True(File.Exists(journal));

        string[][] commands = how == "link above" ? [["apply", "dtn-wan-10g", "--yes"]] : [["rollback", "--yes"], ["apply", "dtn-wan-10g", "--yes"]];
        foreach (var words in commands)
        {
            var refused = (await wine.TuneAsync(Folder, words, Token)).Expect(10);
            Assert.Matches(how == "open" ? "can write journals to the folder" : "is a link", refused.Error);
        }
        Assert.Equal([journal], Directory.GetFiles(wine.Journals));
        Assert.Contains("LongPathsEnabled    REG_DWORD    0x1", await wine.QueryAsync(Folder, WineTuningSeed.FileSystem, Token));
        Assert.Contains("*ReceiveBuffers    REG_SZ    512", await wine.QueryAsync(Folder, WineTuningSeed.Nic, Token));
        // As before, for the other tests of this Wine.
        Directory.Delete(Product, recursive: true);
    }

    [ServerFact("wine")]
    public async Task A_service_is_neither_installed_nor_changed_for_folders_that_others_can_change_or_replace()
    {
        var (here, onWindows) = wine.DataFor(Folder);
        var shared = Directory.CreateDirectory(Path.Combine(wine.DriveC, Path.GetFileName(Folder.Path), "shared")).FullName;
        File.Copy(WindowsBuild.Shipped.Require("ftpxd.exe"), Path.Combine(shared, "ftpxd.exe"));
        File.SetUnixFileMode(shared, All);
        Directory.CreateSymbolicLink(here + "-link", "/");
        string[][] refused =
        [
            ["--data", WineSession.PathOf(Folder.File("data"))], ["--data", onWindows[..^4] + @"shared\data"], ["--data", onWindows + "-link"], ["--data", onWindows + @"-link\data"],
            ["--data", @"\\server\share\data"], ["--executable", onWindows[..^4] + @"shared\ftpxd.exe"],
        ];
        foreach (var words in refused) await RefusedAsync("install", words);
        Assert.Equal(14, (await wine.FtpxAsync(Folder, ["service", "start"], Token)).ExitCode);
        (await wine.FtpxAsync(Folder, ["service", "install", "--start", "manual", "--data", onWindows], Token)).Expect();
        try
        {
            var before = await wine.QueryAsync(Folder, @"HKLM\SYSTEM\CurrentControlSet\Services\ftpxd", Token);
            foreach (var words in refused) await RefusedAsync("configure", words);
            Assert.Equal(before, await wine.QueryAsync(Folder, @"HKLM\SYSTEM\CurrentControlSet\Services\ftpxd", Token));
        }
        finally
        {
            await wine.FtpxAsync(Folder, ["service", "uninstall"], Token);
        }
        Assert.Equal(["ftpxd.exe"], Directory.GetFileSystemEntries(shared).Select(path => Path.GetFileName(path)));
        Assert.False(Directory.Exists(Folder.File("data")));

        async Task RefusedAsync(string verb, string[] words)
        {
            var end = (await wine.FtpxAsync(Folder, ["service", verb, "--start", "manual", .. words], Token)).Expect(1, $"{verb} {string.Join(' ', words)}");
            Assert.StartsWith("ftpx: error: The registration of the service was not changed: ", end.Error, StringComparison.Ordinal);
        }
    }

    /// <summary>The folder was planted while every user could write to the data folder.</summary>
    [ServerFact("wine")]
    public async Task A_link_in_place_of_the_folder_of_gateways_is_not_followed()
    {
        var precious = Folder.File("elsewhere/legacy/precious");
        Directory.CreateDirectory(Path.GetDirectoryName(precious)!);
        await File.WriteAllTextAsync(precious, "of another program", Token);
        var data = Folder.File("data");
        Directory.CreateDirectory(data, (UnixFileMode)0b111_000_000);
        Directory.CreateSymbolicLink(Path.Combine(data, "gateways"), Folder.File("elsewhere"));
        var port = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
        await File.WriteAllTextAsync(
            Path.Combine(data, "jobs.json"),
            $$"""{ "servers": { "s": { "address": "ftp://127.0.0.1:9" } }, "dashboard": { "enabled": false }, "gateways": { "legacy": { "listen": "127.0.0.1:{{port}}", "servers": [ "s" ] } } }""",
            Token);
        string[] where = ["--data", WineSession.PathOf(data)];
        await using (var service = wine.StartService(Folder, ["--console", .. where]))
        {
            string status;
            do
            {
                Assert.False(service.HasExited);
                status = (await wine.FtpxAsync(Folder, ["service", "status", "--json", .. where], Token)).Output;
            }
            while (!status.Contains("The gateway legacy cannot be opened", StringComparison.Ordinal) && !LoopbackPorts.IsListening(IPAddress.Loopback, port));
            Assert.Contains("gateways is a link", status, StringComparison.Ordinal);
        }
        Assert.True(File.Exists(precious));

        // Open to all, so that the link may be another user's.
        File.SetUnixFileMode(data, All);
        await using var refused = wine.StartService(Folder, ["--console", .. where]);
        Assert.Contains("gateways is a link", (await refused.WaitAsync(Token)).Expect(10).Error, StringComparison.Ordinal);
    }

    private async Task SeedAsync()
    {
        if (Directory.Exists(Product)) Directory.Delete(Product, recursive: true);
        await wine.SeedAsync(Folder, WineTuningSeed.Of("Some 10 Gbit/s adapter"), Token);
        await File.WriteAllTextAsync(Folder.File("ours.json"), OneSetting, Token);
    }
}
