namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// Replies to a data connection that the client ends early. Other replies around the data: fault matrix, T-REP-1 to T-REP-4.
/// </summary>
public sealed class TransferReplyTests
{
    private const long Length = 8 << 20;

    // The overlaps of seams, and the bytes read ahead of them.
    private const long MostTwice = 3 << 20;

    [Theory]
    [Each(
        EarlyCloseAnswer.Reply426, EarlyCloseAnswer.Reply226, EarlyCloseAnswer.Reply451, EarlyCloseAnswer.Repeat150,
        EarlyCloseAnswer.Reply426Then226, EarlyCloseAnswer.Nothing)]
    public async Task Sessions_stay_usable_after_any_reply_to_an_early_close(EarlyCloseAnswer answer)
    {
        // Slow enough that a busy machine begins a second stream before the first has fetched everything.
        await using var get = new GetFixture(new LoopbackOptions { EarlyClose = answer, Shaping = new LinkShape { BytesPerSecond = 2_000_000 } })
            .Serving(Length).Serving(Length, "/next.bin", seed: 2);

        await get.GetAsync(4, get.Item(), get.Item("/next.bin"));

        get.Check(get.Results.Succeeded, "Both files should have arrived.");
        await get.AssertIsCompleteAsync();
        await get.AssertIsCompleteAsync("/next.bin");
        get.Check(get.Server.Log.Retrievals.Any(transfer => transfer.Ending == TransferEnding.ClosedByClient), "No range was ended early.");
        get.Check(get.Server.Log.Logins <= 5, $"{get.Server.Log.Logins} logins: sessions were thrown away.");
        get.Check(get.Results.Files.Sum(file => file.BytesFetched) < (2 * Length) + MostTwice, "Too much was fetched twice.");
    }
}
