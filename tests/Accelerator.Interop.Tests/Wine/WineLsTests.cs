namespace Accelerator.Interop.Tests.Wine;

/// <summary>Listings and patterns by the executable that is shipped for Windows.</summary>
public sealed partial class WineLsTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    private static readonly string[] Names = ["위성 자료 1.nc", "위성 자료 2.nc", "다른 것.nc", "plain.nc"];

    [ServerFact("vsftpd", "wine")]
    public async Task A_pattern_with_a_Korean_name_brings_what_ls_shows()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        var hashes = new List<string>();
        foreach (var name in Names) hashes.Add(await GetChecks.PutAsync(server, "한글 폴더/" + name, 1000 + hashes.Count, Token));

        string[] words = ["ls", "--json", FtpxProgram.UrlOf(server, "한글 폴더")];
        var list = (await wine.Shipped.RunAsync(Folder.Path, null, words, Token)).ExpectQuiet();
        var entries = FtpxProgram.Lines(list, "entry").ToDictionary(entry => entry.GetProperty("name").GetString()!, entry => entry.GetProperty("size").GetInt64());
        Assert.Equal(Names.Select((name, i) => (name, 1000L + i)).OrderBy(pair => pair.name, StringComparer.Ordinal), entries.Select(pair => (pair.Key, pair.Value)).OrderBy(pair => pair.Key, StringComparer.Ordinal));

        // As it is typed, and as it is escaped.
        foreach (var start in (string[])["한글 폴더/위성", FtpxProgram.UrlOf(server, "한글 폴더/위성").Split('/', 4)[3]])
        {
            using var target = new TempFolder();
            var get = await wine.Shipped.RunAsync(target.Path, null, ["get", "--quiet", $"{FtpxProgram.UrlOf(server, "")}{start}*.nc"], Token);
            Assert.Equal(new ProgramEnd(0, "", ""), get);
            Assert.Equal(Names[..2], Directory.GetFiles(target.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
            for (var i = 0; i < 2; i++) Assert.Equal(hashes[i], await RandomFile.HashAsync(target.File(Names[i]), Token));
        }
    }

    [ServerFact("vsftpd", "tmux", "wine")]
    public async Task A_tree_in_a_console_is_a_line_for_each_name()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        foreach (var name in (string[])["plain.nc", "한글 폴더/위성 자료.nc"]) await GetChecks.PutAsync(server, "pass/" + name, 1234, Token);
        var command = WineSession.ShellCommand([WindowsBuild.Shipped.Require(), "ls", "-lR", FtpxProgram.UrlOf(server, "pass")]);
        await using var terminal = await TmuxTerminal.StartAsync(Folder.Path, wine.Session.Environment, command, Token);

        var screen = await terminal.WaitForAsync(ExitCode(), Token);
        Assert.True(Tree().IsMatch(screen), screen);
    }

    [GeneratedRegex(@"^pass:\n-rw-r--r-- +1234  2021-03-04 +plain\.nc\ndrwxr-xr-x +-  \d{4}-\d\d-\d\d \d\d:\d\d  한글 폴더/\n\npass/한글 폴더:\n-rw-r--r-- +1234  2021-03-04 +위성 자료\.nc\nexit code 0\n")]
    private static partial Regex Tree();

    [GeneratedRegex("^exit code ", RegexOptions.Multiline)]
    private static partial Regex ExitCode();
}
