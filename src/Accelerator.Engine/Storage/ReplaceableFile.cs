namespace Accelerator.Engine.Storage;

/// <summary>
/// Decides whether a file may replace what exists under its name. Only a regular file may be replaced: a rename over <c>/dev/null</c>, run
/// as root, leaves the system without it.
/// </summary>
internal static class ReplaceableFile
{
    private const string WindowsDevices = @"\\.\";
    private const int MostHops = 40; // As the kernel follows them.

    /// <summary>
    /// Returns what exists there, where it is neither a regular file nor a folder: <c>a device</c>, <c>a link to a named pipe</c>; else
    /// null.
    /// </summary>
    /// <param name="path">The file's final name.</param>
    internal static string? Obstacle(string path)
    {
        var full = Path.GetFullPath(path);
        if (OperatingSystem.IsWindows())
            return full.StartsWith(WindowsDevices, StringComparison.Ordinal) ? "a device" : TargetOf(full) is not null ? "a link" : null;
        if (OperatingSystem.IsLinux() && Posix.Identify(full) is null or { IsPlain: true }) return null;
        var what = Posix.SpecialKind(full);
        if (TargetOf(full) is null) return what;
        what ??= IsOpenFile(full) ? "an open file of a process" : null;
        return what is null ? null : $"a link to {what}";
    }

    /// <summary>Returns the refusal to replace it.</summary>
    /// <param name="path">The file's final name.</param>
    /// <param name="what">What <see cref="Obstacle"/> returned.</param>
    internal static StorageException Refused(string path, string what) => new(
        StorageFailure.Exists, $"'{path}' is {what}, and only regular files are replaced. Choose another name for the file.");

    // /dev/stdout is a link to /proc/self/fd/1, and with that to a regular file if the output is redirected to one.
    private static bool IsOpenFile(string path)
    {
        for (var hop = 0; hop < MostHops && TargetOf(path) is { } target; hop++)
        {
            path = Path.GetFullPath(target, Path.GetDirectoryName(path)!);
            if (path.StartsWith("/proc/", StringComparison.Ordinal)) return true;
        }
        return false;
    }

    private static string? TargetOf(string path) => new FileInfo(path).LinkTarget;
}
