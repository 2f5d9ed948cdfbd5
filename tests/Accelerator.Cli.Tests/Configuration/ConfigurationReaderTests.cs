using Accelerator.Cli.Sites;

namespace Accelerator.Cli.Tests.Configuration;

public sealed class ConfigurationReaderTests
{
    [Fact]
    public void Servers_and_defaults_are_read_with_comments_numbers_and_flags()
    {
        var read = Read(
            """
            {
              // for every server
              "defaults": { "streams": 8, "active": true, },
              "servers": {
                "lab": { "url": "ftp://kim@h:2121/pub", "streams": "auto", "pipelining": false, "timeout-stall": 2.5 },
                "other": { "url": "ftps://[2001:db8::1]" }
              }
            }
            """);
        Assert.Equal("active=yes streams=8", SiteText.Settings(read.Defaults));
        Assert.Equal(["lab", "other"], read.Servers.Keys);
        Assert.Equal("ftp://kim@h:2121/pub", read.Servers["lab"].Url);
        Assert.Equal("pipelining=no streams=auto timeout-stall=2.5", SiteText.Settings(read.Servers["lab"].Settings));
    }

    [Theory]
    [InlineData("")]
    [InlineData(" \r\n\t")]
    [InlineData("{}")]
    [InlineData("\ufeff{ \"servers\": {} }")]
    public void An_empty_file_configures_nothing(string text)
    {
        var read = Read(text);
        Assert.Empty(read.Servers);
        Assert.Empty(read.Defaults.Values);
    }

    [Theory]
    [InlineData("{\n\"servers\": {\n", "line 3: this is not valid JSON")]
    [InlineData("[]", "line 1: a JSON object in braces is expected here.")]
    [InlineData("{ \"severs\": {} }", "line 1, severs: unknown key; did you mean \"servers\"?")]
    [InlineData("{ \"servers\": { \"lab\": {\n\"url\": \"ftp://h\",\n\"stream\": 8 } } }", "line 3, servers.lab.stream: unknown key; did you mean \"streams\"?")]
    [InlineData("{ \"defaults\": { \"colour\": 8 } }", "line 1, defaults.colour: unknown key; the keys are charset, streams,")]
    [InlineData("{ \"defaults\": { \"streams\": 65 } }", "line 1, defaults.streams: \"65\" is not a number of streams: use 1 to 64, or auto.")]
    [InlineData("{ \"defaults\": { \"streams\": [8] } }", "line 1, defaults.streams: a text in quotes, a number, true or false is expected here.")]
    [InlineData("{ \"defaults\": { \"active\": \"on\" } }", "line 1, defaults.active: \"on\" is neither yes nor no.")]
    [InlineData("{ \"defaults\": 3 }", "line 1, defaults: a JSON object in braces is expected here.")]
    [InlineData("{ \"servers\": { \"lab\": {} } }", "line 1, servers.lab.url: this is missing; write for example \"ftp://user@ftp.example.org/pub\".")]
    [InlineData("{ \"servers\": { \"lab\": { \"url\": \"h/f\" } } }", "line 1, servers.lab.url: \"h/f\" is not an FTP URL")]
    [InlineData("{ \"servers\": { \"lab\": { \"url\": \"ftp://h/*\" } } }", "line 1, servers.lab.url: The URL of a server names a folder, not a pattern")]
    [InlineData("{ \"servers\": {\n\"c\": { \"url\": \"ftp://h\" } } }", "line 2, servers.c: a name has 2 to 64 letters, digits")]
    [InlineData("{ \"servers\": {\n\"ftp\": { \"url\": \"ftp://h\" } } }", "line 2, servers.ftp: a name has 2 to 64 letters, digits")]
    [InlineData("{ \"servers\": {\n\"lab\": { \"url\": \"ftp://h\" },\n\"lab\": { \"url\": \"ftp://i\" } } }", "line 3, servers.lab: this key is a duplicate.")]
    public void An_error_gives_one_message_with_line_and_key(string text, string sentence) =>
        Assert.StartsWith(sentence, $"{ConfigurationReader.Read(Encoding.UTF8.GetBytes(text)).Problems[0]}", StringComparison.Ordinal);

    [Fact]
    public void A_password_is_refused_and_not_shown()
    {
        var (configuration, problems) = ConfigurationReader.Read("{ \"servers\": { \"lab\": { \"url\": \"ftp://kim:s3cret@h/pub\" } } }"u8);
        Assert.Null(configuration);
        Assert.StartsWith("line 1, servers.lab.url: The URL contains a password", $"{Assert.Single(problems)}", StringComparison.Ordinal);
        Assert.EndsWith("store it with ftpx credential set ftp://kim@h:21.", $"{problems[0]}", StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", $"{problems[0]}", StringComparison.Ordinal);
    }

    [Fact]
    public void Every_setting_can_be_a_default_and_belong_to_a_server()
    {
        var values = SiteSettingTable.All.ToDictionary(setting => setting.Name, setting => new[] { "required", "cp949", "yes", "auto", "3", "4M", "http://proxy:3128", "all" }.First(value => setting.ProblemOf(value) is null));
        var keys = string.Join(", ", values.Select(setting => $"\"{setting.Key}\": \"{setting.Value}\""));
        var read = Read($$"""{ "defaults": { {{keys}} }, "servers": { "lab": { "url": "ftp://h", {{keys}} } } }""");
        Assert.All([read.Defaults, read.Servers["lab"].Settings], settings => Assert.Equal(values, settings.Values.ToDictionary()));
    }

    [Fact]
    public void The_example_of_the_page_is_valid()
    {
        var example = Regex.Match(CheckoutFiles.Read("docs/commands.md"), "```json\n(.*?)```", RegexOptions.Singleline).Groups[1].Value;
        Assert.Equal("charset=cp949 streams=8", SiteText.Settings(Assert.Single(Read(example).Servers).Value.Settings));
    }

    private static UserConfiguration Read(string text)
    {
        var (configuration, problems) = ConfigurationReader.Read(Encoding.UTF8.GetBytes(text));
        Assert.Empty(problems);
        return configuration!;
    }
}
