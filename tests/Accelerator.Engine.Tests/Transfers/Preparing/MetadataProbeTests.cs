using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Tests.Transfers.Preparing;

/// <summary>When a failed query becomes available to another session.</summary>
public sealed class MetadataProbeTests
{
    private const string Path = "/pub/a.bin";

    [Fact]
    public async Task A_file_that_is_not_there_is_not_asked_for_by_another_session_while_it_is_being_ended()
    {
        await using var server = LoopbackServer.Start();
        var probe = Probe(server);
        await using var session = await ConnectAsync(server);
        Assert.Equal(FileQuestion.Size, probe.TryTake(urgentOnly: true));
        var missing = await Assert.ThrowsAsync<TransferException>(() => probe.QueryAsync(FileQuestion.Size, session, CancellationToken.None));
        Assert.Equal(FailureKind.NotFound, missing.Kind);

        Assert.Equal(FileQuestion.Time, probe.TryTake(urgentOnly: true));
        Assert.Null(probe.TryTake(urgentOnly: true));
        Assert.False(probe.IsIdentified);
    }

    [Fact]
    public async Task A_query_whose_session_is_lost_or_cancelled_is_sent_by_another_one()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Faults = FaultPlan.Of(Fault.OnCommand("SIZE", nth: 1).CloseControl(), Fault.OnCommand("SIZE", nth: 2).NeverAnswer()) });
        server.Files.AddSynthetic(Path, 1000);
        var probe = Probe(server);
        Assert.Equal(FileQuestion.Size, probe.TryTake(urgentOnly: true));
        await using (var lost = await ConnectAsync(server)) await Assert.ThrowsAnyAsync<FtpException>(() => probe.QueryAsync(FileQuestion.Size, lost, CancellationToken.None));

        Assert.Equal(FileQuestion.Size, probe.TryTake(urgentOnly: true));
        using var silent = new CancellationTokenSource();
        await using (var stopped = await ConnectAsync(server))
        {
            var asking = probe.QueryAsync(FileQuestion.Size, stopped, silent.Token);
            await Soon.UntilAsync(() => server.Log.CountOf("SIZE") == 2);
            await silent.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asking.SoonAsync());
        }

        await using var session = await ConnectAsync(server);
        while (probe.TryTake(urgentOnly: true) is { } question) await probe.QueryAsync(question, session, CancellationToken.None);
        Assert.Equal((true, 1000L), (probe.IsIdentified, probe.Identity.Size));
    }

    [Fact]
    public async Task After_the_last_byte_each_session_gets_a_question_of_its_own()
    {
        await using var server = LoopbackServer.Start();
        var samples = Enumerable.Range(0, SamplePolicy.Most).Select(i => new ContentSample(i * 100, new byte[100])).ToList();
        var probe = Probe(server).Again(new SampleQueue(Source(server), samples, new SampleRecord(), () => { }));

        // A session with an open data connection reads a sample, another one asks for size or time first. One whose data connection is
        // still being opened leaves the samples to the others: its answer would be the last.
        Assert.Equal(FileQuestion.Sample, probe.TryTake(urgentOnly: false, isReady: true));
        Assert.Equal(FileQuestion.Size, probe.TryTake(urgentOnly: false));
        Assert.Equal(FileQuestion.Time, probe.TryTake(urgentOnly: false, isReady: true, leavesSamples: true));
        Assert.Null(probe.TryTake(urgentOnly: false, isReady: true, leavesSamples: true));
        for (var i = 1; i < SamplePolicy.Most; i++) Assert.Equal(FileQuestion.Sample, probe.TryTake(urgentOnly: false, isReady: i % 2 == 0));
        Assert.Null(probe.TryTake(urgentOnly: false, isReady: true));
        Assert.False(probe.IsComplete);
    }

    private static MetadataProbe Probe(LoopbackServer server) => MetadataProbe.First(Source(server), withHashes: false);

    private static TransferSource Source(LoopbackServer server) =>
        new(EndpointOf(server), FtpCredential.Anonymous, FtpPath.FromText(Path, FtpCharsets.Utf8));

    private static FtpEndpoint EndpointOf(LoopbackServer server) => new(server.EndPoint.Address.ToString(), server.EndPoint.Port, FtpSecurity.None);

    private static async Task<FtpSession> ConnectAsync(LoopbackServer server)
    {
        using var connector = new FtpConnector(
            new SessionProfile { Endpoint = EndpointOf(server), Credential = FtpCredential.Anonymous }, TimeProvider.System, trace: null);
        return await connector.ConnectAsync(null, CancellationToken.None).SoonAsync();
    }
}
