namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>The path of an address with patterns in it.</summary>
internal static class PatternTarget
{
    public static bool Read(byte[] input)
    {
        var written = Foreign.Text(input);
        var charset = Foreign.Charsets[Foreign.Number(input) % (ulong)Foreign.Charsets.Length];
        try
        {
            if (RemotePattern.Parse(written, charset) is not { } pattern)
            {
                Assert.False(Glob.IsPattern(written));
                return false;
            }
            Assert.NotNull(pattern.Names[0].Glob);
            Assert.All(pattern.Names, name => Assert.True((name.Glob is null) != (name.Literal is null)));
            AssertFindsItself(written, pattern.Last, charset);
            return true;
        }
        // The path of a parsed address holds no line end, and only characters of the charset. This path was not parsed, so neither is
        // guaranteed.
        catch (Exception e) when (e is FormatException or ArgumentException and not ArgumentOutOfRangeException)
        {
            return false;
        }
    }

    // A name that is escaped completely is matched literally.
    private static void AssertFindsItself(string written, RemoteName last, Encoding charset)
    {
        var bytes = FtpUrl.ReadPath(written, charset).Bytes.Span;
        if (!EntryName.TryMake(bytes, charset, takesBackslash: true, out var name)) return;
        last.Matches(new ListingEntry { Name = name, Kind = EntryKind.File });
        var escaped = string.Concat(name.Bytes.ToArray().Select(value => $"%{value:X2}"));
        var exact = RemotePattern.Parse($"*{escaped}", charset);
        Assert.True(exact!.Last.Matches(new ListingEntry { Name = name, Kind = EntryKind.File }), "A star and the name's own bytes do not find it.");
    }
}
