namespace Accelerator.Engine.Tests.Fxp;

public sealed class FxpSegmentQueueTests
{
    private static readonly ByteRange Head = new(0, 1);
    private static readonly ByteRange Low = new(1, 100);
    private static readonly ByteRange High = new(100, 200);
    private static readonly ByteRange Seam = new(90, 110);

    [Fact]
    public async Task The_first_byte_is_the_first_to_be_taken_and_taken_again_where_it_failed_and_the_others_need_not_wait()
    {
        var queue = Queue();
        Assert.Equal((Head, false), await queue.TakeAsync(Rest, default));
        queue.GiveBack(Head, isSample: false);
        Assert.Equal((Head, false), await queue.TakeAsync(Rest, default));
        Assert.Equal((Low, false), await queue.TakeAsync(Rest, default));
        Assert.Equal((High, false), await queue.TakeAsync(Rest, default));
    }

    [Fact]
    public async Task A_seam_is_compared_when_both_its_sides_are_there()
    {
        var queue = Queue();
        await BeginAsync(queue);
        queue.Finish(High, isSample: false);
        var waiting = queue.TakeAsync(Rest, default);
        Assert.False(waiting.IsCompleted);
        queue.Finish(Low, isSample: false);
        Assert.Equal((Seam, true), await waiting.SoonAsync());
        var last = queue.TakeAsync(Rest, default);
        queue.Finish(Seam, isSample: true);
        Assert.Null(await last.SoonAsync());
        Assert.Equal([Head, Low, High], queue.Done);
    }

    [Fact]
    public async Task A_returned_segment_is_taken_again_and_no_worker_leaves_before_that()
    {
        var queue = Queue();
        await BeginAsync(queue);
        queue.Finish(Low, isSample: false);
        var waiting = queue.TakeAsync(Rest, default);
        Assert.False(waiting.IsCompleted);
        queue.GiveBack(High, isSample: false);
        Assert.Equal((High, false), await waiting.SoonAsync());
        Assert.Equal([Head, Low], queue.Done);
    }

    [Fact]
    public async Task A_waiting_worker_can_be_stopped()
    {
        var queue = Queue();
        await BeginAsync(queue);
        using var stop = new CancellationTokenSource();
        var waiting = queue.TakeAsync(Rest, stop.Token);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting.SoonAsync());
    }

    [Fact]
    public async Task The_resting_callback_of_a_waiting_worker_repeats_until_it_finds_no_work()
    {
        var queue = Queue();
        await BeginAsync(queue);
        var rests = 0;
        var waiting = queue.TakeAsync(() => Task.FromResult(++rests < 3), default);
        queue.GiveBack(Low, isSample: false);
        await waiting.SoonAsync();
        Assert.Equal(3, rests);
    }

    [Fact]
    public async Task Samples_are_read_ahead_once_and_not_while_pieces_are_to_be_sent()
    {
        var queue = Queue();
        Assert.Null(queue.TakeAhead());
        await BeginAsync(queue);
        Assert.Equal(Seam, queue.TakeAhead());
        Assert.Null(queue.TakeAhead());
        queue.Finish(Low, isSample: false);
        queue.Finish(High, isSample: false);
        Assert.Equal((Seam, true), await queue.TakeAsync(Rest, default));
    }

    private static Task<bool> Rest() => Task.FromResult(false);

    private static FxpSegmentQueue Queue() => new(new FxpSegments { Pieces = [Head, Low, High], Kept = [], Pairs = 2, NeedsProbe = false }, [Seam]);

    private static async Task BeginAsync(FxpSegmentQueue queue)
    {
        await queue.TakeAsync(Rest, default);
        queue.Finish(Head, isSample: false);
        Assert.Equal((Low, false), await queue.TakeAsync(Rest, default));
        Assert.Equal((High, false), await queue.TakeAsync(Rest, default));
    }
}
