using Accelerator.Interop.Tests.Gets;

namespace Accelerator.Interop.Tests.Kills;

[Trait("Group", "kills")]
public sealed class KillTests
{
    [Fact]
    public async Task A_killed_get_continues_to_the_right_file_and_fetches_little_twice()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(8));
        await new KillProof(FtpxProgram.Native).SurvivesAsync(kills: 50, deadline.Token);
    }
}
