namespace Accelerator.Interop.Tests.Kills;

public sealed class InterruptTests : RealTests
{
    [Fact]
    public async Task An_interrupted_get_ends_at_once_says_how_to_go_on_and_goes_on()
    {
        await new InterruptChecks(FtpxProgram.Native).EndsAndGoesOnAsync(Token);
    }
}
