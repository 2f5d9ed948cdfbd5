using System.Text;
using System.Text.RegularExpressions;

namespace Accelerator.Loopback.Tests;

public sealed class ListingTests
{
    [Fact]
    public async Task LIST_may_be_written_as_IIS_writes_it()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { ListForm = LoopbackListForm.Dos });
        server.Files.AddText("/a file.txt", "abc");
        server.Files.AddDirectory("/sub");
        server.Files.AddLink("/way", "sub");
        server.Files.Touch("/a file.txt", new DateTimeOffset(2020, 5, 6, 17, 8, 9, TimeSpan.Zero));
        using var client = await RawFtp.LoginAsync(server);
        Assert.Equal(
            "05-06-20  05:08PM                    3 a file.txt\r\n" +
            "01-02-26  03:04AM       <DIR>          sub\r\n" +
            "01-02-26  03:04AM       <SYMLINKD>     way [sub]\r\n",
            Text(await client.TransferAsync("LIST")));
    }

    [Fact]
    public async Task A_listing_may_be_cut_off_with_a_226_that_says_so()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { MaxListed = 2 });
        foreach (var name in (string[])["/a", "/b", "/c", "/one/x", "/two/x", "/two/y"]) server.Files.AddText(name, "");
        using var client = await RawFtp.LoginAsync(server);
        var cut = await client.TransferAsync("MLSD");
        Assert.Equal(2, cut.Bytes.Count(b => b == '\n'));
        Assert.Equal("226 Output truncated to 2 matches", cut.Final);
        Assert.Equal("226 Transfer complete.", (await client.TransferAsync("MLSD /one")).Final);
        // Exactly as many: it does not look whether there are more.
        Assert.Equal("226 Output truncated to 2 matches", (await client.TransferAsync("LIST /two")).Final);
    }

    [Fact]
    public async Task LIST_may_hide_names_that_begin_with_a_point()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { HideDotNames = true });
        server.Files.AddText("/.hidden", "");
        server.Files.AddText("/shown", "");
        using var client = await RawFtp.LoginAsync(server);
        Assert.Equal("shown\r\n", Text(await client.TransferAsync("NLST")));
        Assert.DoesNotContain(".hidden", Text(await client.TransferAsync("LIST")));
        Assert.Contains(".hidden", Text(await client.TransferAsync("MLSD")));
    }

    [Fact]
    public async Task Links_are_shown_followed_and_may_go_round()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddText("/pub/sub/f", "abc");
        server.Files.AddLink("/pub/file", "sub/f");
        server.Files.AddLink("/pub/folder", "/pub/sub");
        server.Files.AddLink("/pub/up", "..");
        server.Files.AddLink("/pub/nowhere", "none");
        server.Files.AddLink("/pub/round", "round");
        using var client = await RawFtp.LoginAsync(server);

        var list = Text(await client.TransferAsync("LIST /pub"));
        Assert.Matches(@"lrwxrwxrwx .*            5 .* file -> sub/f\r\n", list);
        Assert.Matches(@"lrwxrwxrwx .* nowhere -> none\r\n", list);
        Assert.Contains("type=OS.unix=slink:/pub/sub;", Text(await client.TransferAsync("MLSD /pub")));
        Assert.Equal("abc", Text(await client.TransferAsync("RETR /pub/file")));
        Assert.Equal("abc", Text(await client.TransferAsync("RETR /pub/up/pub/up/pub/folder/f")));
        await client.AskAsync("SIZE /pub/folder/f", "213 3");
        await client.AskAsync("CWD /pub/folder", "250");
        await client.AskAsync("CWD /pub/round", "550");
        await client.AskAsync("CWD /pub/nowhere", "550");
        Assert.StartsWith("550", (await client.TransferAsync("RETR /pub/round")).Preliminary);
    }

    [Fact]
    public async Task Links_may_be_shown_as_what_they_lead_to_and_then_a_loop_shows_in_the_unique_fact()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { LinksAsTargets = true });
        server.Files.AddText("/pub/sub/f", "abc");
        server.Files.AddLink("/pub/file", "sub/f");
        server.Files.AddLink("/pub/loop", ".");
        server.Files.AddLink("/pub/nowhere", "none");
        using var client = await RawFtp.LoginAsync(server);
        var root = Text(await client.TransferAsync("MLSD /"));
        var pub = Text(await client.TransferAsync("MLSD /pub"));
        Assert.Contains("type=file;size=3;modify=20260102030405;perm=r; file\r\n", pub);
        Assert.DoesNotContain("nowhere", pub);
        Assert.Equal(UniqueOf("pub", root), UniqueOf("loop", pub));
        Assert.NotEqual(UniqueOf("sub", pub), UniqueOf("loop", pub));

        static string UniqueOf(string name, string text) => Regex.Match(text, $"type=dir;.*unique=(\\w+); {name}\r\n").Groups[1].Value;
    }

    [Fact]
    public async Task A_series_of_files_is_listed_and_served()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddSeries("/many", 100_000, 7);
        server.Files.AddText("/many/apart", "x");
        using var client = await RawFtp.LoginAsync(server);
        var text = Text(await client.TransferAsync("MLSD /many"));
        Assert.Equal(100_001, text.Count(c => c == '\n'));
        Assert.Contains("type=file;size=7;modify=20260102030405;perm=r; file-0054321.dat\r\n", text);

        var file = await client.TransferAsync("RETR /many/file-0054321.dat");
        Assert.Equal(server.Files.Sha256Of("/many/file-0054321.dat"), ContentDigest.Sha256(FileContent.FromBytes(file.Bytes)));
        Assert.NotEqual(server.Files.Sha256Of("/many/file-0054321.dat"), server.Files.Sha256Of("/many/file-0054322.dat"));
        foreach (var name in (string[])["file-0000000.dat", "file-0100001.dat", "file-54321.dat", "file-.dat", "file-"])
            await client.AskAsync($"SIZE /many/{name}", "550");
    }

    private static string Text(Download download) => Encoding.Latin1.GetString(download.Bytes);
}
