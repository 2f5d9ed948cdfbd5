namespace Accelerator.Jobs.Tests.Definitions;

public sealed class AfterDeliveryTests
{
    [Theory]
    [InlineData("/data/a.nc", "{path}", "/data/a.nc")]
    [InlineData("/data/a.nc", "--in={name} of {job}, {other}", "--in=a.nc of passes, {other}")]
    [InlineData("/data/{job}", "{path} {name}", "/data/{job} {job}")]
    [InlineData("/data/{name}.nc", "{path}", "/data/{name}.nc")]
    public void Each_mark_of_a_command_is_replaced_once(string path, string word, string expected)
    {
        var after = new AfterDelivery(["{path}", word], TimeSpan.FromMinutes(1));
        Assert.Equal([expected], after.Arguments("passes", path));
    }
}
