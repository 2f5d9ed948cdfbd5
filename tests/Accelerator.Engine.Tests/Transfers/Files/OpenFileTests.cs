namespace Accelerator.Engine.Tests.Transfers.Files;

/// <summary>Restarts of a file whose caller may be cancelled during the restart.</summary>
public sealed class OpenFileTests : OpenFileFixture
{
    private const long Size = 32 << 20;

    [Fact]
    public async Task A_restart_whose_route_falls_silent_is_completed_and_all_bytes_are_free_again()
    {
        var file = await OpenAsync(Size);
        var run = file.Queue.TryTake(0)!;
        using var route = new CancellationTokenSource();
        var restarting = file.RestartAsync(generation: 0, single: true, restRefuted: false, static () => { }, route.Token);
        await route.CancelAsync();
        Assert.Null(file.Queue.TryTake(1));

        file.Queue.Release(run);
        await AdvanceUntilAsync(restarting);
        Assert.True(await restarting);
        Assert.Equal((0L, Size), file.Queue.TryTake(1) is { } whole ? (whole.Start, whole.End) : default);
    }

    [Fact]
    public async Task The_wait_for_another_restart_can_be_cancelled()
    {
        var file = await OpenAsync(Size);
        var run = file.Queue.TryTake(0)!;
        using var route = new CancellationTokenSource();
        var first = file.RestartAsync(generation: 0, single: true, restRefuted: false, static () => { }, CancellationToken.None);
        var second = file.RestartAsync(generation: 0, single: true, restRefuted: false, static () => { }, route.Token);
        await route.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => second.SoonAsync());

        file.Queue.Release(run);
        await AdvanceUntilAsync(first);
        Assert.True(await first);
    }

    private async Task AdvanceUntilAsync(Task task)
    {
        for (var began = Stopwatch.GetTimestamp(); !task.IsCompleted;)
        {
            Assert.True(Stopwatch.GetElapsedTime(began) < ScriptedServer.Patience, "It does not end.");
            Time.Advance(TimeSpan.FromMilliseconds(5));
            await Task.Delay(1);
        }
    }
}
