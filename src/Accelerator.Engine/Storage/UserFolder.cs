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
    public static string? State(Func<string, string?> variable) => Find(variable, "XDG_STATE_HOME", "state");

    /// <summary>The folder for the user's data: <c>$XDG_DATA_HOME/accelerator</c> or <c>~/.local/share/accelerator</c>, or null.</summary>
    public static string? Data(Func<string, string?> variable) => Find(variable, "XDG_DATA_HOME", "share");

    /// <summary>Returns the path, where it is absolute.</summary>
    public static string? Rooted(string? path) => path is { Length: > 0 } && path[0] == '/' ? path : null;

    private static string? Find(Func<string, string?> variable, string name, string usual)
    {
        var folder = Rooted(variable(name));
        if (folder is null && Rooted(variable("HOME")) is { } home) folder = Path.Combine(home, ".local", usual);
        return folder is null ? null : Path.Combine(folder, "accelerator");
    }
}
