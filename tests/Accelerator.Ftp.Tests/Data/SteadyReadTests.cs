namespace Accelerator.Ftp.Tests.Data;

/// <summary>The hot path. Runs alone: allocations are counted for the whole process.</summary>
[Collection(nameof(SteadyReadTests))]
[CollectionDefinition(nameof(SteadyReadTests), DisableParallelization = true)]
public sealed class SteadyReadTests
{
    // What the test runner allocates meanwhile, in some of the rounds, is not the reader's; what the reader allocates shows in all.
    private const int Rounds = 3;
    private const int Reads = 1000;
    private const int Length = 64;

#if DEBUG
    // An unoptimised build makes every state machine an object: those of ReadAsync and of what it calls are 264 bytes.
    private const int MostPerRead = 264 + 63;
#else
    private const int MostPerRead = 63;
#endif

    [Fact]
    public async Task Reading_allocates_nothing_per_read()
    {
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await login.RetrieveAsync();

        // Each read waits for its bytes, as on a network: a read that completes at once would prove less. The sender has a thread of its
        // own and uses blocking calls, so that whatever is allocated is the reader's.
        using var turns = new SemaphoreSlim(0);
        var sender = new Thread(() => Send(data, turns));
        sender.Start();
        await ReadAsync(transfer, turns);
        var least = long.MaxValue;
        for (var i = 0; i < Rounds; i++)
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            Assert.Equal(Reads * Length, await ReadAsync(transfer, turns));
            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }
        sender.Join();

        Assert.InRange(least / Reads, 0, MostPerRead);
    }

    private static void Send(ScriptedData data, SemaphoreSlim turns)
    {
        var block = new byte[Length];
        for (var i = 0; i < (1 + Rounds) * Reads; i++)
        {
            turns.Wait();
            data.Send(block);
        }
    }

    private static async Task<int> ReadAsync(DataTransfer transfer, SemaphoreSlim turns)
    {
        var buffer = new byte[Length];
        var total = 0;
        for (var i = 0; i < Reads; i++)
        {
            var reading = transfer.ReadAsync(buffer);
            turns.Release();
            total += await reading;
        }
        return total;
    }
}
