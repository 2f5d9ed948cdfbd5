using Accelerator.Loopback.Content;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Protocol;

public sealed class ListingTests
{
    [Fact]
    public async Task Listings_come_in_three_forms()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { TimeProvider = new AutoTime() });
        it.Files.AddText("/pub/a file.txt", "abc");
        it.Files.AddDirectory("/pub/sub");
        it.Files.Touch("/pub/a file.txt", new DateTimeOffset(2020, 5, 6, 7, 8, 9, TimeSpan.Zero));
        await it.Client.AskAsync("CWD /pub", "250");
        Assert.Equal(
            "type=file;size=3;modify=20200506070809;perm=r; a file.txt\r\ntype=dir;modify=20260102030405;perm=el;unique=C3B0B4182425; sub\r\n",
            await it.Client.TextAsync("MLSD"));
        Assert.Equal("a file.txt\r\nsub\r\n", await it.Client.TextAsync("NLST"));
        const string Unix =
            "-r--r--r--    1 ftp      ftp                 3 May 06  2020 a file.txt\r\n" +
            "dr-xr-xr-x    2 ftp      ftp              4096 Jan 02 03:04 sub\r\n";
        foreach (var command in (string[])["LIST", "LIST -la", "LIST /pub"]) Assert.Equal(Unix, await it.Client.TextAsync(command));
        Assert.Contains("a file.txt", await it.Client.TextAsync("LIST a file.txt"));
        await it.Client.RefusedAsync("LIST none", "550");
        await it.Client.RefusedAsync("MLSD a file.txt", "501");
    }

    [Fact]
    public async Task LIST_may_be_written_as_IIS_writes_it()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { ListForm = LoopbackListForm.Dos });
        it.Files.AddText("/pub/a file.txt", "abc");
        it.Files.AddDirectory("/pub/sub");
        it.Files.AddLink("/pub/way", "sub");
        it.Files.Touch("/pub/a file.txt", new DateTimeOffset(2020, 5, 6, 17, 8, 9, TimeSpan.Zero));
        Assert.Equal(
            "05-06-20  05:08PM                    3 a file.txt\r\n" +
            "01-02-26  03:04AM       <DIR>          sub\r\n" +
            "01-02-26  03:04AM       <SYMLINKD>     way [sub]\r\n",
            await it.Client.TextAsync("LIST /pub"));
    }

    [Fact]
    public async Task A_listing_can_be_truncated_with_a_226_that_reports_it()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { MaxListed = 2 });
        foreach (var name in (string[])["/b", "/c", "/one/x", "/two/x", "/two/y"]) it.Files.AddText(name, "");
        var cut = await it.Client.TransferAsync("MLSD");
        Assert.Equal((2, "226 Output truncated to 2 matches"), (cut.Bytes.Count(b => b == '\n'), cut.Final));
        Assert.Equal("226 Transfer complete.", (await it.Client.TransferAsync("MLSD /one")).Final);
        // The folder has exactly as many entries as the limit; the server does not check whether there are more.
        Assert.Equal("226 Output truncated to 2 matches", (await it.Client.TransferAsync("LIST /two")).Final);
    }

    [Fact]
    public async Task LIST_may_hide_names_that_begin_with_a_point()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { HideDotNames = true });
        it.Files.AddText("/.hidden", "");
        Assert.Equal("f\r\n", await it.Client.TextAsync("NLST"));
        Assert.DoesNotContain(".hidden", await it.Client.TextAsync("LIST"));
        Assert.Contains(".hidden", await it.Client.TextAsync("MLSD"));
    }

    [Fact]
    public async Task Links_are_shown_followed_and_may_go_round()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        it.Files.AddText("/pub/sub/f", "abc");
        it.Files.AddLink("/pub/file", "sub/f");
        it.Files.AddLink("/pub/folder", "/pub/sub");
        it.Files.AddLink("/pub/up", "..");
        it.Files.AddLink("/pub/nowhere", "none");
        it.Files.AddLink("/pub/round", "round");
        var list = await it.Client.TextAsync("LIST /pub");
        Assert.Matches(@"lrwxrwxrwx .*            5 .* file -> sub/f\r\n", list);
        Assert.Matches(@"lrwxrwxrwx .* nowhere -> none\r\n", list);
        Assert.Contains("type=OS.unix=slink:/pub/sub;", await it.Client.TextAsync("MLSD /pub"));
        Assert.Equal("abc", await it.Client.TextAsync("RETR /pub/file"));
        Assert.Equal("abc", await it.Client.TextAsync("RETR /pub/up/pub/up/pub/folder/f"));
        await it.Client.AskAllAsync(("SIZE /pub/folder/f", "213 3"), ("CWD /pub/folder", "250"), ("CWD /pub/round", "550"), ("CWD /pub/nowhere", "550"));
        await it.Client.RefusedAsync("RETR /pub/round", "550");
    }

    [Fact]
    public async Task Links_may_be_shown_as_what_they_lead_to_and_then_a_loop_shows_in_the_unique_fact()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { LinksAsTargets = true });
        it.Files.AddText("/pub/sub/f", "abc");
        it.Files.AddLink("/pub/file", "sub/f");
        it.Files.AddLink("/pub/loop", ".");
        it.Files.AddLink("/pub/nowhere", "none");
        var root = await it.Client.TextAsync("MLSD /");
        var pub = await it.Client.TextAsync("MLSD /pub");
        Assert.Contains("type=file;size=3;modify=20260102030405;perm=r; file\r\n", pub);
        Assert.DoesNotContain("nowhere", pub);
        Assert.Equal(UniqueOf("pub", root), UniqueOf("loop", pub));
        Assert.NotEqual(UniqueOf("sub", pub), UniqueOf("loop", pub));

        static string UniqueOf(string name, string text) => Regex.Match(text, $"type=dir;.*unique=(\\w+); {name}\r\n").Groups[1].Value;
    }

    [Fact]
    public async Task A_series_of_files_is_listed_and_served()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        it.Files.AddSeries("/many", 100_000, 7);
        it.Files.AddText("/many/apart", "x");
        var text = await it.Client.TextAsync("MLSD /many");
        Assert.Equal(100_001, text.Count(c => c == '\n'));
        Assert.Contains("type=file;size=7;modify=20260102030405;perm=r; file-0054321.dat\r\n", text);

        var file = await it.Client.TransferAsync("RETR /many/file-0054321.dat");
        Assert.Equal(it.Files.Sha256Of("/many/file-0054321.dat"), ContentDigest.Sha256(FileContent.FromBytes(file.Bytes)));
        Assert.NotEqual(it.Files.Sha256Of("/many/file-0054321.dat"), it.Files.Sha256Of("/many/file-0054322.dat"));
        foreach (var name in (string[])["file-0000000.dat", "file-0100001.dat", "file-54321.dat", "file-.dat", "file-"])
            await it.Client.AskAsync($"SIZE /many/{name}", "550");
    }
}
