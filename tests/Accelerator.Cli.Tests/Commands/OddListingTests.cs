namespace Accelerator.Cli.Tests.Commands;

/// <summary>Servers with odd listings, at the commands that list.</summary>
public sealed class OddListingTests : LoopbackFixture
{
    private static readonly LoopbackOptions ListOnly = new() { Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst };

    /// <summary>Scripts that poll an inbox take another code for a failure.</summary>
    [Theory]
    [InlineData("LIST", "450 No files found")]
    [InlineData("LIST", "550 No files found.")]
    [InlineData("MLSD", "450 No files found")]
    public async Task A_refusal_that_says_no_files_is_an_empty_folder(string verb, string reply)
    {
        await using var server = LoopbackServer.Start(verb == "LIST" ? ListOnly : new LoopbackOptions());
        server.Files.AddDirectory("/inbox");
        server.Inject(Fault.OnCommand(verb).Reply(reply));
        foreach (var command in (string[])["ls", "find", "du", "mirror"])
        {
            TakeOut();
            string[] quiet = command == "mirror" ? ["--quiet"] : [];
            Assert.Equal((command, 0, ""), (command, await RunAsync([command, $"ftp://{server.EndPoint}/inbox", "--no-site-memory", .. quiet]), Err));
        }
        Assert.Equal(3, await RunAsync("get", $"ftp://{server.EndPoint}/inbox/*", "--no-site-memory", "--quiet"));
        Assert.InRange(server.Log.CountOf(verb), 5, 15);
    }

    [Theory]
    [InlineData("502 not implemented")]
    [InlineData("257 no quotes")]
    public async Task Folders_are_listed_and_mirrored_without_PWD(string reply)
    {
        await using var server = LoopbackServer.Start(ListOnly);
        foreach (var path in (string[])["/pub/a", "/pub/sub/b", "/pub/sub/deep/c", "/pub/other/d"]) server.Files.AddText(path, "text");
        server.Inject(Fault.OnCommand("PWD").Reply(reply));
        foreach (var path in (string[])["pub/sub/", "/pub/sub/"])
        {
            TakeOut();
            Assert.Equal((0, "b\ndeep/\n"), (await RunAsync("ls", $"ftp://{server.EndPoint}/{path}", "--no-site-memory"), Out));
        }
        foreach (var path in (string[])["pub", "/pub"])
        {
            Assert.Equal((0, ""), (await RunAsync("mirror", $"ftp://{server.EndPoint}/{path}", $"to{path}", "--no-site-memory", "--quiet"), Err));
            Assert.Equal("text", await ReadAsync($"to{path}/sub/deep/c"));
            Assert.Equal("text", await ReadAsync($"to{path}/other/d"));
        }
    }

    [Fact]
    public async Task A_pattern_skips_links_to_no_file_and_names_that_it_does_not_match()
    {
        Server.Files.AddText("/pub/a.nc", "text");
        Server.Files.AddText("/other/folder/x", "text");
        Server.Files.AddLink("/pub/dangling", "/nowhere");
        Server.Files.AddLink("/pub/folder", "/other/folder");
        Assert.Equal(0, await RunAsync("get", Url("pub/*"), "--no-site-memory"));
        AssertFiles("a.nc");
        Assert.Contains("pub/dangling is a link that leads to no file, and is skipped", Err);

        Server.Inject(Fault.OnListing().SendInstead(FileContent.FromBytes("type=file;size=4; a.nc\r\ntype=file;size=4; b\rad.txt\r\n"u8)));
        Assert.Equal(0, await RunAsync("get", Url("pub/*.nc"), "--overwrite", "--no-site-memory", "--quiet"));
        Assert.Equal(0, await RunAsync("ls", Url("pub/*.nc"), "--no-site-memory"));
        Assert.Equal(12, await RunAsync("ls", Url("pub/*"), "--no-site-memory"));
    }

    [Fact]
    public async Task LIST_that_is_refused_in_TYPE_I_is_sent_in_TYPE_A()
    {
        await using var server = LoopbackServer.Start(ListOnly);
        server.Files.AddText("/pub/a", "text");
        server.Inject(Fault.OnCommand("LIST").First(1).Reply("550 LIST needs TYPE A."));
        Assert.Equal(0, await RunAsync("mirror", $"ftp://{server.EndPoint}/pub", "to", "--no-site-memory", "--quiet"));
        Assert.Equal("text", await ReadAsync("to/a"));
        Assert.Equal(["TYPE A", "TYPE I"], server.Log.Commands.Where(command => command.Verb == "TYPE").Select(command => command.Line).SkipWhile(line => line == "TYPE I").Take(2));
    }

    [Fact]
    public async Task A_pattern_of_exclude_may_begin_with_a_point_and_a_slash()
    {
        Server.Files.AddText("/pub/keep.txt", "text");
        Server.Files.AddText("/pub/sub/keep.txt", "text");
        Assert.Equal(0, await RunAsync("mirror", Url("pub"), "to", "--exclude", "./keep.txt", "--no-site-memory", "--quiet"));
        Assert.False(File.Exists(PathOf("to/keep.txt")));
        Assert.Equal("text", await ReadAsync("to/sub/keep.txt"));
        Assert.Equal(2, await RunAsync("mirror", Url("pub"), "to", "--exclude", "../keep.txt"));
    }

    [Fact]
    public async Task A_missing_folder_is_not_found_although_MLSD_answers_with_nothing()
    {
        Server.Files.AddDirectory("/missing");
        Server.Inject(Fault.OnListing().OnPath("/missing").SendInstead(FileContent.FromBytes([])));
        Server.Inject(Fault.OnCommand("CWD").OnPath("/missing").Reply("550 No such directory."));
        foreach (var command in (string[])["mirror", "ls", "find", "du"])
            Assert.Equal((command, 3), (command, await RunAsync(command, Url("missing"), "--no-site-memory")));
        Directory.CreateDirectory(PathOf("here"));
        Assert.Equal(3, await RunAsync("diff", Url("missing"), "here", "--no-site-memory", "--quiet"));
    }
}
