namespace Accelerator.Tuning.Tests.Catalogue;

public sealed class AllowedValuesTests
{
    [Fact]
    public void A_switch_takes_its_words() => Check(AllowedValues.Named.Switch, ("enabled", null), ("Enabled", "\"Enabled\" is none of disabled, enabled"), ("1", "\"1\" is none of disabled, enabled"));

    [Fact]
    public void A_number_keeps_to_its_ends_and_steps() => Check(
        new AllowedValues.Numbers(2, 64, 2, "segments"),
        ("2", null),
        ("64", null),
        ("0", "0 is not between 2 and 64 segments"),
        ("66", "66 is not between 2 and 64 segments"),
        ("5", "5 is not 2 segments plus a multiple of 2"),
        ("-2", "\"-2\" is no whole number of segments"),
        (" 4", "\" 4\" is no whole number of segments"),
        ("99999999999999999999", "\"99999999999999999999\" is no whole number of segments"));

    [Fact]
    public void A_driver_value_is_a_number_or_driver_max() =>
        Check(new AllowedValues.DriverNumbers("buffers"), ("driver-max", null), ("4096", null), ("most", "\"most\" is neither a number of buffers nor driver-max"));

    [Fact]
    public void Words_and_numbers_convert_both_ways()
    {
        var values = AllowedValues.Named.Of("disabled", "enabled", "allowed");
        Assert.Equal("allowed", values.NameFor(2));
        Assert.Equal(2, values.CodeFor("allowed"));
        Assert.Null(values.NameFor(7));
        Assert.Throws<FormatException>(() => values.CodeFor("7"));
    }

    private static void Check(AllowedValues values, params (string Value, string? Problem)[] cases) => Assert.All(cases, one => Assert.Equal(one.Problem, values.Problem(one.Value)));
}
