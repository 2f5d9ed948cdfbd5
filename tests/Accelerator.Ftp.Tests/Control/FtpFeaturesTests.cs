namespace Accelerator.Ftp.Tests.Control;

public sealed class FtpFeaturesTests
{
    [Theory]
    [InlineData("211-Features:", " MDTM", " REST STREAM", " SIZE", "211 End")]
    [InlineData("211-Features:", "211-MDTM", "211-REST STREAM", "211-SIZE", "211 End")]
    [InlineData("211-Features:", "MDTM", "REST STREAM", "SIZE", "211 End")]
    [InlineData("211 211-Extensions", " MDTM", "\tREST  STREAM ", " SIZE", "211 END")]
    [InlineData("211-features", " mdtm", " rest STREAM", " Size", "211 end")]
    public void Features_are_read_in_every_layout(params string[] lines)
    {
        var features = Read(lines);
        Assert.True(features.Has("MDTM"));
        Assert.True(features.Has("SIZE"));
        Assert.Equal("STREAM", features.Parameters("REST"));
        Assert.Equal("", features.Parameters("size"));
        Assert.Null(features.Parameters("MLST"));
        Assert.False(features.Has("UTF8"));
    }

    [Theory]
    [InlineData("500 unknown command")]
    [InlineData("530 log in first")]
    [InlineData("211 no features")]
    [InlineData("200-SIZE", " SIZE", "200 end")]
    public void A_refusal_claims_nothing(params string[] lines)
    {
        var features = Read(lines);
        Assert.False(features.Has("SIZE"));
        Assert.Empty(features.Hashes);
        Assert.False(features.HasRang);
    }

    [Theory]
    [InlineData("MLST type*;size*;", true)]
    [InlineData("mlsd", true)]
    [InlineData("MDTM", false)]
    public void MLSD_is_listed_under_either_name(string feature, bool expected) => Assert.Equal(expected, Read("211-Features", $" {feature}", "211 End").HasMlsd);

    [Theory]
    [InlineData("RANG STREAM", true)]
    [InlineData("rang stream", true)]
    [InlineData("RANG", false)]
    [InlineData("XRANG STREAM", false)]
    public void Ranges_need_stream_mode(string line, bool hasRang) => Assert.Equal(hasRang, Read("211-x", " " + line, "211 End").HasRang);

    [Fact]
    public void Hashes_come_strongest_first() =>
        Assert.Equal(["HASH", "XSHA256", "XSHA1", "XMD5", "XCRC"], Read("211-x", " XCRC", " XMD5", " HASH SHA-256*;MD5", " XSHA1", " XSHA256", "211 End").Hashes);

    [Fact]
    public void The_first_of_two_lines_of_one_feature_counts() =>
        Assert.Equal("type*;size*;", Read("211-x", " MLST type*;size*;", " MLST other", "211 End").Parameters("MLST"));

    private static FtpFeatures Read(params string[] lines)
    {
        var parser = new ReplyParser();
        foreach (var line in lines)
        {
            if (parser.Take(Encoding.Latin1.GetBytes(line)) is { } reply) return FtpFeatures.Read(reply);
        }
        throw new InvalidOperationException("The reply did not end.");
    }
}
