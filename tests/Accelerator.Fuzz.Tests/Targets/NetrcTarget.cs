using Accelerator.Cli.Credentials;
using Accelerator.Cli.Hosting;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>A login file: no message repeats any word of it, and no value could end a command.</summary>
internal static class NetrcTarget
{
    private const string Name = "netrc";

    // All texts that messages are made of.
    private const string Sentences = Name + ", line: the last word has no value after it. expected machine, default, login, password, account or macdef here; quote values that hold blanks. "
        + "a word is longer than 4096 characters. a quotation mark is not closed. a value contains a line end or NUL, which FTP cannot transmit.";

    public static bool Read(byte[] input)
    {
        var text = Encoding.UTF8.GetString(input);
        string[] words = [.. text.Split([' ', '\t', '\r', '\n', '"', '\\'], StringSplitOptions.RemoveEmptyEntries)];
        if (!Foreign.IsTaken<Netrc, UsageException>(() => Netrc.Parse(text, Name), out var netrc, refusal =>
        {
            Assert.StartsWith($"{Name}, line ", refusal.Message);
            Assert.All(words.Where(word => word.Length > 4 && !Sentences.Contains(word, StringComparison.Ordinal)), word => Assert.DoesNotContain(word, refusal.Message, StringComparison.Ordinal));
        })) return false;
        Assert.True(netrc.Count <= words.Length);
        foreach (var host in words.Append("host").Distinct().Take(20))
        {
            foreach (var user in (string?[])[null, "me", words.LastOrDefault()])
            {
                if (netrc.Find(host, user) is not { } entry) continue;
                Assert.True((entry.Machine + entry.Login + entry.Password + entry.Account).AsSpan().IndexOfAny("\r\n\0") < 0);
                Assert.Equal(entry.Machine ?? "default", entry.ToString());
                Assert.True(entry.Machine is null || entry.Machine.Equals(host, StringComparison.OrdinalIgnoreCase));
                Assert.True(user is null || entry.Login is null || entry.Login == user);
            }
        }
        return netrc.Count > 0;
    }
}
