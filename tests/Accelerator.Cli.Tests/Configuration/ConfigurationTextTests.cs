namespace Accelerator.Cli.Tests.Configuration;

public sealed class ConfigurationTextTests
{
    private static readonly NamedServer Lab = new("lab", "ftp://kim@h/자료", SiteSettings.None.With("streams", "8"));

    [Theory]
    [InlineData("")]
    [InlineData("\n")]
    [InlineData("{}\n")]
    [InlineData("{\n}\n")]
    public void The_first_server_makes_the_file(string text) => Assert.Equal(
        """
        {
          "servers": {
            "lab": {
              "url": "ftp://kim@h/자료",
              "streams": "8"
            }
          }
        }

        """.ReplaceLineEndings("\n"),
        With(text, Lab));

    [Theory]
    [InlineData("{ \"servers\": {} }", "{ \"servers\": {~    LAB~  } }")]
    [InlineData("{ \"servers\": { // none\n } }", "{ \"servers\": {~    LAB // none\n } }")]
    [InlineData("{ \"servers\": null }", "{ \"servers\": {~    LAB~  } }")]
    [InlineData("{ \"defaults\": {} }", "{ \"defaults\": {},~  \"servers\": {~    LAB~  } }")]
    [InlineData("{ // mine\n}", "{~  \"servers\": {~    LAB~  } // mine\n}")]
    [InlineData("{ \"servers\": {\n  \"a1\": { \"url\": \"ftp://a\" } // old\n} }", "{ \"servers\": {\n  \"a1\": { \"url\": \"ftp://a\" },~    LAB // old\n} }")]
    [InlineData("{ \"servers\": {\n  \"a1\": { \"url\": \"ftp://a\" },\n} }", "{ \"servers\": {\n  \"a1\": { \"url\": \"ftp://a\" },~    LAB,\n} }")]
    [InlineData("{ \"servers\": { \"lab\": { /* x */ \"url\": \"ftp://old\" }, \"b1\": {\"url\": \"ftp://b\"} } }", "{ \"servers\": { LAB, \"b1\": {\"url\": \"ftp://b\"} } }")]
    [InlineData("\ufeff{\r\n\"servers\": { \"lab\": {} }\r\n}", "\ufeff{\r\n\"servers\": { LAB }\r\n}")]
    public void A_server_is_put_behind_the_others_or_in_its_place_and_the_rest_stays(string text, string expected)
    {
        var end = text.Contains('\r') ? "\r\n" : "\n";
        var lab = $"\"lab\": {{{end}      \"url\": \"ftp://kim@h/자료\",{end}      \"streams\": \"8\"{end}    }}";
        var changed = With(text, Lab);
        Assert.Equal(expected.Replace("~", end).Replace("LAB", lab), changed);
        Assert.Empty(ConfigurationReader.Read(Encoding.UTF8.GetBytes(changed)).Problems);
    }

    [Theory]
    [InlineData("{ \"servers\": {\n  \"lab\": {}\n} }", "{ \"servers\": {\n} }")]
    [InlineData("{ \"servers\": {\n  \"lab\": {},\n  \"b1\": {}\n} }", "{ \"servers\": {\n  \"b1\": {}\n} }")]
    [InlineData("{ \"servers\": {\n  \"a1\": {},\n  \"lab\": {}\n} }", "{ \"servers\": {\n  \"a1\": {}\n} }")]
    [InlineData("{ \"servers\": {\n  \"a1\": {}, // a\n  // lab\n  \"lab\": {} } }", "{ \"servers\": {\n  \"a1\": {} // a\n  // lab\n   } }")]
    [InlineData("{ \"servers\": { \"lab\": {}, \"lab2\": {} } }", "{ \"servers\": { \"lab2\": {} } }")]
    [InlineData("{ \"servers\": { \"lab\": {} // lab\n, \"b1\": {} } }", "{ \"servers\": {  // lab\n \"b1\": {} } }")]
    [InlineData("{ \"servers\": { \"a1\": {} /* , */ , \"lab\": {} } }", "{ \"servers\": { \"a1\": {} /* , */   } }")]
    public void A_server_is_removed_with_its_comma(string text, string expected) =>
        Assert.Equal(expected, Encoding.UTF8.GetString(ConfigurationText.Without(Encoding.UTF8.GetBytes(text), "lab")));

    [Fact]
    public void What_is_added_in_any_order_and_removed_again_leaves_a_valid_file()
    {
        var text = "{ /* , \" } */ \"defaults\": { \"streams\": 4, }, // } , \"\n}"u8.ToArray();
        string[] names = ["lab", "a1", "zz", "a-b"];
        foreach (var name in names) text = ConfigurationText.With(text, Lab with { Name = name });
        text = ConfigurationText.With(text, Lab with { Name = "a1", Settings = SiteSettings.None });
        var (full, problems) = ConfigurationReader.Read(text);
        Assert.Empty(problems);
        Assert.Equal(names, full!.Servers.Keys);
        Assert.Equal((0, 1), (full.Servers["a1"].Settings.Values.Count, full.Servers["zz"].Settings.Values.Count));
        foreach (var name in (string[])["zz", "lab", "a-b", "a1"])
        {
            text = ConfigurationText.Without(text, name);
            var (left, wrong) = ConfigurationReader.Read(text);
            Assert.Empty(wrong);
            Assert.DoesNotContain(name, left!.Servers.Keys);
        }
        var end = Encoding.UTF8.GetString(text);
        Assert.Contains("/* , \" } */", end, StringComparison.Ordinal);
        Assert.Contains("// } , \"", end, StringComparison.Ordinal);
    }

    private static string With(string text, NamedServer server) => Encoding.UTF8.GetString(ConfigurationText.With(Encoding.UTF8.GetBytes(text), server));
}
