namespace Accelerator.Engine.Storage;

/// <summary>
/// Decides whether a download may replace what exists under its name. Only a regular file may be replaced: a rename over <c>/dev/null</c>,
/// run as root, leaves the system without it.
/// </summary>
internal static class ReplaceableFile
{
    private const string WindowsDevices = @"\\.\";

    /// <summary>
    /// Returns what exists there, where it is neither a regular file nor a folder: <c>a device</c>, <c>a link to a named pipe</c>; else
    /// null.
    /// </summary>
    /// <param name="path">The file's final name.</param>
    internal static string? Obstacle(string path)
    {
        var full = Path.GetFullPath(path);
        if (OperatingSystem.IsWindows())
            return full.StartsWith(WindowsDevices, StringComparison.Ordinal) ? "a device" : IsLink(full) ? "a link" : null;
        var what = Posix.SpecialKind(full);
        return what is not null && IsLink(full) ? $"a link to {what}" : what;
    }

    private static bool IsLink(string path) => new FileInfo(path).LinkTarget is not null;
}
