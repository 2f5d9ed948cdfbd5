namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>SIZE and MDTM with wrong values, with replies that are no numbers, or missing (fault matrix T-SIZE-1 and T-SIZE-2).</summary>
public sealed class SizeAndTimeLieTests
{
    private const long Length = 6 << 20;

    [Theory]
    [InlineData(1, 1)]
    [InlineData(8, 1)]
    [InlineData(1, 0)]
    [InlineData(1, 1000)]
    [InlineData(1, 64 << 10)]
    [InlineData(8, (64 << 10) + 1)]
    [InlineData(1, 6 << 20)]
    [InlineData(8, 6 << 20)]
    public async Task Without_SIZE_and_MLST_the_end_of_the_data_is_the_end_of_the_file(int streams, long length)
    {
        await using var get = Fixture(Sizeless);
        get.Server.Files.AddSynthetic(GetFixture.Remote, length);

        await get.GetCompleteAsync(streams);
    }

    [Fact]
    public async Task Without_SIZE_and_MLST_the_size_in_LIST_gives_ranges_and_a_resume_for_one_question()
    {
        const long Listed = 20 << 20;
        await using var get = Fixture(Sizeless);
        get.Server.Files.AddSynthetic(GetFixture.Remote, Listed);
        await get.InterruptAsync(4, 2 << 20);
        var before = get.Server.Log.CountOf("RETR");

        await get.GetCompleteAsync(4);

        get.Check(get.Result.BytesReused == 8 << 20, $"{get.Result.BytesReused} bytes were reused.");
        get.Check(Plans(get).All(plan => plan is { InitialStreams: > 1, Identity.Size: Listed }), "There should be ranges.");
        // The stream that fetched the file saw the end of the data, so no query is sent for it.
        get.Check(get.Server.Log.CountOf("LIST") == 2, $"LIST was asked {get.Server.Log.CountOf("LIST")} times in two runs.");
        get.Check(get.Server.Log.CountOf("RETR") > before, "Nothing was fetched.");
    }

    // The sizes that the listing of a mirror or a pattern reports; the first is the file's.
    [Theory]
    [InlineData(4, 0)]
    [InlineData(4, 1)]
    [InlineData(4, 12 << 20)]
    [InlineData(4, -1)]
    [InlineData(4, -(2 << 20))]
    [InlineData(1, 1)]
    [InlineData(1, -1)]
    public async Task A_size_in_a_listing_that_is_not_the_files_costs_a_new_start_and_the_file_is_right(int streams, int more)
    {
        const long Length = 20 << 20;
        await using var get = Fixture(Sizeless);
        get.Server.Files.AddSynthetic(GetFixture.Remote, Length);

        await get.GetCompleteAsync(streams, get.Item() with { Listed = new ListedFacts(Length + more, null) });

        get.Check(get.Server.Log.CountOf("LIST") == 0, "LIST was asked though a listing had told the size.");
        get.Check(get.Notices(NoticeKind.Verification).Count == (more == 0 ? 0 : 1), "A wrong size should be told once.");
        Assert.Equal(more == 0 ? [streams] : [streams, 1], Plans(get).Select(plan => plan.InitialStreams));
        Assert.StartsWith(more == 0 ? "complete; listed size" : "complete; end of data", get.Result.AssuranceText, StringComparison.Ordinal);
    }

    // Nothing but the length of a small file is compared with its listing.
    [Theory]
    [InlineData(1000, 1100)]
    [InlineData(1000, 900)]
    [InlineData(0, 1100)]
    [InlineData(200_000, 100_000)]
    [InlineData(200_000, 8 << 20)]
    public async Task The_listed_size_of_a_small_file_is_corrected_by_the_end_of_its_data(long length, long listed)
    {
        var line = System.Text.Encoding.ASCII.GetBytes($"-rw-r--r--   1 ftp ftp {listed,12} Jan 01  2026 big.bin\r\n");
        await using var get = Fixture(Sizeless, Fault.OnListing().SendInstead(FileContent.FromBytes(line)));
        get.Server.Files.AddSynthetic(GetFixture.Remote, length);

        await get.GetCompleteAsync(4, get.Item() with { Listed = new ListedFacts(listed, null) });

        get.Check(get.Notices(NoticeKind.Verification).Count == 1, "A wrong size should be told once.");
        get.Check(get.Server.Log.CountOf("RETR") <= 8, "It was fetched again and again.");
    }

    [Theory]
    [Each(1, 4)]
    public async Task With_a_wrong_SIZE_and_REST_that_is_ignored_the_file_is_fetched_at_most_three_times(int streams)
    {
        foreach (var size in (long[])[Length - 1000, Length + 1000, Length + (4 << 20)])
        {
            await using var get = Fixture(LoopbackFeatures.Usual, Fault.OnCommand("SIZE").Reply($"213 {size}"), Fault.OnRetr().IgnoreRest());

            await get.GetAsync(streams);

            get.AssertNothingPublished(FailureKind.SourceChanged, "SIZE");
            var sent = get.Server.Log.Transfers.Sum(transfer => transfer.BytesSent);
            get.Check(sent <= 3 * Length, $"{size}: {sent:N0} bytes were sent by {get.Server.Log.CountOf("RETR")} RETR.");
        }
    }

    [Fact]
    public async Task A_file_that_has_grown_beyond_all_that_was_stored_by_the_size_in_its_listing_is_not_published_short()
    {
        const long Length = 20 << 20;
        await using var get = Fixture(Sizeless);
        get.Server.Files.AddSynthetic(GetFixture.Remote, Length + 1);
        get.Server.Files.Touch(GetFixture.Remote, new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero));
        var item = get.Item() with { Listed = new ListedFacts(Length, null) };
        // All bytes of the listed size are stored, so no stream of this run sees the end.
        await using (var part = new FileStream(get.Part, FileMode.CreateNew))
        {
            var bytes = new byte[Length];
            get.Server.Files[GetFixture.Remote].Content.Read(0, bytes);
            part.Write(bytes);
        }
        var identity = new RemoteIdentity(item.Sources[0].Endpoint.ToString(), GetFixture.Remote, Length, "20260102030405");
        await ResumeJournal.WriteAsync(get.Journal, new JournalState(identity, Length, [new(0, Length)], [], null, DateTimeOffset.UnixEpoch), TimeProvider.System, CancellationToken.None);

        await get.GetCompleteAsync(4, item);

        get.Check(get.Notices(NoticeKind.Resumed).Count == 1 && get.Notices(NoticeKind.Verification).Count == 1, "It should have gone on, and then have found the longer file.");
    }

    [Theory]
    [InlineData(1, 51)]
    [InlineData(2, 51)]
    [InlineData(1, 2_000_000)]
    public async Task Without_any_size_data_shorter_than_the_150_announces_is_fetched_again(int times, long bytes)
    {
        await using var get = Fixture(Sizeless, Fault.OnCommand("LIST").Reply("502 Not here."), Fault.OnRetr().First(times).EndShortAfter(bytes));

        await get.GetCompleteDespiteAsync("ended short", 1, times);
    }

    [Theory]
    [InlineData("150 Opening BINARY mode data connection for big.bin (700 bytes).", FailureKind.SourceChanged)]
    [InlineData("150 Opening BINARY mode data connection for big.bin (51 bytes).", null)]
    [InlineData("150 Here it comes (99999999999999999999 bytes).", null)]
    public async Task Without_any_size_data_that_is_always_shorter_than_the_150_announces_is_no_file(string opening, FailureKind? failure)
    {
        await using var get = Fixture(Sizeless, Fault.OnCommand("LIST").Reply("502 Not here."), Fault.OnRetr().Preliminary(opening));
        get.Server.Files.AddSynthetic(GetFixture.Remote, 51);

        await get.GetAsync(1);

        if (failure is { } kind) get.AssertNothingPublished(kind, "ended at byte 51, but the server announced 700 bytes");
        else await get.AssertIsCompleteAsync();
        get.Check(get.Server.Log.CountOf("RETR") <= 4, "It was tried again and again.");
    }

    [Theory]
    [Each(1, 8)]
    public async Task Without_SIZE_and_MLST_data_that_ends_short_with_226_is_not_taken_for_the_file(int streams)
    {
        await using var get = Fixture(Sizeless, Fault.OnRetr(1).EndShortAfter(2_000_000));

        await get.GetAsync(streams);

        get.AssertFaultFired("ended short");
        if (get.Result.Failure is null) await get.AssertIsCompleteAsync();
        else get.AssertNothingPublished(FailureKind.Verification);
    }

    [Theory]
    [Each("450 Busy.", "425 No port is free.", "421 Too many sessions.")]
    public async Task Without_any_size_a_temporary_refusal_of_the_last_check_costs_a_retry_and_not_the_file(string reply)
    {
        // After the data comes a sample, and then the check.
        await using var get = Fixture(Sizeless, Fault.OnCommand("LIST").Reply("502 Not here."), Fault.OnRetr(3).Refuse(reply));

        await get.GetCompleteDespiteAsync("refused", 1);

        get.Check(get.Server.Log.Transfers.Count(transfer => transfer.BytesSent == Length) == 1, "The file was fetched again.");
    }

    [Theory]
    [Each(1, 8)]
    public async Task Without_SIZE_and_MLST_a_dropped_transfer_still_gives_the_right_file(int streams)
    {
        await using var get = Fixture(Sizeless, Fault.OnRetr(1).ResetAfter(2_000_000));

        await get.GetCompleteDespiteAsync("reset", streams);
    }

    [Theory]
    [InlineData("213 20260230999999")]
    [InlineData("213 20260102030405.123")]
    [InlineData("213 192600102030405")]
    [InlineData("213 yesterday")]
    [InlineData("213 ")]
    [InlineData("550 Not here.")]
    [InlineData("500 What?")]
    public async Task An_invalid_MDTM_reply_does_not_affect_the_download(string reply)
    {
        await using var get = Fixture(LoopbackFeatures.Usual, Fault.OnCommand("MDTM").Reply(reply));

        await get.GetCompleteDespiteAsync("MDTM answered", 4);
    }

    [Fact]
    public async Task The_servers_time_becomes_the_files_time()
    {
        await using var get = Fixture(LoopbackFeatures.Usual);
        get.Server.Files.Touch(GetFixture.Remote, new DateTimeOffset(2001, 2, 3, 4, 5, 6, TimeSpan.Zero));

        await get.GetCompleteAsync(4);
        Assert.Equal(new DateTime(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc), File.GetLastWriteTimeUtc(get.Target));
    }

    private const LoopbackFeatures Sizeless = LoopbackFeatures.Usual & ~LoopbackFeatures.Size & ~LoopbackFeatures.Mlst;

    private static IEnumerable<TransferPlan> Plans(GetFixture get) => get.Events.OfType<TransferEvent.Planned>().Select(planned => planned.Plan);

    private static GetFixture Fixture(LoopbackFeatures features, params Fault[] faults) =>
        new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped, Features = features, Faults = FaultPlan.Of(faults) })
            .Serving(Length);
}
