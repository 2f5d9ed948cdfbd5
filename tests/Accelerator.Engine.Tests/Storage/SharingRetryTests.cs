namespace Accelerator.Engine.Tests.Storage;

public sealed class SharingRetryTests
{
    private static readonly IOException Held = new("held", OperatingSystem.IsWindows() ? unchecked((int)0x80070020) : 11);

    [Fact]
    public async Task An_attempt_that_another_process_is_in_the_way_of_is_repeated()
    {
        var time = new FakeTime();
        var attempts = 0;
        var run = SharingRetry.RunAsync(() => FailUntil(ref attempts, 4), time, default);
        foreach (var pause in new[] { 50, 100, 200 })
        {
            // Advance only by this pause: the next one may begin before Advance returns.
            await time.UntilNextIsDueInAsync(TimeSpan.FromMilliseconds(pause));
            time.Advance(TimeSpan.FromMilliseconds(pause));
        }

        await run;
        Assert.Equal(4, attempts);
    }

    [Fact]
    public async Task It_gives_up_within_30_seconds_with_the_last_error()
    {
        var time = new FakeTime();
        var started = time.GetUtcNow();
        var attempts = 0;
        var run = SharingRetry.RunAsync(() => FailUntil(ref attempts, int.MaxValue), time, default);
        while (await Task.WhenAny(run, time.UntilTimersAsync(1)) != run)
            time.Advance(TimeSpan.FromMilliseconds(50));

        Assert.Same(Held, await Assert.ThrowsAsync<IOException>(() => run));
        Assert.InRange(time.GetUtcNow() - started, TimeSpan.FromSeconds(27), TimeSpan.FromSeconds(30));
        Assert.InRange(attempts, 15, 25);
    }

    [Fact]
    public async Task Any_other_error_is_final()
    {
        var attempts = 0;
        await Assert.ThrowsAsync<FileNotFoundException>(() => SharingRetry.RunAsync(
            () =>
            {
                attempts++;
                throw new FileNotFoundException();
            },
            new FakeTime(),
            default));
        Assert.Equal(1, attempts);
    }

    [Fact]
    public async Task A_stop_ends_the_pause()
    {
        var time = new FakeTime();
        using var cancel = new CancellationTokenSource();
        var attempts = 0;
        var run = SharingRetry.RunAsync(() => FailUntil(ref attempts, int.MaxValue), time, cancel.Token);
        await time.UntilTimersAsync(1);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        Assert.Equal(1, attempts);
    }

    private static void FailUntil(ref int attempts, int last)
    {
        if (++attempts < last)
            throw Held;
    }
}
