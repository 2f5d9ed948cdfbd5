namespace Accelerator.Engine.Tests.Transfers.Files;

/// <summary>Streams that are ended while they wait for a disk that is slower than the network.</summary>
public sealed class RunWriterTests : OpenFileFixture
{
    private static readonly long Unflushed = CheckpointLimits.Default.UnflushedBytes;

    [Fact]
    public async Task Bytes_that_a_stream_has_received_are_written_when_its_path_falls_silent()
    {
        var file = await OpenAsync(2 * Unflushed);
        using var silent = new CancellationTokenSource();
        var writer = Writer(file, silent.Token);
        writer.Advance((await writer.SpaceAsync(0)).Length);
        file.Map.MarkWritten(new ByteRange(Unflushed, 2 * Unflushed));
        await silent.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => writer.SpaceAsync(Block.Size).AsTask());

        await writer.DrainAsync();

        Assert.True(file.Map.IsWritten(new ByteRange(0, Block.Size)));
        Assert.False(Blocks.IsExhausted);
    }

    [Fact]
    public async Task A_carried_part_of_a_sector_is_written_when_the_path_falls_silent_before_there_is_a_block_for_it()
    {
        var file = await OpenAsync(2 * Unflushed);
        using var silent = new CancellationTokenSource();
        var writer = Writer(file, silent.Token);
        await writer.SpaceAsync(0);
        writer.Advance(10_000);
        Time.Advance(TimeSpan.FromSeconds(1));
        await silent.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => writer.SpaceAsync(10_000).AsTask());

        await writer.DrainAsync();

        Assert.True(file.Map.IsWritten(new ByteRange(0, 10_000)));
        Assert.False(Blocks.IsExhausted);
    }

    [Fact]
    public async Task A_block_that_must_not_be_written_any_more_is_returned()
    {
        var file = await OpenAsync(2 * Unflushed);
        var writer = Writer(file, CancellationToken.None);
        writer.Advance((await writer.SpaceAsync(0)).Length);
        await file.StopAsync();

        await Assert.ThrowsAsync<ObjectDisposedException>(() => writer.DrainAsync().AsTask());

        Assert.False(Blocks.IsExhausted);
    }

    private RunWriter Writer(OpenFile file, CancellationToken silent) => new(file, file.Chain.Begin(0).Fragment, Blocks, Time, silent);
}
