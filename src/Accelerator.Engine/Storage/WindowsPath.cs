namespace Accelerator.Engine.Storage;

/// <summary>Paths for the Windows calls that this program makes itself; the runtime's own file functions take any length.</summary>
internal static class WindowsPath
{
    // MAX_PATH's 260 characters minus room for an 8.3 name in the folder; machines differ in whether the limit is lifted.
    private const int LongestFolder = 247;

    /// <summary>
    /// Returns a folder in the form for volume calls: with a trailing backslash, which network shares need, and with <c>\\?\</c> or
    /// <c>\\?\UNC\</c> in front of a long one.
    /// </summary>
    /// <param name="folder">A full path, normalised as <see cref="Path.GetFullPath(string)"/> does it: the prefix disables
    /// normalisation.</param>
    internal static string ForVolumeCalls(string folder)
    {
        return ForFileCalls(folder.EndsWith('\\') ? folder : folder + '\\');
    }

    /// <summary>Returns a file in the form for file calls: with <c>\\?\</c> or <c>\\?\UNC\</c> in front of a long path.</summary>
    /// <param name="path">A full path, normalised as <see cref="Path.GetFullPath(string)"/> does it.</param>
    internal static string ForFileCalls(string path)
    {
        var isDevicePath = path.StartsWith(@"\\?\", StringComparison.Ordinal) || path.StartsWith(@"\\.\", StringComparison.Ordinal);
        if (path.Length <= LongestFolder || isDevicePath) return path;
        return path.StartsWith(@"\\", StringComparison.Ordinal) ? string.Concat(@"\\?\UNC\", path.AsSpan(2)) : @"\\?\" + path;
    }
}
