using Accelerator.Tuning.Catalogue;

namespace Accelerator.Tuning.Tests.Catalogue;

public sealed class AllowedValuesTests
{
    [Theory]
    [InlineData("enabled", null)]
    [InlineData("Enabled", "\"Enabled\" is none of disabled, enabled")]
    [InlineData("1", "\"1\" is none of disabled, enabled")]
    public void A_switch_takes_its_words(string value, string? problem) => Assert.Equal(problem, WordValues.Switch.Problem(value));

    [Theory]
    [InlineData("2", null)]
    [InlineData("64", null)]
    [InlineData("0", "0 is not between 2 and 64 segments")]
    [InlineData("66", "66 is not between 2 and 64 segments")]
    [InlineData("5", "5 is not 2 segments plus a multiple of 2")]
    [InlineData("-2", "\"-2\" is no whole number of segments")]
    [InlineData(" 4", "\" 4\" is no whole number of segments")]
    [InlineData("99999999999999999999", "\"99999999999999999999\" is no whole number of segments")]
    public void A_number_keeps_to_its_ends_and_steps(string value, string? problem) => Assert.Equal(problem, new NumberValues(2, 64, 2, "segments").Problem(value));

    [Theory]
    [InlineData("driver-max", null)]
    [InlineData("4096", null)]
    [InlineData("most", "\"most\" is neither a number of buffers nor driver-max")]
    public void What_the_driver_knows_is_a_number_or_its_most(string value, string? problem) => Assert.Equal(problem, new DriverValues("buffers").Problem(value));

    [Fact]
    public void Words_and_numbers_lead_to_each_other()
    {
        var values = WordValues.Of("disabled", "enabled", "allowed");
        Assert.Equal("allowed", values.WordFor(2));
        Assert.Equal(2, values.CodeFor("allowed"));
        Assert.Null(values.WordFor(7));
        Assert.Throws<FormatException>(() => values.CodeFor("7"));
    }
}
