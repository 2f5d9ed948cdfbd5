namespace Accelerator.Engine.Tests.Probing;

public sealed class ProbePlannerTests
{
    private static readonly TransferSource Source = new(new FtpEndpoint("ftp.example.org", 21, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText("big.bin", FtpCharsets.Utf8));

    [Theory]
    [InlineData(1, "1")]
    [InlineData(6, "1 2 4 6")]
    [InlineData(16, "1 2 4 8 16")]
    public void Streams_double_up_to_the_most(int most, string steps)
    {
        var plan = ProbePlanner.Plan(new ProbeRequest { Source = Source, MostStreams = most });
        Assert.Equal(steps, string.Join(' ', plan.Steps));
        Assert.Equal((most + 1, 3), (plan.MostSessions, plan.MostRefusals));
    }

    [Fact]
    public void Without_a_folder_nothing_is_written() => Assert.Equal(0, ProbePlanner.Plan(new ProbeRequest { Source = Source }).MostDiskBytes);
}
