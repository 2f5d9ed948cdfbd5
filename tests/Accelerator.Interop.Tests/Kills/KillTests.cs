namespace Accelerator.Interop.Tests.Kills;

public sealed class KillTests
{
    // In memory: a checkpoint that waits for a busy disk's flush would cost more bytes than are allowed.
    [Fact]
    public async Task A_killed_get_continues_to_the_right_file_and_fetches_little_twice()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(6));
        await new KillChecks(FtpxProgram.Native).SurvivesAsync(kills: 10, deadline.Token, Directory.Exists("/dev/shm") ? "/dev/shm" : null);
    }

    [Fact]
    [Trait("Run", "all")]
    public async Task A_get_that_was_killed_fifty_times_continues_to_the_right_file_and_fetches_little_twice()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(8));
        await new KillChecks(FtpxProgram.Native).SurvivesAsync(kills: 50, deadline.Token);
    }
}
