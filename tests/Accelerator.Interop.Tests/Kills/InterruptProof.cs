using Accelerator.Interop.Tests.Gets;

namespace Accelerator.Interop.Tests.Kills;

/// <summary>Ctrl-C, as the terminal sends it.</summary>
internal sealed class InterruptProof(FtpxProgram program)
{
    private const long BytesPerSecond = KillBench.Size / 6;

    /// <summary>An interrupted get ends at once, says how to go on, and goes on.</summary>
    public async Task EndsAndGoesOnAsync(CancellationToken cancellationToken)
    {
        await using var bench = new KillBench(program, BytesPerSecond);
        await using var run = bench.Start("file");
        await bench.WaitForBytesAsync(KillBench.Size / 4, run, cancellationToken);

        var sent = bench.Sent;
        await FtpxProgram.InterruptAsync(run, cancellationToken);
        var end = await run.WaitAsync(cancellationToken);
        await bench.WaitForSilenceAsync(cancellationToken);

        Assert.Equal((130, ""), (end.ExitCode, end.Error));
        // The server's pace is the clock: it sent for less than a second more.
        Assert.InRange(bench.Sent - sent, 0, BytesPerSecond);
        Assert.True(Assert.Single(FtpxProgram.Lines(end, "result")).GetProperty("can_resume").GetBoolean());
        var hint = FtpxProgram.Lines(end, "warning")[^1].GetProperty("message").GetString();
        Assert.StartsWith("to continue: ftpx get --streams 8 --json --output file ftp://", hint);
        Assert.False(File.Exists(bench.Target("file")));

        // It had the time to make everything durable: samples apart, nothing is fetched twice.
        Assert.InRange(bench.Sent - await bench.KeptAsync("file", cancellationToken), 0, KillBench.Overhead(bench.Retrievals));
        await bench.FinishAsync("file", cancellationToken);
        await bench.AssertIsWholeAsync("file", cancellationToken);
        Assert.InRange(bench.Sent, KillBench.Size, KillBench.Size + KillBench.Overhead(bench.Retrievals));
    }
}
