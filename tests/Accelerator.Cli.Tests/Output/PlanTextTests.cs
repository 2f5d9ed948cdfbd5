namespace Accelerator.Cli.Tests.Output;

public sealed class PlanTextTests
{
    [Theory]
    [InlineData(UnbufferedWrites.Auto, 100, "past the page cache, in multiples of 4096 bytes, where the disk can")]
    [InlineData(UnbufferedWrites.Auto, 63, "through the page cache, as small files are")]
    [InlineData(UnbufferedWrites.Auto, null, "through the page cache, as files of unknown size are")]
    [InlineData(UnbufferedWrites.On, 63, "past the page cache, in multiples of 4096 bytes, or not at all")]
    [InlineData(UnbufferedWrites.Off, 100, "through the page cache")]
    public void A_plan_says_how_the_file_is_to_be_written(UnbufferedWrites writes, int? sizeMiB, string expected)
    {
        var plan = TransferSamples.Plan() with { Writes = writes };
        var lines = PlanText.Lines(plan with { Identity = plan.Identity with { Size = sizeMiB * TransferSamples.MiB } });
        Assert.Contains($"  writes    {expected}", lines);
    }
}
