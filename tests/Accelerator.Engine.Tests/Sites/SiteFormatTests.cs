namespace Accelerator.Engine.Tests.Sites;

public sealed class SiteFormatTests
{
    private static readonly SiteRecord Full =
        new(SiteSamples.Key(user: "김"), SiteSettings.None.With("charset", "cp949").With("from-tomorrow", "1"), SiteSamples.Facts);

    [Fact]
    public void Everything_comes_back_as_it_was_written()
    {
        var read = Read(Text(Full));
        Assert.Equal(Full.Key, read.Key);
        Assert.Equal(Full.Settings.Values, read.Settings.Values);
        Assert.Equivalent(Full.Facts, read.Facts, strict: true);
    }

    [Fact]
    public void One_of_several_paths_comes_back_as_it_was_written()
    {
        var key = SiteSamples.Key(user: "kim").By("Ethernet 2");
        var text = Text(Full with { Key = key });
        Assert.Contains("\"path\": \"Ethernet 2\"", text, StringComparison.Ordinal);
        Assert.Equal(key, Read(text).Key);
        Assert.NotEqual(SiteSamples.Key(user: "kim"), key);
    }

    [Fact]
    public void Every_fact_has_a_row_in_the_table()
    {
        // A property that no row covers would be lost at each write.
        var all = SiteFacts.None.With(SiteSamples.Facts);
        foreach (var property in typeof(SiteFacts).GetProperties().Where(p => p.CanWrite))
        {
            Assert.True(property.GetValue(SiteSamples.Facts) is not null, $"The sample has no {property.Name}.");
            Assert.Equal(property.GetValue(SiteSamples.Facts), property.GetValue(all));
        }
        Assert.Distinct(SiteFactTable.All.Select(fact => fact.Name));
    }

    [Fact]
    public void It_is_legible_text()
    {
        var lines = Text(new SiteRecord(SiteSamples.Key().ForAllUsers, SiteSettings.None.With("charset", "cp949"), new SiteFacts { Ceiling = new(6, SiteSamples.Learned) })).Split('\n');
        Assert.Contains("  \"host\": \"ftp.example.org\",", lines);
        Assert.Contains("  \"user\": null,", lines);
        Assert.Contains("    \"charset\": \"cp949\"", lines);
        Assert.Contains("      \"value\": 6,", lines);
        Assert.Contains("      \"learned\": \"2026-01-02T03:03:05Z\"", lines);
    }

    [Fact]
    public void A_fact_that_is_not_known_here_is_left_out_and_a_setting_is_kept()
    {
        var text = Text(Full).Replace("\"ceiling\"", "\"from_tomorrow\"", StringComparison.Ordinal);
        Assert.Null(Read(text).Facts.Ceiling);
        Assert.NotNull(Read(text).Facts.Plateau);
        Assert.Equal("1", Read(text).Settings["from-tomorrow"]);
    }

    [Theory]
    [InlineData("", "is not JSON from line 1 on")]
    [InlineData("{", "is not JSON from line 1 on")]
    [InlineData("{\n\"a\": 1,\n}", "is not JSON from line 3 on")]
    [InlineData("\0\0\0\0", "is not JSON from line 1 on")]
    [InlineData("[]", "was not written by ftpx")]
    [InlineData("{\"host\":\"h\"}", "was not written by ftpx")]
    [InlineData("{\"accelerator_site\":2}", "was written by another version of ftpx")]
    [InlineData("{\"accelerator_site\":\"1\"}", "has an impossible value")]
    [InlineData("{\"accelerator_site\":1}", "has an impossible value")]
    [InlineData("{\"accelerator_site\":1,\"host\":\"\",\"port\":21,\"user\":null}", "has an impossible value")]
    [InlineData("{\"accelerator_site\":1,\"host\":\"h\",\"port\":0,\"user\":null}", "has an impossible value")]
    [InlineData("{\"accelerator_site\":1,\"host\":\"h\",\"port\":21,\"user\":7}", "has an impossible value")]
    [InlineData("{\"accelerator_site\":1,\"host\":\"h\",\"port\":21,\"user\":null,\"settings\":{\"charset\":7}}", "has an impossible value")]
    [InlineData("{\"accelerator_site\":1,\"host\":\"h\",\"port\":21,\"user\":null,\"settings\":{\"charset\":\"\"}}", "has an impossible value")]
    [InlineData("{\"accelerator_site\":1,\"host\":\"h\",\"port\":21,\"user\":null,\"facts\":7}", "has an impossible value")]
    public void Invalid_content_gives_one_phrase(string text, string problem) => Assert.Equal(problem, Problem(text));

    [Theory]
    [InlineData("ceiling", "0 -6 1e99 null")]
    [InlineData("round_trip_ms", "0 1e300")]
    [InlineData("window_bytes", "1e18")]
    [InlineData("plateau", "8 {\"streams\":8} {\"streams\":0,\"bytes_per_second\":1000} {\"streams\":8,\"bytes_per_second\":-1}")]
    [InlineData("features", "\"MLST\" [7]")]
    [InlineData("server_software", "7")]
    [InlineData("rest_honoured", "1")]
    public void An_impossible_value_is_rejected(string fact, string values) =>
        Assert.All(values.Split(' '), value => Assert.Equal("has an impossible value", Problem(WithFact(fact, value))));

    [Fact]
    public void An_invalid_time_is_rejected() =>
        Assert.Equal("has an impossible value", Problem(WithFact("ceiling", "6").Replace("2026-01-02T03:03:05Z", "yesterday", StringComparison.Ordinal)));

    [Fact]
    public void Texts_of_an_untrusted_file_are_escaped_and_truncated()
    {
        Assert.Equal("\\x1B[2J", Read(WithFact("server_software", "\"\\u001b[2J\"")).Facts.ServerSoftware?.Value);
        Assert.Equal(120, Read(WithFact("server_software", $"\"{new string('x', 9000)}\"")).Facts.ServerSoftware?.Value.Length);
        Assert.Equal(64, Read(WithFact("features", $"[{string.Join(',', Enumerable.Repeat("\"A\\u0007\"", 900))}]")).Facts.Features?.Value.Count);
    }

    [Fact]
    public void A_truncation_at_any_byte_is_detected()
    {
        var whole = Encoding.UTF8.GetBytes(Text(Full).TrimEnd());
        for (var length = 0; length < whole.Length; length++) Assert.False(SiteFormat.TryRead(whole.AsMemory(0, length), out _, out _));
        Assert.True(SiteFormat.TryRead(whole, out _, out _));
    }

    private static string WithFact(string name, string value) =>
        $"{{\"accelerator_site\":1,\"host\":\"h\",\"port\":21,\"user\":\"kim\",\"facts\":{{\"{name}\":{{\"value\":{value},\"learned\":\"2026-01-02T03:03:05Z\"}}}}}}";

    private static string Text(SiteRecord record) => Encoding.UTF8.GetString(SiteFormat.Write(record)).Replace("\r", "", StringComparison.Ordinal);

    private static SiteRecord Read(string text)
    {
        Assert.True(SiteFormat.TryRead(Encoding.UTF8.GetBytes(text), out var record, out var problem), problem);
        return record;
    }

    private static string Problem(string text)
    {
        Assert.False(SiteFormat.TryRead(Encoding.UTF8.GetBytes(text), out _, out var problem));
        return problem;
    }
}
