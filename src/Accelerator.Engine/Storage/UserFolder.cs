namespace Accelerator.Engine.Storage;

/// <summary>
/// The user's folders of this program: in the profile on Windows, elsewhere by the XDG Base Directory Specification, which ignores a path
/// that is not absolute.
/// </summary>
internal static class UserFolder
{
    /// <summary><c>%LocalAppData%\Accelerator</c>, or null.</summary>
    public static string? OfWindows(Func<string, string?> variable) =>
        variable("LOCALAPPDATA") is { Length: > 0 } local ? Path.Combine(local, "Accelerator") : null;

    /// <summary>The folder for learned state: <c>$XDG_STATE_HOME/accelerator</c> or <c>~/.local/state/accelerator</c>, or null.</summary>
    public static string? State(Func<string, string?> variable) => Find(variable, "XDG_STATE_HOME", ".local/state");

    /// <summary>The folder for the user's data: <c>$XDG_DATA_HOME/accelerator</c> or <c>~/.local/share/accelerator</c>, or null.</summary>
    public static string? Data(Func<string, string?> variable) => Find(variable, "XDG_DATA_HOME", ".local/share");

    /// <summary>
    /// The folder for the user's configuration: <c>%AppData%\Accelerator</c> on Windows, else <c>$XDG_CONFIG_HOME/accelerator</c> or
    /// <c>~/.config/accelerator</c>; or null.
    /// </summary>
    public static string? Configuration(Func<string, string?> variable, bool isWindows) => isWindows
        ? variable("APPDATA") is { Length: > 0 } roaming ? Path.Combine(roaming, "Accelerator") : null
        : Find(variable, "XDG_CONFIG_HOME", ".config");

    /// <summary>Creates a folder, on Linux for its user alone: the list of servers that a user works with is private.</summary>
    /// <exception cref="StorageException">The disk refused.</exception>
    public static void MakePrivate(string folder)
    {
        try
        {
            if (OperatingSystem.IsWindows()) Directory.CreateDirectory(folder);
            else Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, "Creating", folder);
        }
    }

    /// <summary>Returns the path, where it is absolute.</summary>
    public static string? Rooted(string? path) => path is { Length: > 0 } && path[0] == '/' ? path : null;

    private static string? Find(Func<string, string?> variable, string name, string usual)
    {
        var folder = Rooted(variable(name));
        if (folder is null && Rooted(variable("HOME")) is { } home) folder = Path.Combine(home, usual);
        return folder is null ? null : Path.Combine(folder, "accelerator");
    }
}
