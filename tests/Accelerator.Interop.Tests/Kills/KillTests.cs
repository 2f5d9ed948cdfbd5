namespace Accelerator.Interop.Tests.Kills;

public sealed class KillTests
{
    [Fact]
    public Task A_killed_get_continues_to_the_right_file_and_fetches_little_twice() => SurvivesAsync(kills: 10);

    [Fact]
    [Trait("Run", "all")]
    public Task A_get_that_was_killed_fifty_times_continues_to_the_right_file_and_fetches_little_twice() => SurvivesAsync(kills: 50);

    // In memory: a checkpoint that waits for a busy disk's flush would cost more bytes than are allowed.
    private static async Task SurvivesAsync(int kills)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(8));
        await new KillChecks(FtpxProgram.Native).SurvivesAsync(kills, deadline.Token, Directory.Exists("/dev/shm") ? "/dev/shm" : null);
    }
}
