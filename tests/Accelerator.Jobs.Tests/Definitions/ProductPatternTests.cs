namespace Accelerator.Jobs.Tests.Definitions;

public sealed class ProductPatternTests
{
    [Fact]
    public void The_time_and_channel_are_parsed_from_a_name() => Assert.All(
        ((string Pattern, string Path, string Expected)[])
        [
            ("*_{yyyy}{MM}{dd}{HH}{mm}_ch{channel}.nc", "/in/gk2a_202611241210_ch09.nc", "2026-11-24 12:10:00 09"),
            ("{channel}-{yyyy}.{DDD}.{HH}{mm}{ss}*", "/in/IR_108.2026.nc", ""),
            ("{channel}-{yyyy}.{DDD}.{HH}{mm}{ss}*", "/in/vis-06-2026.328.235960.nat", "2026-11-24 23:59:59 vis-06"),
            ("OR_*-M6C{channel}_G16_s{yyyy}{DDD}{HH}{mm}*", "/in/OR_ABI-L1b-RadF-M6C02_G16_s20263281210203_e2026.nc", "2026-11-24 12:10:00 02"),
            ("*/{yyyy}/{DDD}/{HH}{mm}?.grb", "/archive/2026/060/0630a.grb", "2026-03-01 06:30:00 "),
            ("{yy}{MM}{dd}.txt", "/in/261124.txt", "2026-11-24 00:00:00 "),
            ("{yyyy}{MM}{dd}.txt", "/in/20261124.txt.part", ""),
            ("{yyyy}{MM}{dd}.txt", "/in/20260230.txt", ""),
            ("{yyyy}{DDD}.txt", "/in/2026366.txt", ""),
            ("{yyyy}{DDD}.txt", "/in/2024366.txt", "2024-12-31 00:00:00 "),
            ("{yyyy}{DDD}.txt", "/in/2026000.txt", ""),
            ("{yyyy}{MM}{dd}{HH}.txt", "/in/2026112424.txt", ""),
            // Placeholders for a time that is not known.
            ("{yyyy}{MM}{dd}T{HH}{mm}{ss}.txt", "/in/00010101T000000.txt", ""),
            ("{yyyy}{DDD}.txt", "/in/0000001.txt", ""),
            ("{yyyy}{MM}{dd}T{HH}{mm}{ss}.txt", "/in/99991231T235959.txt", ""),
            ("{yyyy}{MM}{dd}.txt", "/in/18991231.txt", ""),
            ("{yyyy}{MM}{dd}.txt", "/in/19000101.txt", "1900-01-01 00:00:00 "),
            ("{yyyy}{MM}{dd}.txt", "/in/29991231.txt", "2999-12-31 00:00:00 "),
        ],
        one => Assert.Equal(one.Expected, Read(one.Pattern, [], one.Path)));

    [Fact]
    public void A_list_of_channels_decides_where_a_channel_ends()
    {
        string[] channels = ["vi", "vi00", "ir105"];
        Assert.Equal("2026-11-24 00:00:00 vi00", Read("{channel}{yyyy}{MM}{dd}", channels, "/vi0020261124"));
        Assert.Equal("2026-11-24 00:00:00 vi", Read("{channel}{yyyy}{MM}{dd}", channels, "/vi20261124"));
        Assert.Equal("", Read("{channel}{yyyy}{MM}{dd}", channels, "/nr20261124"));
    }

    [Theory]
    [InlineData("*_{YYYY}{MM}{dd}.nc", "there is no token {YYYY}; did you mean {yyyy}?")]
    [InlineData("*_{yyyy}{MM}{dd}{hh}.nc", "there is no token {hh}; did you mean {HH}?")]
    [InlineData("*_{yyyy}{MM}.nc", "\"*_{yyyy}{MM}.nc\" does not say the day of a file: write {yyyy} with {MM} and {dd}, or with {DDD}.")]
    [InlineData("{yyyy}/{yyyy}{DDD}", "{yyyy} appears more than once; write * for the others.")]
    public void Errors_in_a_pattern_are_reported(string text, string problem)
    {
        Assert.Null(ProductPattern.Parse(text, [], out var told));
        Assert.Equal(problem, told);
    }

    /// <summary>With one attempt for each combination of the asterisks this would not end.</summary>
    [Fact]
    public void A_name_that_a_server_invents_costs_no_more_than_another() =>
        Assert.Equal("", Read("*a*a*a*a*a*a*a*a*a*a*a*a{channel}b*b*b*b?c{yyyy}{DDD}", [], $"/{new string('a', 500)}{new string('b', 500)}"));

    private static string Read(string pattern, IReadOnlyList<string> channels, string path)
    {
        var parsed = ProductPattern.Parse(pattern, channels, out var problem) ?? throw new FormatException(problem);
        var slash = path.LastIndexOf('/');
        return parsed.Match(path[..slash], path[(slash + 1)..]) is { } product ? $"{product.Time:yyyy-MM-dd HH:mm:ss} {product.Channel}" : "";
    }
}
