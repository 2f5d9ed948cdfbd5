using Accelerator.Engine.Storage;

namespace Accelerator.Jobs.Control;

/// <summary>The folder of the service's job file, logs, credentials and ledger.</summary>
public static class DataFolder
{
    /// <summary>The name of the ledger's file in the folder, unless the job file names another kind of ledger.</summary>
    public const string LedgerFile = "ledger.db";

    /// <summary>The default folder of root on Linux, which systemd gives to the service's account.</summary>
    internal const string OfLinux = "/var/lib/accelerator";

    /// <summary>
    /// Returns the default folder: on Windows <c>%ProgramData%\Accelerator</c>; elsewhere the value of systemd's STATE_DIRECTORY, for root
    /// <c>/var/lib/accelerator</c>, and for others <c>$XDG_STATE_HOME/accelerator</c> or <c>~/.local/state/accelerator</c>.
    /// </summary>
    /// <param name="variable">Reads an environment variable.</param>
    /// <param name="isRoot">Whether this process runs as root.</param>
    /// <returns>A full path; null if no variable gives one.</returns>
    public static string? Usual(Func<string, string?> variable, bool isRoot)
    {
        if (OperatingSystem.IsWindows()) return OfWindows();
        // systemd separates several folders by colons; use the first.
        if (UserFolder.Rooted(variable("STATE_DIRECTORY")?.Split(':')[0]) is { } given) return given;
        return isRoot ? OfLinux : UserFolder.State(variable);
    }

    internal static string OfWindows() =>
        Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), "Accelerator");
}
