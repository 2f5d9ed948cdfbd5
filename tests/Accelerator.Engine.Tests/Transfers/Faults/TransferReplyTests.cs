namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// What servers say around the data, too early, too late or never: none of it decides anything. Other words at their usual time are in the
/// fault matrix (T-REP-1).
/// </summary>
public sealed class TransferReplyTests
{
    private const long Length = 8 << 20;

    // Overlaps of seams, and what was read ahead of them.
    private const long MostTwice = 3 << 20;

    public static TheoryData<string> Forms() => [.. Faults.Keys];

    private static Dictionary<string, Fault> Faults { get; } = new()
    {
        ["226 before the last 300,000 bytes"] = Fault.OnRetr().FinalBeforeLast(300_000, TimeSpan.FromMilliseconds(200)),
        ["226 late"] = Fault.OnRetr().DelayFinal(TimeSpan.FromMilliseconds(300)),
        ["150 late"] = Fault.OnRetr().DelayPreliminary(TimeSpan.FromMilliseconds(300)),
    };

    [Theory]
    [MemberData(nameof(Forms))]
    public async Task One_stream_takes_it_and_its_session_goes_on(string form)
    {
        await using var get = Fixture(1, Faults[form]);

        await get.GetAsync(1, get.Item(), get.Item("/next.bin"));

        await AssertBothAsync(get);
        get.Check(get.Server.Log.Logins == 1, "The session should have been used for the next file too.");
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public async Task Eight_streams_take_it(string form)
    {
        await using var get = Fixture(8, Faults[form]);

        await get.GetAsync(8, get.Item(), get.Item("/next.bin"));

        await AssertBothAsync(get);
        // On a machine that stands still for a moment streams are taken for stalled ones, and told so.
        var stalls = get.Notices(NoticeKind.Retry).Count(notice => notice.Contains("while other streams received", StringComparison.Ordinal));
        get.Check(get.Server.Log.Logins <= 10 + stalls, $"{get.Server.Log.Logins} logins: sessions were thrown away.");
    }

    [Theory]
    [Each(1, 8)]
    public async Task A_226_that_never_comes_costs_the_session_and_not_the_file(int streams)
    {
        await using var get = Fixture(streams, Fault.OnRetr().NoFinal());
        get.Time = new QuickTime(20);

        await get.GetAsync(streams, get.Item(), get.Item("/next.bin"));

        await AssertBothAsync(get);
        get.AssertFaultFired("no 226");
        get.Check(get.Results.Files.Sum(file => file.BytesFetched) < (2 * Length) + MostTwice, "The bytes were all there, and were fetched again.");
    }

    [Theory]
    [InlineData(EarlyCloseAnswer.Reply426)]
    [InlineData(EarlyCloseAnswer.Reply226)]
    [InlineData(EarlyCloseAnswer.Reply451)]
    [InlineData(EarlyCloseAnswer.Repeat150)]
    [InlineData(EarlyCloseAnswer.Reply426Then226)]
    [InlineData(EarlyCloseAnswer.Nothing)]
    public async Task Whatever_is_answered_to_an_early_end_the_sessions_go_on(EarlyCloseAnswer answer)
    {
        await using var get = Serving(new GetFixture(new LoopbackOptions { EarlyClose = answer, Shaping = GetFixture.Capped }));

        await get.GetAsync(4, get.Item(), get.Item("/next.bin"));

        await AssertBothAsync(get);
        get.Check(get.Server.Log.Retrievals.Any(transfer => transfer.Ending == TransferEnding.ClosedByClient), "No range was ended early.");
        get.Check(get.Server.Log.Logins <= 5, $"{get.Server.Log.Logins} logins: sessions were thrown away.");
        get.Check(get.Results.Files.Sum(file => file.BytesFetched) < (2 * Length) + MostTwice, "Too much was fetched twice.");
    }

    private static async Task AssertBothAsync(GetFixture get)
    {
        get.Check(get.Results.Succeeded, "Both files should have arrived.");
        await get.AssertIsCompleteAsync();
        await get.AssertIsCompleteAsync("/next.bin");
    }

    private static GetFixture Fixture(int streams, Fault fault) => Serving(new GetFixture(streams, fault));

    private static GetFixture Serving(GetFixture get) => get.Serving(Length).Serving(Length, "/next.bin", seed: 2);
}
