namespace Accelerator.Tuning.Tests.Machine;

public sealed class CommandRunnerTests
{
    // A killed process ends at once; on a busy machine within a minute.
    private const int Looks = 3000;

    /// <summary>A program that is abandoned must not continue to make changes in the background.</summary>
    [Fact]
    public async Task A_program_that_is_given_up_is_ended()
    {
        if (OperatingSystem.IsWindows()) return;
        var mark = Guid.NewGuid().ToString("N");
        using var stop = new CancellationTokenSource();
        var run = new CommandRunner().RunAsync("sh", ["-c", "sleep 600; exit 0", mark], stop.Token);
        while (!IsRunning(mark)) await Task.Delay(20);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        for (var i = 0; IsRunning(mark) && i < Looks; i++) await Task.Delay(20);
        Assert.False(IsRunning(mark));
    }

    [Fact]
    public async Task A_program_that_hangs_is_ended_with_a_reason()
    {
        if (OperatingSystem.IsWindows()) return;
        var mark = Guid.NewGuid().ToString("N");
        var runner = new CommandRunner(TimeSpan.FromMilliseconds(100));
        var failure = await Assert.ThrowsAnyAsync<IOException>(() => runner.RunAsync("sh", ["-c", "sleep 600; exit 0", mark], CancellationToken.None));
        Assert.Equal("sh did not end within 0.1 s and was killed", failure.Message);
        for (var i = 0; IsRunning(mark) && i < Looks; i++) await Task.Delay(20);
        Assert.False(IsRunning(mark));
    }

    private static bool IsRunning(string mark) => Process.GetProcesses().Any(process => LineOf(process.Id).Contains(mark, StringComparison.Ordinal));

    private static string LineOf(int id)
    {
        try
        {
            return File.ReadAllText($"/proc/{id}/cmdline");
        }
        catch (IOException)
        {
            return "";
        }
    }
}
