namespace Accelerator.Interop.Tests.Kills;

public sealed class InterruptTests : RealTests
{
    [Fact]
    public async Task An_interrupted_get_ends_at_once_prints_the_resume_command_and_resumes()
    {
        await new InterruptChecks(FtpxProgram.Native).EndsAndGoesOnAsync(Token);
    }
}
