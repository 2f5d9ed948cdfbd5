using Accelerator.Ftp.Tests.Control;

namespace Accelerator.Ftp.Tests.Listings;

/// <summary>Listings of many servers, for every way in which the network may split them.</summary>
public sealed class CorpusTests
{
    public static IEnumerable<object[]> Readings =>
        from name in Corpus.Names
        from fragmentation in Enum.GetValues<Fragmentation>()
        select new object[] { name, fragmentation };

    [Theory]
    [MemberData(nameof(Readings))]
    public void A_listing_is_parsed_to_the_expected_result_in_its_file(string name, Fragmentation fragmentation)
    {
        var corpus = Corpus.Load(name);
        Assert.Equal(corpus.Expected, corpus.Read(fragmentation).Text);
    }

    /// <summary>A name that is sent back is a part of the received bytes, byte for byte, whatever charset displays it.</summary>
    [Theory]
    [MemberData(nameof(Readings))]
    public void A_name_is_the_server_s_own_bytes(string name, Fragmentation fragmentation)
    {
        var corpus = Corpus.Load(name);
        var bytes = corpus.Bytes;
        // z/VM's listing has a space where the file name has a dot.
        if (name == "zvm") bytes = [.. "README.ANONYMOU PROFILE.EXEC"u8];
        Assert.All(corpus.Read(fragmentation).Names, entry => Assert.True(bytes.AsSpan().IndexOf(entry) >= 0));
    }

    /// <summary>
    /// A line that two formats accept as an entry has the same name in both. Otherwise the first line of a listing would decide the names
    /// of its files.
    /// </summary>
    [Fact]
    public void No_line_has_another_name_in_another_form()
    {
        var now = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);
        foreach (var line in Corpus.Names.Select(Corpus.Load).Where(corpus => corpus.Command == "LIST").SelectMany(corpus => corpus.Lines))
        {
            var names = ListingReader.FormsOfList(now).Select(form => form.Read(line, out var parsed) == LineMeaning.Entry ? $"{form.Form}: {Encoding.Latin1.GetString(parsed.Name)}" : null).OfType<string>().ToList();
            Assert.True(names.Count <= 1, $"\"{Encoding.Latin1.GetString(line)}\" is {string.Join(" and ", names)}");
        }
    }

    [Fact]
    public void The_corpora_exist() => Assert.True(Corpus.Names.Count() >= 30);
}
