using System.Globalization;

namespace Accelerator.Cli.Values;

/// <summary>
/// A local file name for a remote one. The remote name may hold what the local system reads as a folder, a drive, a device or an
/// alternate stream; the result is always one plain name inside the folder it is put in.
/// </summary>
internal static class LocalName
{
    // "CON", "com1.txt" and "LPT9 .x" open devices on Windows whatever the folder.
    private static readonly string[] Devices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

    /// <summary>The safe name, or null when nothing of the name can be kept (empty, <c>.</c>, <c>..</c>).</summary>
    public static string? From(string remote, bool windows)
    {
        var name = string.Concat(remote.Select(c => IsKept(c, windows) ? c : '_'));
        if (windows) name = ForWindows(name);
        return name is "" or "." or ".." ? null : name;
    }

    private static bool IsKept(char c, bool windows)
    {
        if (c is '/' or '\0' || char.GetUnicodeCategory(c) is UnicodeCategory.Control or UnicodeCategory.Format) return false;
        return !windows || c is not ('\\' or ':' or '*' or '?' or '"' or '<' or '>' or '|');
    }

    private static string ForWindows(string name)
    {
        // Windows drops dots and blanks at the end, so "x." and "x" would be one file.
        var kept = name.TrimEnd(' ', '.');
        if (kept.Length < name.Length && kept.Length > 0) name = kept + new string('_', name.Length - kept.Length);
        var stem = name.Split('.')[0].TrimEnd(' ');
        return IsDevice(stem) ? "_" + name : name;
    }

    private static bool IsDevice(string stem) =>
        Devices.Contains(stem, StringComparer.OrdinalIgnoreCase)
        || (stem.Length == 4 && (char.IsAsciiDigit(stem[3]) || stem[3] is '¹' or '²' or '³')
            && (stem.StartsWith("COM", StringComparison.OrdinalIgnoreCase) || stem.StartsWith("LPT", StringComparison.OrdinalIgnoreCase)));
}
