namespace Accelerator.Cli.Tests.Credentials;

public sealed class NetrcTests
{
    [Theory]
    [InlineData("machine h login u password p")]
    [InlineData("machine h\n  login u\n  password p\n")]
    [InlineData("machine h\r\n\tlogin u\r\n\tpassword p\r\n")]
    [InlineData("# comment machine x\nmachine h login u password p # machine y")]
    [InlineData("machine \"h\" login \"u\" password \"p\"")]
    [InlineData("machine other login x password y machine H login u password p")]
    [InlineData("macdef init\ncd /pub\nmachine fake login a password b\n\nmachine h login u password p")]
    [InlineData("macdef init\r\ncd /pub\r\n\r\nmachine h login u password p")]
    [InlineData("default login u password p")]
    public void The_login_of_a_host_is_found_in_any_layout(string text)
    {
        var entry = Netrc.Parse(text, ".netrc").Find("h", null);
        Assert.Equal(("u", "p"), (entry?.Login, entry?.Password));
    }

    [Fact]
    public void The_asked_user_chooses_among_the_logins_of_one_host_and_no_default_password_is_added()
    {
        var netrc = Netrc.Parse("machine h login a password 1 machine h login b password 2 account x", ".netrc");
        Assert.Equal(("2", "x"), (netrc.Find("h", "b")?.Password, netrc.Find("h", "b")?.Account));
        Assert.Equal("1", netrc.Find("h", null)?.Password);
        Assert.Null(netrc.Find("h", "c"));
        netrc = Netrc.Parse("machine h login u default login u password other", ".netrc");
        Assert.Null(netrc.Find("h", "u")?.Password);
        Assert.Equal("other", netrc.Find("elsewhere", "u")?.Password);
    }

    [Theory]
    [InlineData("machine h login u password #hash", "#hash")]
    [InlineData("machine h login u password \"two words\"", "two words")]
    [InlineData("machine h login u password \"a\\\"b\\\\c\"", "a\"b\\c")]
    [InlineData("machine h login u password back\\slash", "back\\slash")]
    [InlineData("machine h login u password password", "password")]
    [InlineData("machine h login u password \"\"", "")]
    [InlineData("machine h login u password 비밀", "비밀")]
    public void A_password_is_taken_as_it_is_written(string text, string password) => Assert.Equal(password, Netrc.Parse(text, ".netrc").Find("h", null)?.Password);

    [Theory]
    [InlineData("machine h\nlogin u\npassword two words", 3)]
    [InlineData("hello", 1)]
    [InlineData("\n\nlogin u", 3)]
    [InlineData("machine", 1)]
    [InlineData("machine h login", 1)]
    [InlineData("machine h\npassword \"never closed", 2)]
    [InlineData("machine h password \"nul\0\"", 1)]
    [InlineData("machine h password a\0b", 1)]
    [InlineData("machine h password \"line\nend\"", 1)]
    [InlineData("macdef", 1)]
    [InlineData("# one\nmacdef m\nbody\n\nmachine h\nwrong", 6)]
    public void A_broken_file_is_refused_with_its_line_and_without_its_words(string text, int line)
    {
        var error = Assert.Throws<UsageException>(() => Netrc.Parse(text, "my.netrc"));
        Assert.StartsWith($"my.netrc, line {line}: ", error.Message);
        Assert.DoesNotContain("hello", error.Message);
        Assert.DoesNotContain("words", error.Message.Replace("the last word", ""));
        Assert.DoesNotContain("never", error.Message);
    }

    [Fact]
    public void A_word_without_end_is_refused() =>
        Assert.Contains("longer than 4096", Assert.Throws<UsageException>(() => Netrc.Parse("machine " + new string('x', 5000), "n")).Message);

    [Fact]
    public void A_missing_or_oversized_file_gives_one_message()
    {
        using var folder = new TempFolder();
        File.WriteAllText(folder.File("n"), new string(' ', Netrc.LargestFile + 1));
        Assert.Contains("larger than 1 MiB", Assert.Throws<UsageException>(() => Netrc.Read(folder.File("n"))).Message);
        Assert.StartsWith("The netrc file cannot be read: ", Assert.Throws<UsageException>(() => Netrc.Read(folder.File("none"))).Message);
    }

    [Fact]
    public void A_folder_in_place_of_the_file_is_reported_as_a_folder()
    {
        using var folder = new TempFolder();
        Assert.Equal($"The netrc file cannot be read: {folder.Path} is a folder, not a file.", Assert.Throws<UsageException>(() => Netrc.Read(folder.Path)).Message);
    }

    // Any text gives entries or one sentence. Seeds are fixed, so that a failure can be reproduced.
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Random_text_gives_logins_or_one_message(int seed)
    {
        string[] words = ["machine", "default", "login", "password", "account", "macdef", "\"", "\\", "#", "\n", "\r\n", " ", "\t", "x", "\0", "\n\n", "가"];
        var random = new Random(seed);
        var parsed = 0;
        for (var i = 0; i < 3000; i++)
        {
            var text = new StringBuilder();
            for (var n = random.Next(20); n > 0; n--) text.Append(words[random.Next(words.Length)]).Append(random.Next(3) == 0 ? "" : " ");
            try
            {
                parsed += Netrc.Parse(text.ToString(), "n").Count;
            }
            catch (UsageException e)
            {
                Assert.StartsWith("n, line ", e.Message);
            }
        }
        Assert.True(parsed > 0);
    }

    [Fact]
    public void An_entry_never_prints_its_password() => Assert.Equal("h", Netrc.Parse("machine h login u password p", "n").Find("h", null)?.ToString());
}
