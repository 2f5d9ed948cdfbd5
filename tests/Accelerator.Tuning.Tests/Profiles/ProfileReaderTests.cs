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
                "nic.rss-queues": { "value": "8", "reason": "r.", "source": "s", "at_most_processors": true },
                "nic.jumbo": { "value": "9014", "reason": "r.", "source": "s", "least_processors": 8, "on_path_only": true }
              }
            }
            """);
        Assert.Equal(("mine", "t", "me", true, 17763), (profile.Id, profile.Title, profile.For, profile.IsServer, profile.LeastBuild));
        Assert.Equal(["tcp.provider=cubic", "nic.rss-queues=8", "nic.jumbo=9014"], profile.Settings.Select(setting => $"{setting.Setting.Id}={setting.Value}"));
        Assert.Equal(["bbr2", "ctcp"], profile.Settings[0].OnlyFrom);
        Assert.Equal((20348, false), (profile.Settings[0].LeastBuild, profile.Settings[0].AtMostProcessors));
        Assert.True(profile.Settings[1].AtMostProcessors);
        Assert.Equal((8, true), (profile.Settings[2].LeastProcessors, profile.Settings[2].OnPathOnly));
    }

    [Fact]
    public void Comments_and_trailing_commas_are_accepted() =>
        Assert.Equal("mine", Read($"{{ // mine\n \"id\": \"mine\", \"title\": \"t\", \"for\": \"f\", /* and */ \"least_build\": 14393, \"settings\": {{ {Rss}, }}, }}").Id);

    [Theory]
    [InlineData("\"tcp.magic\": { \"value\": \"1\" }", 3, "there is no setting \"tcp.magic\"; ftpx tune list shows them all")]
    [InlineData("\"tcp.rss\":\n{ \"value\": \"on\" }", 4, "tcp.rss: \"on\" is none of disabled, enabled")]
    [InlineData("\"tcp.rss\": { \"value\": 1 }", 3, "a text in quotes is expected")]
    [InlineData("\"tcp.rss\": { \"value\": \"\" }", 3, "the text is empty")]
    [InlineData("\"tcp.rss\": \"enabled\"", 3, "an object in braces is expected")]
    [InlineData("\"tcp.initial-window\": { \"value\": \"66\" }", 3, "tcp.initial-window: 66 is not between 2 and 64 segments")]
    [InlineData("\"tcp.provider\": { \"only_from\": [\"bbr2\", \"fast\"] }", 3, "tcp.provider: \"fast\" is none of default, ctcp, dctcp, cubic, bbr2")]
    [InlineData("\"tcp.provider\": { \"only_from\": [] }", 3, "the list is empty")]
    [InlineData("\"tcp.rss\": { \"at_most_processors\": \"yes\" }", 3, "true or false is expected")]
    [InlineData("\"tcp.rss\": { \"value\": \"enabled\", \"at_least\": true, \"reason\": \"r\", \"source\": \"s\" }", 3, "tcp.rss: at_most_processors and at_least go with a number only")]
    [InlineData("\"nic.rss-queues\": { \"value\": \"driver-max\", \"at_most_processors\": true, \"reason\": \"r\", \"source\": \"s\" }", 3, "nic.rss-queues: at_most_processors and at_least go with a number only")]
    [InlineData("\"tcp.rss\": { \"least_build\": 14392 }", 3, "a build number of Windows is expected, 14393 (Server 2016) or later")]
    [InlineData("\"tcp.rss\": { \"least_build\": \"17763\" }", 3, "a number is expected")]
    [InlineData("\"tcp.rss\": { \"least_processors\": 0 }", 3, "a number from 1 to 4096 is expected")]
    [InlineData("\"tcp.rss\": { \"only_from\": \"disabled\" }", 3, "a list in brackets is expected")]
    [InlineData("\"tcp.rss\": { \"only_from\": [1] }", 3, "a text in quotes is expected")]
    [InlineData("\"tcp.rss\": { \"value\": \"enabled\", \"reason\": \"r\" }", 3, "tcp.rss needs value, reason and source")]
    [InlineData("\"tcp.rss\": { \"value\": \"enabled\", \"source\": \"s\" }", 3, "tcp.rss needs value, reason and source")]
    [InlineData("\"tcp.rss\": { \"reason\": \"r\", \"source\": \"s\" }", 3, "tcp.rss needs value, reason and source")]
    [InlineData("\"tcp.dynamic-ports\": { \"value\": \"32768-65535\", \"at_least\": true, \"reason\": \"r\", \"source\": \"s\" }", 3, "tcp.dynamic-ports: at_most_processors and at_least go with a number only")]
    [InlineData("\"tcp.rss\": { \"least_build\": 7601 }", 3, "a build number of Windows is expected, 14393 (Server 2016) or later")]
    [InlineData("\"tcp.rss\": { \"why\": \"r\" }", 3, "\"why\" is no part of a setting")]
    [InlineData("\"tcp.rss\": { \"value\": \"enabled\" }", 3, "tcp.rss needs value, reason and source")]
    [InlineData("\"dead.tcp-window-size\": { \"value\": \"1\" }", 3, "dead.tcp-window-size is never written: Windows 10, Server 2019 and later do not read it")]
    [InlineData(Rss + ",\n" + Rss, 4, "tcp.rss is there twice")]
    public void Errors_in_a_setting_are_reported_with_their_line(string settings, int line, string problem) =>
        AssertWrong($"{{ \"id\": \"mine\", \"title\": \"t\", \"for\": \"me\",\n\"settings\": {{\n{settings}\n}} }}", line, problem);

    [Theory]
    [InlineData("\"fast\": { \"title\": \"t\" }", "the overlay fast needs title and at least one of settings")]
    [InlineData("\"fast\": { \"title\": \"t\", \"settings\": {} }", "the overlay fast needs title and at least one of settings")]
    [InlineData("\"fast\": { \"settings\": {" + Rss + "} }", "the overlay fast needs title and at least one of settings")]
    [InlineData("\"fast\": {}", "the overlay fast needs title and at least one of settings")]
    [InlineData("\"fast\": { \"title\": \"t\", \"for\": \"me\" }", "\"for\" is no part of an overlay")]
    [InlineData("\"fast\": { \"title\": \"t\", \"settings\": {" + Rss + "} }, \"fast\": { \"title\": \"t\", \"settings\": {" + Rss + "} }", "the overlay fast is there twice")]
    public void Errors_in_an_overlay_are_reported_with_their_line(string overlays, string problem) =>
        AssertWrong($"{{ \"id\": \"mine\", \"title\": \"t\", \"for\": \"me\", \"settings\": {{ {Rss} }},\n\"overlays\": {{ {overlays} }} }}", 2, problem);

    /// <summary>
    /// An editor of Korean Windows saves in code page 949 by default, and a Windows editor puts a byte order mark before UTF-8.
    /// </summary>
    [Fact]
    public void Another_charset_is_reported_and_a_byte_order_mark_is_accepted()
    {
        var text = Encoding.UTF8.GetBytes($"{{ \"id\": \"mine\", \"title\": \"t\", \"settings\": {{ {Rss} }},\n\"for\": \"");
        byte[] korean = [.. text, 0xc7, 0xd1, .. "\" }"u8];
        Assert.Equal("x.json, line 2: the text is not UTF-8; save the file as UTF-8.", Assert.Throws<FormatException>(() => ProfileReader.Read(korean, "x.json")).Message);
        Assert.Equal("me", ProfileReader.Read([0xef, 0xbb, 0xbf, .. text, .. "me\" }"u8], "x.json").For);
    }

    [Theory]
    [InlineData("{ \"title\": \"t\", \"for\": \"f\", \"settings\": {" + Rss + "} }", 1, "a profile needs id, title, for and at least one of settings")]
    [InlineData("{ \"id\": \"i\", \"for\": \"f\", \"settings\": {" + Rss + "} }", 1, "a profile needs id, title, for and at least one of settings")]
    [InlineData("{ \"id\": \"i\", \"title\": \"t\", \"settings\": {" + Rss + "} }", 1, "a profile needs id, title, for and at least one of settings")]
    [InlineData("{ \"id\": \"i\", \"title\": \"t\", \"for\": \"f\" }", 1, "a profile needs id, title, for and at least one of settings")]
    [InlineData("{ \"id\": \"i\", \"title\": \"t\", \"for\": \"f\", \"settings\": {} }", 1, "a profile needs id, title, for and at least one of settings")]
    [InlineData("{}", 1, "a profile needs id, title, for and at least one of settings")]
    [InlineData("[]", 1, "an object in braces is expected")]
    [InlineData("{\n\"name\": \"x\" }", 2, "\"name\" is not a member of a profile")]
    [InlineData("{\n\"platform\": \"Linux\" }", 2, "\"Linux\" is neither windows nor linux")]
    [InlineData("{\n\"id\": \"../../x\" }", 2, "an id is made of a to z, 0 to 9 and hyphens")]
    [InlineData("{\n\"id\": \"C:x\" }", 2, "an id is made of a to z, 0 to 9 and hyphens")]
    public void An_invalid_profile_is_reported_with_its_line(string text, int line, string problem) => AssertWrong(text, line, problem);

    [Theory]
    [InlineData("", 1)]
    [InlineData("{\n\"id\"", 2)]
    [InlineData("{\n\n\"id\": \"x\" \"y\" }", 3)]
    [InlineData("\u00FF", 1)]
    public void Invalid_JSON_is_reported_with_its_line(string text, int line)
    {
        var message = Assert.Throws<FormatException>(() => ProfileReader.Read(Encoding.Latin1.GetBytes(text), "mine.json")).Message;
        Assert.StartsWith($"mine.json, line {line}: this is not valid JSON (", message, StringComparison.Ordinal);
        Assert.DoesNotContain("LineNumber", message, StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_may_follow_the_end() => AssertNotWhole($"{{ \"id\": \"mine\", \"title\": \"t\", \"for\": \"me\", \"settings\": {{ {Rss} }} }}\n{{}}");

    private static void AssertNotWhole(string text) => Assert.StartsWith("mine.json, line 2: ", Assert.Throws<FormatException>(() => Read(text)).Message, StringComparison.Ordinal);

    private static void AssertWrong(string text, int line, string problem) =>
        Assert.Equal($"mine.json, line {line}: {problem}.", Assert.Throws<FormatException>(() => Read(text)).Message);

    private static TuningProfile Read(string text) => ProfileReader.Read(Encoding.UTF8.GetBytes(text), "mine.json");
}
