using Accelerator.Engine.Storage;

namespace Accelerator.Jobs.Control;

/// <summary>Where the service keeps its job file, its logs, its credentials and its ledger.</summary>
public static class DataFolder
{
    /// <summary>The ledger's file in it, unless the job file names another kind of ledger.</summary>
    public const string LedgerFile = "ledger.db";

    /// <summary>
    /// The usual one: on Windows <c>%ProgramData%\Accelerator</c>; elsewhere what systemd names in STATE_DIRECTORY, for root
    /// <c>/var/lib/accelerator</c>, and for others <c>$XDG_STATE_HOME/accelerator</c> or <c>~/.local/state/accelerator</c>.
    /// </summary>
    /// <param name="variable">The environment.</param>
    /// <param name="isRoot">Whether this process is root's.</param>
    /// <returns>A full path; null where nothing names one.</returns>
    public static string? Usual(Func<string, string?> variable, bool isRoot)
    {
        ArgumentNullException.ThrowIfNull(variable);
        if (OperatingSystem.IsWindows()) return OfWindows();
        // Of several folders, which colons part, the first is this.
        if (UserFolder.Rooted(variable("STATE_DIRECTORY")?.Split(':')[0]) is { } given) return given;
        return isRoot ? "/var/lib/accelerator" : UserFolder.State(variable);
    }

    internal static string OfWindows() =>
        Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), "Accelerator");
}
