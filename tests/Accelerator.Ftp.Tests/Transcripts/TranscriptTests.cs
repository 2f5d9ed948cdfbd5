using Accelerator.Ftp.Tests.Control;
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

    public static IEnumerable<object[]> Replays =>
        from server in Results.Keys
        from fragmentation in Enum.GetValues<Fragmentation>()
        select new object[] { server, fragmentation };

    [Theory]
    [MemberData(nameof(Replays))]
    public async Task A_recorded_visit_goes_as_it_went(string server, Fragmentation fragmentation)
    {
        var transcript = Transcript.Load(server);
        var credential = server == "vsftpd" ? new FtpCredential("anonymous", "guest@example.org") : new FtpCredential("ftpx", "loopback");
        using var site = new Site(profile => profile with { Credential = credential });
        var visiting = Visit.RunAsync(site.Connector, CancellationToken.None);
        using var connection = await site.Server.AcceptAsync();
        try
        {
            await transcript.PlayAsync(connection, fragmentation);
        }
        catch (IOException) when (connection.Commands[^1] == "QUIT")
        {
            // The client does not wait for the answer to QUIT, and may be gone.
        }
        Assert.Equal(Results[server], await visiting.SoonAsync());
        Assert.Equal(transcript.CommandCount, connection.Commands.Count);
    }

    [Fact]
    public void Every_transcript_is_played()
    {
        var files = Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "Transcripts"), "*.txt").Select(Path.GetFileNameWithoutExtension);
        Assert.Equal(Results.Keys.Order(), files.Order());
    }
}
