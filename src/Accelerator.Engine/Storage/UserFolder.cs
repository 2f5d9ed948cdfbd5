namespace Accelerator.Engine.Storage;

/// <summary>
/// Folders of this program that are a user's: in the profile of Windows, elsewhere by the XDG Base Directory Specification, for which a
/// path that is not absolute counts as none.
/// </summary>
internal static class UserFolder
{
    /// <summary><c>%LocalAppData%\Accelerator</c>, or null.</summary>
    public static string? OfWindows(Func<string, string?> variable) =>
        variable("LOCALAPPDATA") is { Length: > 0 } local ? Path.Combine(local, "Accelerator") : null;

    /// <summary>For what runs have learned: <c>$XDG_STATE_HOME/accelerator</c> or <c>~/.local/state/accelerator</c>, or null.</summary>
    public static string? State(Func<string, string?> variable) => Find(variable, "XDG_STATE_HOME", "state");

    /// <summary>For what a user has put there: <c>$XDG_DATA_HOME/accelerator</c> or <c>~/.local/share/accelerator</c>, or null.</summary>
    public static string? Data(Func<string, string?> variable) => Find(variable, "XDG_DATA_HOME", "share");

    /// <summary>The path, where it is an absolute one.</summary>
    public static string? Rooted(string? path) => path is { Length: > 0 } && path[0] == '/' ? path : null;

    private static string? Find(Func<string, string?> variable, string name, string usual)
    {
        var folder = Rooted(variable(name));
        if (folder is null && Rooted(variable("HOME")) is { } home) folder = Path.Combine(home, ".local", usual);
        return folder is null ? null : Path.Combine(folder, "accelerator");
    }
}
