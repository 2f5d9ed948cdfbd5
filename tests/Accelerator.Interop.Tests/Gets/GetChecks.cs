using Accelerator.Engine.Transfers.Scheduling;

namespace Accelerator.Interop.Tests.Gets;

/// <summary>Checks of a get with every server, whichever tests start the server.</summary>
internal static class GetChecks
{
    public const long Big = 64 << 20;

    /// <summary>The bytes that are read twice where two ranges meet.</summary>
    public const long Sample = 64 << 10;

    // Bytes a second that all streams together read at first: at this rate Big takes a minute, in which a busy machine lets every stream in.
    private const long Slowly = 1 << 20;

    /// <summary>Whole seconds: MDTM tells no more. Neither now nor a round number.</summary>
    public static readonly DateTime Modified = new(2021, 3, 4, 5, 6, 7, DateTimeKind.Utc);

    /// <summary>Bytes a second for each connection, at which <see cref="Big"/> takes three seconds: on a busy machine the last of several streams is let in late, and still gets its turn.</summary>
    public static int? RateFor(int streams) => streams == 1 ? null : (int)(Big / streams / 3);

    public static async Task<string> PutAsync(FtpServerProcess server, string path, long length, CancellationToken cancellationToken)
    {
        var hash = await server.PutAsync(path, length, seed: (int)length, cancellationToken);
        File.SetLastWriteTimeUtc(Path.Combine(server.Root, path), Modified);
        return hash;
    }

    /// <summary>The file, its time stamp, no more sessions than streams, no more bytes than the file and its seams.</summary>
    public static async Task BringsABigFileAsync(
        FtpServerProcess server, int? streams, Func<TransferRequest, TransferRequest> adjust, CancellationToken cancellationToken)
    {
        var hash = await PutAsync(server, "folder/big.bin", Big, cancellationToken);
        using var fixture = new GetFixture(server);
        var receiving = new ConcurrentDictionary<int, bool>();
        // Until each stream receives: the first ones would bring the whole file while a busy machine lets the last one wait for its login.
        Func<long?>? limit = null;
        if (streams > 1) limit = () => receiving.Count < streams ? Slowly : null;
        var request = adjust(fixture.Request("folder/big.bin") with { Streams = streams, RateLimitNow = limit });
        var outcome = await GetFixture.RunAsync(request, cancellationToken, value =>
        {
            if (value is TransferEvent.Happened { StreamEvent: { Kind: StreamEventKind.FirstByte, Slot: var slot } }) receiving[slot] = true;
        });

        outcome.AssertSucceeded();
        await AssertIsAsync(fixture, "folder/big.bin", hash, cancellationToken);
        Assert.Equal(["big.bin"], fixture.LocalNames);
        Assert.InRange(outcome.Sent("USER"), 1, streams ?? TransferMeter.MostSlots);
        await AssertServerSawAsync(server, outcome, "RETR", cancellationToken);
        await AssertServerSawAsync(server, outcome, "PASS", cancellationToken);

        // Every overlap check costs a sample below or above it, and a stream whose range was cut may have a block in flight.
        Assert.InRange(outcome.File.BytesFetched, Big, Big + (outcome.Sent("RETR") * 2 * Sample));
        if (!outcome.File.VerifiedBy.StartsWith("HASH", StringComparison.Ordinal))
            Assert.Equal(streams is 1 ? "length" : "length and seams", outcome.File.VerifiedBy);
        if (streams is not { } wanted) return;
        Assert.Equal(wanted, outcome.File.PeakStreams);
        Assert.Equal(wanted, outcome.Sent("USER"));
        // The second RETR is the sample of the start, after the last byte.
        if (wanted == 1) Assert.Equal((outcome.File.VerifiedBy == "length" ? 2 : 1, 0), (outcome.Sent("RETR"), outcome.Sent("REST")));
    }

    /// <summary>Checks that the file arrives and the user is told when eight streams are requested and the server allows fewer.</summary>
    /// <param name="most">The number of streams that can receive at once.</param>
    /// <param name="refusal">The reply with which the server refuses.</param>
    public static async Task LivesWithALimitAsync(FtpServerProcess server, int most, int refusal, CancellationToken cancellationToken)
    {
        var hash = await PutAsync(server, "big.bin", Big, cancellationToken);
        using var fixture = new GetFixture(server);
        // Slowly until the first refusal: on a busy machine the streams that are let in would bring the whole file before.
        var isRefused = false;
        var request = fixture.Request("big.bin") with { Streams = 8, RateLimitNow = () => Volatile.Read(ref isRefused) ? null : Slowly };
        var outcome = await GetFixture.RunAsync(request, cancellationToken, value =>
        {
            if (value is TransferEvent.Notice { Kind: NoticeKind.ServerLimit }) Volatile.Write(ref isRefused, true);
        });

        outcome.AssertSucceeded();
        await AssertIsAsync(fixture, "big.bin", hash, cancellationToken);
        Assert.InRange(outcome.File.PeakStreams, 1, most);
        Assert.NotEmpty(outcome.Notices(NoticeKind.ServerLimit));
        // The streams above the limit are refused once each while they arrive together; then the gate is shut for 15 s.
        Assert.InRange(outcome.Received(refusal), 1, 8 + (int)(outcome.File.Elapsed.TotalSeconds / 15));
        Assert.Empty(outcome.Notices(NoticeKind.RestNotHonoured));
    }

    /// <summary>Stopped half-way, the second run fetches what the first had not made durable, and no more.</summary>
    public static async Task ContinuesAfterACancelAsync(FtpServerProcess server, CancellationToken cancellationToken, SiteMemory? sites = null)
    {
        var hash = await PutAsync(server, "big.bin", Big, cancellationToken);
        using var fixture = new GetFixture(server);
        var request = fixture.Request("big.bin") with { Streams = 4, Sites = sites };

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        // Slower than the server, so that the second half takes five seconds: the report of the first half must come before the end.
        var first = await GetFixture.RunAsync(request with { RateLimit = 6 << 20 }, stop.Token, value =>
        {
            if (value is TransferEvent.Progress { Snapshot.BytesDone: > Big / 2 }) stop.Cancel();
        });
        first.AssertFailed(FailureKind.Cancelled);
        Assert.True(first.File.CanResume, first.Notify());
        Assert.Equal(["big.bin.part", "big.bin.part.journal"], fixture.LocalNames);

        var second = await GetFixture.RunAsync(request, cancellationToken);
        second.AssertSucceeded();
        await AssertIsAsync(fixture, "big.bin", hash, cancellationToken);
        Assert.Equal(["big.bin"], fixture.LocalNames);
        Assert.Single(second.Notices(NoticeKind.Resumed));
        // A stop by the user makes everything durable first: nothing but samples is fetched twice.
        Assert.InRange(second.File.BytesReused, Big / 2, Big - 1);
        Assert.InRange(first.File.BytesFetched + second.File.BytesFetched, Big, Big + ((first.Sent("RETR") + second.Sent("RETR")) * 2 * Sample));
    }

    /// <summary>The file is here with these bytes and the time stamp of <see cref="PutAsync"/>.</summary>
    public static async Task AssertIsAsync(GetFixture fixture, string path, string hash, CancellationToken cancellationToken)
    {
        Assert.Equal(hash, await RandomFile.HashAsync(fixture.Target(path), cancellationToken));
        Assert.Equal(Modified, File.GetLastWriteTimeUtc(fixture.Target(path)));
    }

    /// <summary>
    /// The server's own log counts what our trace counts, except for a command of a session that was closed before its reply: a busy server may not
    /// have read it. The log is written when a command is done, which may be a little later.
    /// </summary>
    public static async Task AssertServerSawAsync(FtpServerProcess server, GetOutcome outcome, string verb, CancellationToken cancellationToken)
    {
        if (server is PureFtpdServer or FtpxServer) return;
        var answered = (verb == "RETR" ? new[] { 150, 125 } : [230, 530]).Sum(outcome.Received);
        Assert.True(answered > 0);
        while (server.CountCommands(verb) < answered) await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
        Assert.InRange(server.CountCommands(verb), answered, outcome.Sent(verb));
    }
}
