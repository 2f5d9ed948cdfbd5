namespace Accelerator.Jobs.Definitions;

/// <summary>Checks that a local path of a job file is absolute, and for the system that uses it.</summary>
internal static class LocalPathCheck
{
    /// <summary>Notes what is wrong with a path.</summary>
    /// <param name="keys">The object that has the path.</param>
    /// <param name="name">The key of the path.</param>
    /// <param name="path">The path, which may contain tokens.</param>
    /// <param name="foreign">The treatment of a path of another system.</param>
    public static void Note(KeyReader keys, string name, string path, ForeignPaths foreign)
    {
        var isOfWindows = path.StartsWith(@"\\", StringComparison.Ordinal)
            || (path.Length > 2 && char.IsAsciiLetter(path[0]) && path[1] == ':' && path[2] is '\\' or '/');
        if (!isOfWindows && !path.StartsWith('/'))
        {
            keys.Note(name, $"\"{path}\" is not an absolute path, which a service needs.");
            return;
        }
        if (foreign == ForeignPaths.Accept || Path.IsPathFullyQualified(path)) return;
        var (other, here, example) = isOfWindows ? ("Windows", "Linux", "/srv/archive") : ("Linux", "Windows", @"D:\\archive");
        if (foreign == ForeignPaths.Warn) keys.Warn(name, $"\"{path}\" is a path of {other}; a service on {here} refuses it.");
        else keys.Note(name, $"\"{path}\" is a path of {other}, and this service runs on {here}; write for example \"{example}\".");
    }
}
