using Accelerator.Ftp.Data;
using Accelerator.Ftp.Tests.Sessions;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Data;

/// <summary>The hot path. Runs alone: allocations are counted for the whole process.</summary>
[Collection(nameof(SteadyReadTests))]
[CollectionDefinition(nameof(SteadyReadTests), DisableParallelization = true)]
public sealed class SteadyReadTests
{
    private const int Reads = 1000;
    private const int Length = 64;

#if DEBUG
    // An unoptimised build makes every state machine an object: ReadAsync's own is 112 bytes.
    private const int MostPerRead = 112 + 63;
#else
    private const int MostPerRead = 63;
#endif

    [Fact]
    public async Task Reading_allocates_nothing_per_read()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await login.RetrieveAsync();

        // Each read waits for its bytes, as on a network: a read that completes at once would prove less. The sender has a thread of its
        // own and uses blocking calls, so that whatever is allocated is the reader's.
        using var turns = new SemaphoreSlim(0);
        var sender = new Thread(() => Send(data, turns));
        sender.Start();
        await ReadAsync(transfer, turns);
        var before = GC.GetTotalAllocatedBytes(precise: true);
        var read = await ReadAsync(transfer, turns);
        var allocated = GC.GetTotalAllocatedBytes(precise: true) - before;
        sender.Join();

        Assert.Equal(Reads * Length, read);
        Assert.InRange(allocated / Reads, 0, MostPerRead);
    }

    private static void Send(ScriptedData data, SemaphoreSlim turns)
    {
        var block = new byte[Length];
        for (var i = 0; i < 2 * Reads; i++)
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
