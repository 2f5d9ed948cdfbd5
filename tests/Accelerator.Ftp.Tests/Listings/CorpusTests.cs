using Accelerator.Ftp.Tests.Control;

namespace Accelerator.Ftp.Tests.Listings;

/// <summary>Listings of many servers, however the network cuts them.</summary>
public sealed class CorpusTests
{
    public static IEnumerable<object[]> Readings =>
        from name in Corpus.Names
        from fragmentation in Enum.GetValues<Fragmentation>()
        select new object[] { name, fragmentation };

    [Theory]
    [MemberData(nameof(Readings))]
    public void A_listing_is_read_as_its_file_says(string name, Fragmentation fragmentation)
    {
        var corpus = Corpus.Load(name);
        Assert.Equal(corpus.Expected, corpus.Read(fragmentation).Text);
    }

    /// <summary>What is sent back is a part of what came, byte for byte, whatever charset it is shown in.</summary>
    [Theory]
    [MemberData(nameof(Readings))]
    public void A_name_is_the_server_s_own_bytes(string name, Fragmentation fragmentation)
    {
        var corpus = Corpus.Load(name);
        var bytes = corpus.Bytes;
        Assert.All(corpus.Read(fragmentation).Names, entry => Assert.True(bytes.AsSpan().IndexOf(entry) >= 0));
    }

    [Fact]
    public void There_are_corpora() => Assert.True(Corpus.Names.Count() >= 30);
}
