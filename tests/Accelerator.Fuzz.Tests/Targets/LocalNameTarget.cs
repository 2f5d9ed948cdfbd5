using System.Buffers;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>
/// Names of one folder, one on each line, as a server's bytes and as arbitrary text: each becomes one safe local name, unlike all others,
/// that maps back to its source.
/// </summary>
internal static class LocalNameTarget
{
    private static readonly SearchValues<char> ForbiddenOnWindows = SearchValues.Create("\\:*?\"<>|");

    public static bool Read(byte[] input)
    {
        string[] texts = [.. Foreign.Text(input).Split('\n').Concat(FromBytes(input)).Distinct(StringComparer.Ordinal)];
        foreach (var rules in Enum.GetValues<NameRules>()) Check(texts, rules);
        return texts.Length > 1;
    }

    // As a listing gives them, in each charset.
    private static IEnumerable<string> FromBytes(byte[] input)
    {
        var charset = Foreign.Charsets[Foreign.Number(input) % (ulong)Foreign.Charsets.Length];
        for (var start = 0; start <= input.Length;)
        {
            var length = input.AsSpan(start).IndexOf((byte)'\n') is >= 0 and var end ? end : input.Length - start;
            var line = input.AsSpan(start, length).ToArray();
            start += length + 1;
            if (line.AsSpan().IndexOfAny("\r\0"u8) < 0) yield return FtpPath.FromBytes(line, charset).ExactName;
        }
    }

    private static void Check(string[] remotes, NameRules rules)
    {
        var names = LocalNames.Of(remotes, rules);
        foreach (var remote in remotes)
        {
            var isFolder = remote is "" or "." or "..";
            Assert.Equal(isFolder, LocalName.From(remote, rules) is null);
            Assert.Equal(isFolder, !names.ContainsKey(remote));
            if (isFolder) continue;
            AssertSafe(remote, LocalName.From(remote, rules)!, rules);
            AssertSafe(remote, names[remote], rules);
        }
        Assert.Equal(names.Count, names.Values.Distinct(rules == NameRules.Linux ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase).Count());
    }

    private static void AssertSafe(string remote, string local, NameRules rules)
    {
        Assert.True(LocalName.IsSafe(local, rules), $"{local} is not safe.");
        Assert.True(Foreign.IsWhole(local));
        Assert.True(local.AsSpan().IndexOfAny("/\0\r\n\u202E") < 0);
        if (rules == NameRules.Windows) Assert.True(local.AsSpan().IndexOfAny(ForbiddenOnWindows) < 0 && local[^1] is not ('.' or ' '));
        Assert.Equal(remote, LocalName.ToRemote(local));
    }
}
