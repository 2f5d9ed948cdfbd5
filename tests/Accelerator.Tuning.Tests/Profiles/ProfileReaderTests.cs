using System.Text;
using Accelerator.Tuning.Profiles;

namespace Accelerator.Tuning.Tests.Profiles;

public sealed class ProfileReaderTests
{
    private const string Rss = "\"tcp.rss\": { \"value\": \"enabled\", \"reason\": \"r.\", \"source\": \"s\" }";

    [Fact]
    public void All_parts_are_read()
    {
        var profile = Read("""
            {
              "id": "mine", "title": "t", "for": "me", "server": true, "least_build": 17763,
              "settings": {
                "tcp.provider": { "value": "cubic", "reason": "r.", "source": "s", "only_from": ["bbr2", "ctcp"], "least_build": 20348 },
                "nic.rss-queues": { "value": "8", "reason": "r.", "source": "s", "at_most_processors": true }
              }
            }
            """);
        Assert.Equal(("mine", "t", "me", true, 17763), (profile.Id, profile.Title, profile.For, profile.IsServer, profile.LeastBuild));
        Assert.Equal(["tcp.provider=cubic", "nic.rss-queues=8"], profile.Settings.Select(setting => $"{setting.Setting.Id}={setting.Value}"));
        Assert.Equal(["bbr2", "ctcp"], profile.Settings[0].OnlyFrom);
        Assert.Equal((20348, false), (profile.Settings[0].LeastBuild, profile.Settings[0].AtMostProcessors));
        Assert.True(profile.Settings[1].AtMostProcessors);
    }

    [Theory]
    [InlineData("\"tcp.magic\": { \"value\": \"1\" }", 3, "there is no setting \"tcp.magic\"; ftpx tune list shows them all")]
    [InlineData("\"tcp.rss\":\n{ \"value\": \"on\" }", 4, "tcp.rss: \"on\" is none of disabled, enabled")]
    [InlineData("\"tcp.rss\": { \"value\": 1 }", 3, "a text in quotes is wanted")]
    [InlineData("\"tcp.rss\": { \"value\": \"\" }", 3, "the text is empty")]
    [InlineData("\"tcp.rss\": \"enabled\"", 3, "an object in braces is wanted")]
    [InlineData("\"tcp.initial-window\": { \"value\": \"66\" }", 3, "tcp.initial-window: 66 is not between 2 and 64 segments")]
    [InlineData("\"tcp.provider\": { \"only_from\": [\"bbr2\", \"fast\"] }", 3, "tcp.provider: \"fast\" is none of default, ctcp, dctcp, cubic, bbr2")]
    [InlineData("\"tcp.provider\": { \"only_from\": [] }", 3, "the list is empty")]
    [InlineData("\"tcp.rss\": { \"at_most_processors\": \"yes\" }", 3, "true or false is wanted")]
    [InlineData("\"tcp.rss\": { \"least_build\": 7601 }", 3, "a build of Windows is wanted, 14393 (Server 2016) or later")]
    [InlineData("\"tcp.rss\": { \"why\": \"r\" }", 3, "\"why\" is no part of a setting")]
    [InlineData("\"tcp.rss\": { \"value\": \"enabled\" }", 3, "tcp.rss needs value, reason and source")]
    [InlineData("\"dead.tcp-window-size\": { \"value\": \"1\" }", 3, "dead.tcp-window-size is never written: Windows 10, Server 2019 and later do not read it")]
    [InlineData(Rss + ",\n" + Rss, 4, "tcp.rss is there twice")]
    public void What_is_wrong_is_told_with_its_line(string settings, int line, string problem) =>
        AssertWrong($"{{ \"id\": \"mine\", \"title\": \"t\", \"for\": \"me\",\n\"settings\": {{\n{settings}\n}} }}", line, problem);

    [Theory]
    [InlineData("{}", 1, "a profile needs id, title, for and at least one of settings")]
    [InlineData("[]", 1, "an object in braces is wanted")]
    [InlineData("{\n\"name\": \"x\" }", 2, "\"name\" is no part of a profile")]
    public void What_is_no_profile_is_told_with_its_line(string text, int line, string problem) => AssertWrong(text, line, problem);

    [Theory]
    [InlineData("", 1)]
    [InlineData("{\n\"id\"", 2)]
    [InlineData("{\n\n\"id\": \"x\" \"y\" }", 3)]
    [InlineData("\u00FF", 1)]
    public void What_is_no_JSON_is_told_with_its_line(string text, int line)
    {
        var message = Assert.Throws<FormatException>(() => ProfileReader.Read(Encoding.Latin1.GetBytes(text), "mine.json")).Message;
        Assert.StartsWith($"mine.json, line {line}: this is no JSON (", message, StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_may_follow_the_end() => AssertNotWhole($"{{ \"id\": \"mine\", \"title\": \"t\", \"for\": \"me\", \"settings\": {{ {Rss} }} }}\n{{}}");

    private static void AssertNotWhole(string text) => Assert.StartsWith("mine.json, line 2: ", Assert.Throws<FormatException>(() => Read(text)).Message, StringComparison.Ordinal);

    private static void AssertWrong(string text, int line, string problem) =>
        Assert.Equal($"mine.json, line {line}: {problem}.", Assert.Throws<FormatException>(() => Read(text)).Message);

    private static TuningProfile Read(string text) => ProfileReader.Read(Encoding.UTF8.GetBytes(text), "mine.json");
}
