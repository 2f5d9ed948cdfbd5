using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Accelerator.Engine.Tests.Storage;

public sealed class BlockPoolTests
{
    private const long TwoBlocks = 2 * Block.Size;

    [Fact]
    public async Task A_block_is_one_MiB_at_a_multiple_of_4096_allocated_when_wanted_and_used_again()
    {
        using var pool = new BlockPool(TwoBlocks);
        Assert.Equal(0, pool.Allocated);
        var block = await pool.RentAsync(default);
        Assert.Equal((1 << 20, 0), (block.Memory.Length, (int)(AddressOf(block) % 4096)));
        block.GetSpan().Fill(7);
        Assert.Equal(7, block.Memory.Span[^1]);
        pool.Return(block);
        Assert.Same(block, await pool.RentAsync(default));
        Assert.Equal(1, pool.Allocated);
        pool.Return(block);
    }

    [Fact]
    public async Task A_renter_of_an_empty_pool_waits_for_a_return()
    {
        using var pool = new BlockPool(TwoBlocks);
        var first = await pool.RentAsync(default);
        var second = await pool.RentAsync(default);
        var third = pool.RentAsync(default).AsTask();
        Assert.False(third.IsCompleted);
        pool.Return(first);
        Assert.Same(first, await third);
        Assert.Equal(2, pool.Allocated);
        pool.Return(second);
        pool.Return(first);
    }

    [Fact]
    public async Task A_wait_that_is_cancelled_costs_no_block()
    {
        using var pool = new BlockPool(Block.Size);
        var block = await pool.RentAsync(default);
        using var cancel = new CancellationTokenSource();
        var waiting = pool.RentAsync(cancel.Token).AsTask();
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        pool.Return(block);
        pool.Return(await pool.RentAsync(default));
    }

    [Fact]
    public void Renting_a_free_block_allocates_nothing()
    {
        using var pool = new BlockPool(TwoBlocks);
        using var cancel = new CancellationTokenSource();
        RentAndReturn(pool, times: 100, cancel.Token);
        var before = GC.GetAllocatedBytesForCurrentThread();
        RentAndReturn(pool, times: 1000, cancel.Token);
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    [Fact]
    public async Task A_block_returned_twice_is_refused()
    {
        using var pool = new BlockPool(TwoBlocks);
        var block = await pool.RentAsync(default);
        pool.Return(block);
        Assert.Throws<InvalidOperationException>(() => pool.Return(block));
    }

    [Fact]
    public async Task A_block_rented_at_dispose_stays_usable_and_is_freed_on_return()
    {
        var pool = new BlockPool(TwoBlocks);
        var kept = await pool.RentAsync(default);
        pool.Return(await pool.RentAsync(default));
        pool.Dispose();
        Assert.Equal(1, pool.Allocated);
        kept.GetSpan().Fill(1);
        pool.Return(kept);
        Assert.Equal(0, pool.Allocated);
        Assert.Throws<ObjectDisposedException>(() => kept.GetSpan());
    }

    [Fact]
    public async Task Dispose_ends_every_wait()
    {
        var pool = new BlockPool(Block.Size);
        var block = await pool.RentAsync(default);
        var waiting = Enumerable.Range(0, 3).Select(_ => pool.RentAsync(default).AsTask()).ToArray();
        pool.Dispose();
        foreach (var wait in waiting)
            await Assert.ThrowsAsync<ObjectDisposedException>(() => wait);
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await pool.RentAsync(default));
        pool.Return(block);
    }

    [Fact]
    public async Task Many_renters_never_hold_more_than_the_capacity_and_never_the_same_block()
    {
        using var pool = new BlockPool(3 * Block.Size);
        await Task.WhenAll(Enumerable.Range(1, 8).Select(renter => Task.Run(async () =>
        {
            for (var turn = 0; turn < 50; turn++)
            {
                var block = await pool.RentAsync(default);
                block.GetSpan()[0] = (byte)renter;
                await Task.Yield();
                Assert.Equal(renter, block.GetSpan()[0]);
                pool.Return(block);
            }
        })));
        Assert.InRange(pool.Allocated, 1, 3);
    }

    [Fact]
    public void A_pool_of_less_than_a_block_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new BlockPool(Block.Size - 1));

    [SuppressMessage("Reliability", "CA2012", Justification = "Each has completed, and an await would allocate.")]
    private static void RentAndReturn(BlockPool pool, int times, CancellationToken cancellationToken)
    {
        for (var turn = 0; turn < times; turn++)
        {
            var rent = pool.RentAsync(cancellationToken);
            Assert.True(rent.IsCompletedSuccessfully);
            pool.Return(rent.GetAwaiter().GetResult());
        }
    }

    private static nint AddressOf(Block block) =>
        Unsafe.ByteOffset(ref Unsafe.NullRef<byte>(), ref MemoryMarshal.GetReference(block.GetSpan()));
}
