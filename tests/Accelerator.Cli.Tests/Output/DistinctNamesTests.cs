namespace Accelerator.Cli.Tests.Output;

public sealed class DistinctNamesTests
{
    [Theory]
    // The ends differ: as before.
    [InlineData(20, "station_a_20261120_level_1.nc|station_a_20261120_level_2.nc", "statio..0_level_1.nc|statio..0_level_2.nc")]
    // The middle differs.
    [InlineData(24, "S1A_IW_GRDH_1SDV_20261120T053711_abcdefghij_04D2_orbit.nc|S1A_IW_GRDH_1SDV_20261120T053729_abcdefghij_04D2_orbit.nc",
        "S1A_I..T053711_abc..t.nc|S1A_I..T053729_abc..t.nc")]
    // One is the other with one character more.
    [InlineData(18, "aaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb.nc|aaaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb.nc", "aaa..aaaabbbb...nc|aaa..aaaaabbb...nc")]
    // Others do not matter where the ends tell them apart.
    [InlineData(18, "big.bin|P_20261120_0001_aaaaaaaaaaaaaaa.nc|P_20261120_0002_aaaaaaaaaaaaaaa.nc", "big.bin|P_2.._0001_aa...nc|P_2.._0002_aa...nc")]
    public void Shortened_names_keep_the_part_in_which_they_differ(int columns, string names, string shortened)
    {
        var result = DistinctNames.Shorten(names.Split('|'), columns, Glyphs.Ascii.Ellipsis);
        Assert.Equal(shortened, string.Join('|', result));
        Assert.All(result, name => Assert.InRange(CellWidth.Of(name), 1, columns));
        Assert.Equal(result.Count, result.Distinct().Count());
    }

    [Fact]
    public void The_same_name_of_several_streams_stays_the_same() =>
        Assert.Equal(["..ddle_end.bin", "..ddle_end.bin"], DistinctNames.Shorten(["start_middle_end.bin", "start_middle_end.bin"], 14, ".."));

    [Fact]
    public void No_width_is_ever_exceeded_and_no_character_is_split()
    {
        string[] names = [new string('가', 99) + "a", new string('가', 99) + "b", "\U0001F6F0_\U0001F6F1" + new string('x', 60), "\U0001F6F0_\U0001F6F2" + new string('x', 60)];
        for (var width = 1; width <= 220; width++)
        {
            Assert.All(DistinctNames.Shorten(names, width, "…"), name =>
            {
                Assert.InRange(CellWidth.Of(name), 0, width);
                Assert.DoesNotContain("\uFFFD", name);
            });
        }
    }
}
