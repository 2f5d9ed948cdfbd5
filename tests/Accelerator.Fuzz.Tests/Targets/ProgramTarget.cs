using Accelerator.Base.Running;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>
/// The name of a program on the first line, the entries of PATH on the others, for a system on which every file exists: what is found is
/// absolute and never in the current folder, and no batch file gets the name of a file.
/// </summary>
internal static class ProgramTarget
{
    private static readonly CommandMarks Marks = new("path");

    public static bool Read(byte[] input)
    {
        var lines = Foreign.Text(input).Split('\n');
        return Check(lines[0], lines[1..], isWindows: true) | Check(lines[0], lines[1..], isWindows: false);
    }

    private static bool Check(string name, string[] entries, bool isWindows)
    {
        var (current, separators) = isWindows ? (@"C:\cwd", new[] { '\\', '/' }) : ("/cwd", ['/']);
        var lookup = new ProgramLookup { IsWindows = isWindows, SearchPath = string.Join(isWindows ? ';' : ':', entries), IsProgram = _ => true, Doubt = _ => null };
        if (!Foreign.IsTaken<ProgramFile, ProgramException>(() => lookup.Find(name, current), out var found)) return false;

        Assert.Matches(isWindows ? @"^([A-Za-z]:[\\/]|\\\\)" : "^/", found.Path);
        if (isWindows)
        {
            // The rules of Windows: what ends in a dot or a blank, or has a stream, is another file than it seems to be.
            Assert.DoesNotContain(':', found.Path[2..]);
            Assert.False(found.Path[^1] is '.' or ' ' or '"');
        }
        var comparison = isWindows ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
        var isBare = name.IndexOfAny(isWindows ? ['/', '\\', ':'] : ['/']) < 0;
        var folder = found.Path[..found.Path.LastIndexOfAny(separators)].TrimEnd(separators);
        Assert.False(isBare && string.Equals(folder, current, comparison), $"{found.Path} is in the current folder.");
        var last = found.Path[(found.Path.LastIndexOfAny(separators) + 1)..];
        var isBatch = last.EndsWith(".cmd", StringComparison.OrdinalIgnoreCase) || last.EndsWith(".bat", StringComparison.OrdinalIgnoreCase);
        Assert.True(!isBatch || CommandMarks.IsBatch(found.Path), $"{found.Path} is a batch file.");
        Assert.Equal(CommandMarks.IsBatch(found.Path), Marks.Problem(found.Path, ["{path}"])?.StartsWith("Windows' shell runs batch files, ", StringComparison.Ordinal) ?? false);
        return true;
    }
}
