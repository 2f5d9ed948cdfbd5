using Accelerator.Ftp.Sessions;
using Accelerator.Ftp.Tests.Sessions;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Transcripts;

/// <summary>Real servers' dialogues, however the network cuts them: the same commands in the same order, and the same answers understood.</summary>
public sealed class TranscriptTests
{
    private static readonly VisitResult Usual = new()
    {
        Size = Visit.SmallLength,
        Modified = "20260102030405",
        IsWhole = true,
        IsTail = true,
        CouldLeave = true,
        IsWholeAfterLeaving = true,
        MissingSize = 550,
        MissingFile = 550,
        IsTailAtLast = true,
    };

    private static readonly Dictionary<string, VisitResult> Results = new()
    {
        ["vsftpd"] = Usual,
        ["proftpd"] = Usual with { ListedSize = Visit.SmallLength, IsRange = true, Sha256 = Visit.SmallSha256 },
        ["pure-ftpd"] = Usual with { ListedSize = Visit.SmallLength },
        ["pyftpdlib"] = Usual with { ListedSize = Visit.SmallLength },
        ["iis"] = Usual,
    };

    private static readonly BrowseResult Browsed = new()
    {
        Entries = "file 67108864 large.bin | file 5000 small.bin | folder - sub folder",
        IsComplete = true,
        IsWhole = true,
        CouldLeave = true,
        IsWholeAfterLeaving = true,
    };

    private static readonly Dictionary<string, BrowseResult> BrowseResults = new()
    {
        ["vsftpd"] = Browsed,
        ["proftpd"] = Browsed,
        ["pure-ftpd"] = Browsed,
        ["pyftpdlib"] = Browsed,
        ["iis"] = Browsed,
        ["filezilla-server"] = Browsed,
        ["serv-u"] = Browsed,
        ["mvs"] = Browsed with { Entries = "file - LARGE.BIN | file - SMALL.BIN | folder - SOURCE.LIB" },
    };

    public static IEnumerable<object[]> Replays =>
        from server in Results.Keys
        from delivery in Enum.GetValues<Delivery>()
        select new object[] { server, delivery };

    public static IEnumerable<object[]> BrowsingReplays =>
        from server in BrowseResults.Keys
        from delivery in Enum.GetValues<Delivery>()
        select new object[] { server, delivery };

    [Theory]
    [MemberData(nameof(Replays))]
    public Task A_recorded_visit_goes_as_it_went(string server, Delivery delivery) =>
        ReplayAsync(server, server, delivery, Results[server], connector => Visit.RunAsync(connector, CancellationToken.None));

    [Theory]
    [MemberData(nameof(BrowsingReplays))]
    public Task A_recorded_look_around_goes_as_it_went(string server, Delivery delivery) =>
        ReplayAsync($"browsing/{server}", server, delivery, BrowseResults[server], connector => Browse.RunAsync(connector, server == "mvs" ? "" : "pub", CancellationToken.None));

    [Fact]
    public void Every_transcript_is_played()
    {
        Assert.Equal(Results.Keys.Order(), Files(""));
        Assert.Equal(BrowseResults.Keys.Order(), Files("browsing"));
    }

    private static IEnumerable<string?> Files(string folder) =>
        Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "Transcripts", folder), "*.txt").Select(Path.GetFileNameWithoutExtension).Order();

    private static async Task ReplayAsync<T>(string name, string server, Delivery delivery, T expected, Func<FtpConnector, Task<T>> run)
    {
        var transcript = Transcript.Load(name);
        var credential = server == "vsftpd" ? new FtpCredential("anonymous", "guest@example.org") : new FtpCredential("ftpx", "loopback");
        using var site = new Site(profile => profile with { Credential = credential });
        var visiting = run(site.Connector);
        using var connection = await site.Server.AcceptAsync();
        try
        {
            await transcript.PlayAsync(connection, delivery);
        }
        catch (IOException) when (connection.Commands[^1] == "QUIT")
        {
            // The client does not wait for the answer to QUIT, and may be gone.
        }
        Assert.Equal(expected, await visiting.SoonAsync());
        Assert.Equal(transcript.CommandCount, connection.Commands.Count);
    }
}
