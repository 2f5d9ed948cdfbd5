using Accelerator.Interop.Tests.Gets;

namespace Accelerator.Interop.Tests.Kills;

/// <summary>Ctrl-C, as the terminal sends it.</summary>
[Trait("Group", "kills")]
public sealed class InterruptTests
{
    private const long BytesPerSecond = KillBench.Size / 6;

    [Fact]
    public async Task An_interrupted_get_ends_at_once_says_how_to_go_on_and_goes_on()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        await using var bench = new KillBench(BytesPerSecond);
        await using var run = bench.Start("file");
        await bench.WaitForBytesAsync(KillBench.Size / 4, run, deadline.Token);

        var sent = bench.Sent;
        await FtpxProgram.InterruptAsync(run, deadline.Token);
        var end = await run.WaitAsync(deadline.Token);
        await bench.WaitForSilenceAsync(deadline.Token);

        Assert.Equal((130, ""), (end.ExitCode, end.Error));
        // The server's pace is the clock: it sent for less than a second more.
        Assert.InRange(bench.Sent - sent, 0, BytesPerSecond);
        Assert.True(Assert.Single(FtpxProgram.Lines(end, "result")).GetProperty("can_resume").GetBoolean());
        var hint = FtpxProgram.Lines(end, "warning")[^1].GetProperty("message").GetString();
        Assert.StartsWith("to continue: ftpx get --streams 8 --json --output file ftp://", hint);
        Assert.False(File.Exists(bench.Target("file")));

        // It had the time to make everything durable: samples apart, nothing is fetched twice.
        Assert.InRange(bench.Sent - await bench.KeptAsync("file", deadline.Token), 0, KillBench.Overhead(bench.Retrievals));
        await bench.FinishAsync("file", deadline.Token);
        await bench.AssertIsWholeAsync("file", deadline.Token);
        Assert.InRange(bench.Sent, KillBench.Size, KillBench.Size + KillBench.Overhead(bench.Retrievals));
    }
}
