namespace Accelerator.Engine.Tests.Storage;

public sealed class LocalNamesTests
{
    // Names that differ in little except case.
    private static readonly Gen<string[]> Alike =
        Gen.Elements("a", "A", "b", "B", "é", "É", "k", "K", "\u212A", ".", "%", "4", "1", "\U00010400", "\U00010428", "\uDCE9", ":")
            .ArrayOf(3).Select(string.Concat).ArrayOf().Resize(40);

    [Fact]
    public void Of_two_names_that_are_equal_on_Windows_the_lower_case_one_is_unchanged()
    {
        Assert.Equal(Table(("a.bin", "a.bin"), ("A.bin", "%41.bin")), LocalNames.Of(["a.bin", "A.bin"], NameRules.Windows));
        Assert.Equal(Table(("readme", "readme"), ("README", "%52EADME")), LocalNames.Of(["readme", "README"], NameRules.Windows));
        Assert.Equal(Table(("1É.bin", "1%C3%89.bin"), ("1é.bin", "1é.bin")), LocalNames.Of(["1É.bin", "1é.bin"], NameRules.Windows));
        Assert.Equal(Table(("a.bin", "a.bin"), ("A.bin", "A.bin")), LocalNames.Of(["a.bin", "A.bin"], NameRules.Linux));
        // With more colliding names, more letters are encoded.
        Assert.Equal(Table(("ab", "ab"), ("aB", "%61B"), ("Ab", "%41b"), ("AB", "%41%42")), LocalNames.Of(["AB", "Ab", "aB", "ab"], NameRules.Windows));
    }

    [Fact]
    public void A_name_alone_keeps_its_own_a_device_in_each_of_its_spellings_and_no_name_is_left_out()
    {
        Assert.Equal(Table(("A.bin", "A.bin"), ("b.bin", "b.bin")), LocalNames.Of(["A.bin", "b.bin", "A.bin"], NameRules.Windows));
        Assert.Equal(Table(("CON", "%43ON"), ("con", "%63on")), LocalNames.Of(["CON", "con"], NameRules.Windows));
        Assert.Equal(Table(("x", "x")), LocalNames.Of(["..", "x", ""], NameRules.Linux));
    }

    [Fact]
    public void A_name_on_the_server_that_reads_like_an_encoded_one_is_another() =>
        Assert.Equal(3, LocalNames.Of(["a.bin", "A.bin", "%41.bin"], NameRules.Windows).Values.Distinct(StringComparer.OrdinalIgnoreCase).Count());

    [Fact]
    public void Local_names_are_distinct_reversible_and_independent_of_their_order() => Prop.ForAll(Gen.OneOf(Alike, NameSamples.Sets).ToArbitrary(), names =>
    {
        foreach (var rules in Enum.GetValues<NameRules>())
        {
            var locals = LocalNames.Of(names, rules);
            Assert.Equal(names.Distinct(StringComparer.Ordinal).Count(name => LocalName.From(name, rules) is not null), locals.Count);
            Assert.Equal(locals.Count, locals.Values.Distinct(rules == NameRules.Linux ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase).Count());
            Assert.All(locals, pair => Assert.Equal(pair.Key, LocalName.ToRemote(pair.Value)));
            Assert.All(locals.Values, local => Assert.True(LocalName.IsSafe(local, rules)));
            var backwards = LocalNames.Of(Enumerable.Reverse(names).Concat(names), rules);
            Assert.True(backwards.Count == locals.Count && locals.All(pair => backwards[pair.Key] == pair.Value), "Another order gives other names.");
        }
    }).Check(NameSamples.Many);

    private static Dictionary<string, string> Table(params (string Remote, string Local)[] rows) => rows.ToDictionary(row => row.Remote, row => row.Local);
}
