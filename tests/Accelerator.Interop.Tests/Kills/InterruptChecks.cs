namespace Accelerator.Interop.Tests.Kills;

/// <summary>Ctrl-C, as the terminal sends it.</summary>
internal sealed class InterruptChecks(FtpxProgram program)
{
    // Six seconds of the server's pace, which a busy machine may take to end a program. A get that did not end would be sent three quarters of the file.
    private const long Most = KillFixture.Size / 2;
    private const long BytesPerSecond = KillFixture.Size / 12;

    /// <summary>Checks that an interrupted get ends at once, prints how to continue, and continues.</summary>
    public async Task EndsAndGoesOnAsync(CancellationToken cancellationToken)
    {
        await using var fixture = new KillFixture(program, BytesPerSecond);
        await using var run = fixture.Start("file");
        await fixture.WaitForBytesAsync(KillFixture.Size / 4, run, cancellationToken);

        var sent = fixture.Sent;
        await FtpxProgram.InterruptAsync(run, cancellationToken);
        var end = await run.WaitAsync(cancellationToken);
        await fixture.WaitForSilenceAsync(cancellationToken);

        Assert.Equal((130, ""), (end.ExitCode, end.Error));
        // The server's rate is the clock.
        Assert.InRange(fixture.Sent - sent, 0, Most);
        Assert.True(Assert.Single(FtpxProgram.Lines(end, "result")).GetProperty("can_resume").GetBoolean());
        var hint = FtpxProgram.Lines(end, "warning")[^1].GetProperty("message").GetString();
        Assert.StartsWith("to continue, run: ftpx get --streams 8 --json --output file ftp://", hint);
        Assert.False(File.Exists(fixture.Target("file")));

        // The program had the time to make everything durable, so apart from samples nothing is fetched twice. Use the program's own count:
        // the bytes that the server has sent and the program has not read wait in the sockets, and on a busy machine those are more than
        // samples.
        var first = KillFixture.BytesFetched(end);
        Assert.InRange(first - await fixture.KeptAsync("file", cancellationToken), 0, KillFixture.Overhead(fixture.Retrievals));
        var second = await fixture.FinishAsync("file", cancellationToken);
        await fixture.AssertIsWholeAsync("file", cancellationToken);
        Assert.InRange(first + second, KillFixture.Size, KillFixture.Size + KillFixture.Overhead(fixture.Retrievals));
        Assert.InRange(fixture.Sent, first + second, long.MaxValue);
    }
}
