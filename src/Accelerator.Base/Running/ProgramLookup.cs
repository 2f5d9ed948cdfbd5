namespace Accelerator.Base.Running;

/// <summary>
/// Looks programs up. The system is never asked to find one: for a bare name, Windows searches the current folder before PATH, and so does
/// .NET on Linux; a file that was planted or downloaded there would run.
/// </summary>
public sealed class ProgramLookup
{
    private static readonly string[] SystemFolders = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"];

    // What CreateProcess starts, and the batch files that it gives to cmd. PATHEXT is not used: it may add types of other programs.
    private static readonly string[] WindowsTypes = [".com", ".exe", ".bat", ".cmd"];

    /// <summary>Whether the rules of Windows apply.</summary>
    public bool IsWindows { get; init; } = OperatingSystem.IsWindows();

    /// <summary>The folders in which a bare name is looked up, as in the variable PATH.</summary>
    public string SearchPath { get; init; } = Environment.GetEnvironmentVariable("PATH") ?? "";

    /// <summary>Returns whether a path is a file that may be executed. Default: asks the system.</summary>
    public Func<string, bool> IsProgram { get; init; } = IsExecutable;

    /// <summary>
    /// Returns why a program must not be started, as a sentence; null if it may. Default: <see cref="ProgramTrust.Doubt"/>.
    /// </summary>
    public Func<string, string?> Doubt { get; init; } = ProgramTrust.Doubt;

    /// <summary>The separator of the entries of <see cref="SearchPath"/>.</summary>
    public char Separator => IsWindows ? ';' : ':';

    /// <summary>Looks up a program that a user named.</summary>
    /// <param name="name">A bare name, which is looked up in <see cref="SearchPath"/>, or a path.</param>
    /// <param name="folder">The absolute folder that a relative path starts from; null if there is none.</param>
    /// <param name="avoided">
    /// Absolute folders in which a bare name is not looked up, even if <see cref="SearchPath"/> has them: those that receive files.
    /// </param>
    /// <exception cref="ProgramException">There is no such program, or it must not be started.</exception>
    public ProgramFile Find(string name, string? folder, params IEnumerable<string> avoided)
    {
        if (Refusal(name) is { } refusal) throw new ProgramException(refusal);
        var places = IsBare(name) ? Places([.. avoided, .. folder is null ? [] : (string[])[folder]]).Select(place => Join(place, name))
            : [Full(name, folder)];
        var found = places.SelectMany(Candidates).FirstOrDefault(IsProgram);
        if (found is null)
        {
            throw new ProgramException(IsBare(name)
                ? $"There is no program {name} in the folders of PATH. The current folder and folders that receive files are not searched: "
                    + "write the path of a program that is there."
                : $"There is no program {places.First()}, or it may not be executed.");
        }
        return Doubt(found) is { } doubt ? throw new ProgramException(doubt) : new ProgramFile(found);
    }

    /// <summary>Looks up a program of the operating system, in the system's own folders only.</summary>
    /// <param name="name">Its name without an extension.</param>
    /// <exception cref="ProgramException">There is no such program, or it must not be started.</exception>
    public ProgramFile FindOfSystem(string name)
    {
        var paths = IsWindows ? [Path.Combine(Environment.SystemDirectory, name + ".exe")]
            : SystemFolders.Select(place => Join(place, name));
        var found = paths.FirstOrDefault(IsProgram)
            ?? throw new ProgramException(
                $"There is no program {name} in {(IsWindows ? Environment.SystemDirectory : string.Join(", ", SystemFolders))}.");
        return Doubt(found) is { } doubt ? throw new ProgramException(doubt) : new ProgramFile(found);
    }

    /// <summary>
    /// Looks up the shell: on Windows the one that ComSpec names, if that is an absolute path, or else cmd of the system.
    /// </summary>
    /// <exception cref="ProgramException">There is no shell, or it must not be started.</exception>
    public ProgramFile FindShell(string? comSpec) =>
        !IsWindows ? Find("/bin/sh", null) : comSpec is not null && IsAbsolute(comSpec) ? Find(comSpec, null) : FindOfSystem("cmd");

    private bool IsBare(string name) => !name.Contains('/') && !(IsWindows && (name.Contains('\\') || name.Contains(':')));

    private string? Refusal(string name)
    {
        if (name.Length == 0) return "The name of a program is empty.";
        if (!IsWindows) return name.Contains('\0') ? "The name of a program contains the character NUL." : null;
        // A colon names a stream of a file, except after the letter of a drive; Windows removes dots and blanks at the end of a name.
        var path = name.Length > 1 && name[1] == ':' && char.IsAsciiLetter(name[0]) ? name[2..] : name;
        return path.Any(letter => letter < ' ' || "\"<>|?*:".Contains(letter)) || path.EndsWith('.') || path.EndsWith(' ')
            ? $"{name} is not the name of a program: Windows allows no quotation mark, <, >, |, ?, *, further colon or control character "
                + "in it, and no dot or blank at its end."
            : null;
    }

    // An empty entry means the current folder, and a relative one starts there.
    private IEnumerable<string> Places(IReadOnlyList<string> avoided)
    {
        var comparison = IsWindows ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
        return SearchPath.Split(Separator)
            .Select(entry => IsWindows ? entry.Trim().Trim('"') : entry)
            .Where(entry => IsAbsolute(entry) && !avoided.Any(one => string.Equals(Plain(one), Plain(entry), comparison)));
    }

    private string Plain(string folder)
    {
        var full = IsWindows == OperatingSystem.IsWindows() ? Path.GetFullPath(folder) : folder;
        return IsWindows ? full.Replace('/', '\\').TrimEnd('\\') : full.TrimEnd('/');
    }

    private bool IsAbsolute(string path) => !path.Contains('\0') && (!IsWindows ? path.StartsWith('/')
        : path.Length > 2 && path.IndexOf(':', 2) < 0 && (path.StartsWith(@"\\", StringComparison.Ordinal)
            || (char.IsAsciiLetter(path[0]) && path[1] == ':' && (path[2] is '\\' or '/'))));

    private string Join(string folder, string name) =>
        IsWindows ? $"{folder.TrimEnd('\\', '/')}\\{name}" : $"{folder.TrimEnd('/')}/{name}";

    private string Full(string name, string? folder)
    {
        if (IsAbsolute(name) && IsWindows != OperatingSystem.IsWindows()) return name;
        if (folder is null && !IsAbsolute(name))
            throw new ProgramException($"{name} is a relative path; write an absolute one, or a bare name that is in PATH.");
        try
        {
            return folder is null ? Path.GetFullPath(name) : Path.GetFullPath(name, folder);
        }
        catch (ArgumentException e)
        {
            throw new ProgramException($"{name} is not the path of a program: {e.Message}", e);
        }
    }

    private IEnumerable<string> Candidates(string path)
    {
        if (!IsWindows) return [path];
        var last = path[(path.LastIndexOf('\\') + 1)..];
        var added = WindowsTypes.Select(type => path + type);
        return !last.Contains('.') ? added
            : WindowsTypes.Any(type => last.EndsWith(type, StringComparison.OrdinalIgnoreCase)) ? [path] : [path, .. added];
    }

    private static bool IsExecutable(string path)
    {
        try
        {
            return File.Exists(path) && (OperatingSystem.IsWindows() || (File.GetUnixFileMode(path)
                & (UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute)) != UnixFileMode.None);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
