namespace Accelerator.Interop.Tests.Gets;

/// <summary>
/// Tests of the features that only ProFTPD has among the real servers here: ranges with an end, hashes, and a limit on transfers.
/// </summary>
public sealed class ProftpdExtensionTests : RealTests
{
    [ServerFact("proftpd")]
    public async Task Get_with_eight_streams_lives_with_two_transfers_at_a_time()
    {
        var options = new ServerOptions { BytesPerSecond = GetChecks.RateFor(4), Extra = ["MaxTransfersPerHost RETR 2"] };
        await using var server = await ProftpdServer.StartAsync(options, Token);
        await GetChecks.LivesWithALimitAsync(server, most: 2, refusal: 451, Token);
    }

    [ServerFact("proftpd")]
    public async Task Get_fills_the_gaps_of_an_earlier_run_with_RANG()
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(8) }, Token);
        Assert.Equal(0, server.CountCommands("RANG"));
        // FEAT is not awaited before the first byte, so the site memory records beforehand that RANG works here.
        var sites = new SiteMemory(Folder.Path, TimeProvider.System);
        var key = SiteKey.Of(server.Endpoint, server.User);
        await sites.LearnAsync(key, facts => facts with { RangWorks = new(true, TimeProvider.System.GetUtcNow()) }, Token);
        await GetChecks.ContinuesAfterACancelAsync(server, Token, sites);

        // The second run's ranges end where the first run's bytes begin. Only the last range runs to the end of the file.
        await server.WaitForCommandsAsync("RETR", server.CountCommands("RANG"), Token);
        Assert.InRange(server.CountCommands("RANG"), 3, server.CountCommands("RETR"));
        Assert.All(Ranges(server), range => Assert.InRange(range.Last, range.First, GetChecks.Big - 1));
    }

    [ServerTheory("proftpd")]
    [InlineData(1)]
    [InlineData(8)]
    public async Task Get_requests_the_hash_when_verification_is_set_to_always(int streams)
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions(), Token);
        var hash = await GetChecks.PutAsync(server, "big.bin", GetChecks.Big, Token);
        using var fixture = new GetFixture(server);
        var request = fixture.Request("big.bin") with { Streams = streams, Verify = new Verification(VerifyMode.Always) };
        var outcome = await GetFixture.RunAsync(request, Token);

        outcome.AssertSucceeded();
        Assert.Equal("HASH SHA-256", outcome.File.VerifiedBy);
        Assert.Equal(hash, outcome.File.Sha256, ignoreCase: true);
        await server.WaitForCommandsAsync("HASH", 1, Token);
        Assert.Equal(1, server.CountCommands("HASH"));
        Assert.Equal(hash, await RandomFile.HashAsync(fixture.Target("big.bin"), Token));
    }

    // Same size, same time, other bytes, in one stream without a seam: nothing but the hash can tell.
    [ServerFact("proftpd")]
    public async Task Get_publishes_nothing_that_the_hash_contradicts()
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(2) }, Token);
        await GetChecks.PutAsync(server, "big.bin", GetChecks.Big, Token);
        var served = new FileInfo(Path.Combine(server.Root, "big.bin"));
        var time = served.LastWriteTimeUtc;
        using var fixture = new GetFixture(server);
        var replaced = 0;
        var request = fixture.Request("big.bin") with { Streams = 1, Verify = new Verification(VerifyMode.Always) };
        var outcome = await GetFixture.RunAsync(request, Token, value =>
        {
            if (value is not TransferEvent.Progress { Snapshot.BytesDone: > GetChecks.Big / 4 } || Interlocked.Exchange(ref replaced, 1) != 0) return;
            using (var file = served.OpenWrite())
            {
                file.Position = GetChecks.Big - 1000;
                file.Write(new byte[1000]);
                file.Position = 0;
                file.Write(new byte[1000]);
            }
            File.SetLastWriteTimeUtc(served.FullName, time);
        });

        Assert.Equal(1, replaced);
        outcome.AssertFailed(FailureKind.Verification);
        await server.WaitForCommandsAsync("HASH", 1, Token);
        Assert.Equal(1, server.CountCommands("HASH"));
        Assert.Empty(fixture.LocalNames);
    }

    private static IEnumerable<(long First, long Last)> Ranges(ProftpdServer server) =>
        from command in server.Commands()
        let words = command.Split(' ')
        where words[0] == "RANG"
        select (long.Parse(words[1], null), long.Parse(words[2], null));
}
