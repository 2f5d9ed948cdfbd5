namespace Accelerator.Engine.Tests.Transfers;

public sealed class WakeSignalTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task A_signal_between_the_check_and_the_wait_is_not_missed()
    {
        var signal = new WakeSignal();
        var next = signal.Next;
        signal.Set();
        // The clock stands still: only the signal can end the wait.
        await WakeSignal.WaitAsync(next, Limit, new FakeTime(), default).SoonAsync();
        Assert.False(signal.Next.IsCompleted);
    }

    [Fact]
    public async Task Without_a_signal_the_wait_ends_at_its_limit()
    {
        var time = new FakeTime();
        var waiting = WakeSignal.WaitAsync(new WakeSignal().Next, Limit, time, default);
        time.Advance(Limit - TimeSpan.FromMilliseconds(1));
        Assert.False(waiting.IsCompleted);
        time.Advance(TimeSpan.FromMilliseconds(1));
        await waiting.SoonAsync();
    }

    [Fact]
    public async Task The_own_operation_ends_the_wait_if_it_succeeds_and_a_failed_one_leaves_the_pause()
    {
        var time = new FakeTime();
        var signal = new WakeSignal();
        await WakeSignal.WaitAsync(signal.Next, Task.CompletedTask, Limit, time, default).SoonAsync();

        var waiting = WakeSignal.WaitAsync(signal.Next, Task.FromException(new IOException()), Limit, time, default);
        time.Advance(Limit - TimeSpan.FromMilliseconds(1));
        Assert.False(waiting.IsCompleted);
        time.Advance(TimeSpan.FromMilliseconds(1));
        await waiting.SoonAsync();

        waiting = WakeSignal.WaitAsync(signal.Next, Task.FromException(new IOException()), Limit, time, default);
        signal.Set();
        await waiting.SoonAsync();
    }
}
