namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>A pattern in the first line, a path in the second.</summary>
internal static class GlobTarget
{
    public static bool Read(byte[] input)
    {
        var text = Foreign.Text(input);
        var end = text.IndexOf('\n');
        var pattern = end < 0 ? text : text[..end];
        var path = end < 0 ? text : text[(end + 1)..];
        AssertFindsItself(path);
        if (!Foreign.IsTaken<Glob, FormatException>(() => Glob.Parse(pattern), out var glob)) return false;
        Assert.Equal(pattern, glob.ToString());
        var asFile = glob.Matches(path, isFolder: false);
        var asFolder = glob.Matches(path, isFolder: true);
        Assert.True(asFolder || !asFile);
        Assert.True(glob.IsFolderOnly ? !asFile : asFile == asFolder);
        // A pattern without a wildcard matches one text only.
        var isPlain = !Glob.IsPattern(pattern) && !pattern.Contains('\\') && !pattern.Contains('/') && Foreign.IsWhole(pattern) && Foreign.IsWhole(path);
        if (isPlain) Assert.Equal(pattern == path[(path.LastIndexOf('/') + 1)..], asFile);
        return true;
    }

    private static void AssertFindsItself(string path)
    {
        var name = path[(path.LastIndexOf('/') + 1)..];
        if (name.Length == 0) return;
        var escaped = string.Concat(name.Select(c => "\\*?[]!^-".Contains(c) ? $"\\{c}" : c.ToString()));
        foreach (var pattern in (string[])[escaped, $"*{escaped}", $"{escaped}*", $"*{escaped}*", $"**/{escaped}"])
            Assert.True(Glob.Parse(pattern).Matches(name, isFolder: false), $"{pattern} does not find {name}.");
    }
}
