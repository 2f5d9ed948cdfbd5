namespace Accelerator.Ftp.Tests.Transcripts;

/// <summary>
/// Dialogues of real servers, for every way in which the network may split them: the client sends the same commands in the same order and
/// parses the same replies.
/// </summary>
public sealed class TranscriptTests
{
    private static readonly Dictionary<string, string> Results = new()
    {
        ["vsftpd"] = Visited(),
        ["proftpd"] = Visited(listedSize: Visit.SmallLength, range: 226, hash: Visit.SmallSha256),
        ["pure-ftpd"] = Visited(listedSize: Visit.SmallLength),
        ["pyftpdlib"] = Visited(listedSize: Visit.SmallLength),
        ["iis"] = Visited(),
    };

    private static readonly string[] Browsing = ["vsftpd", "proftpd", "pure-ftpd", "pyftpdlib", "iis", "filezilla-server", "serv-u", "mvs"];

    public static IEnumerable<object[]> Replays =>
        from server in Results.Keys
        from delivery in Enum.GetValues<Delivery>()
        select new object[] { server, delivery };

    public static IEnumerable<object[]> BrowsingReplays =>
        from server in Browsing
        from delivery in Enum.GetValues<Delivery>()
        select new object[] { server, delivery };

    [Theory]
    [MemberData(nameof(Replays))]
    public Task A_recorded_session_replays_as_recorded(string server, Delivery delivery) =>
        ReplayAsync(server, server, delivery, Results[server], connector => Visit.RunAsync(connector, CancellationToken.None));

    [Theory]
    [MemberData(nameof(BrowsingReplays))]
    public Task A_recorded_session_of_listings_replays_as_recorded(string server, Delivery delivery) =>
        ReplayAsync($"browsing/{server}", server, delivery, Browsed(server == "mvs"),
            connector => Browse.RunAsync(connector, server == "mvs" ? "" : "pub", CancellationToken.None));

    [Fact]
    public void Every_transcript_is_played()
    {
        Assert.Equal(Results.Keys.Order(), Files(""));
        Assert.Equal(Browsing.Order(), Files("browsing"));
    }

    private static string Visited(int? listedSize = null, int? range = null, string? hash = null) => string.Join(
        '\n',
        $"size {Visit.SmallLength}", "modified 20260102030405", $"listed size {listedSize}", "whole 226", "tail 226", "left True", "whole again 226",
        $"range {range}", "size of a missing file 550", "missing file 550", $"hash {hash}", "last byte 226");

    private static string Browsed(bool isMainframe)
    {
        var entries = isMainframe
            ? "file - LARGE.BIN\nfile - SMALL.BIN\nfolder - SOURCE.LIB"
            : "file 67108864 large.bin\nfile 5000 small.bin\nfolder - sub folder";
        return $"{entries}\ncomplete True\nwhole True\nleft True\nwhole again True";
    }

    private static IEnumerable<string?> Files(string folder) =>
        Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "Transcripts", folder), "*.txt").Select(Path.GetFileNameWithoutExtension).Order();

    private static async Task ReplayAsync(string name, string server, Delivery delivery, string expected, Func<FtpConnector, Task<string>> run)
    {
        var transcript = Transcript.Load(name);
        var credential = server == "vsftpd" ? new FtpCredential("anonymous", "guest@example.org") : new FtpCredential("ftpx", "loopback");
        using var site = new SiteFixture(profile => profile with { Credential = credential });
        var visiting = run(site.Connector);
        using var connection = await site.Server.AcceptAsync();
        try
        {
            await transcript.PlayAsync(connection, delivery);
        }
        catch (IOException) when (connection.Commands[^1] == "QUIT")
        {
            // The client does not wait for the reply to QUIT, and may have disconnected.
        }
        Assert.Equal(expected, await visiting.SoonAsync());
        Assert.Equal(transcript.CommandCount, connection.Commands.Count);
    }
}
