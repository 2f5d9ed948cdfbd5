using System.Globalization;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>
/// Progress on the taskbar, or on the terminal's tab: <c>ESC ] 9 ; 4 ; state ; percent</c>, introduced by ConEmu and adopted by Windows
/// Terminal. Returns the text to write, and only if it has changed: a terminal may redraw a window for each.
/// </summary>
/// <param name="end">The terminator of the sequence.</param>
internal sealed class TaskbarProgress(string end)
{
    // learn.microsoft.com/windows/terminal/tutorials/progress-bar-sequences
    private const int None = 0;
    private const int Normal = 1;
    private const int Error = 2;
    private const int Unknown = 3;

    private const int LeastVte = 7900;

    private (int State, int Percent) _shown;
    private bool _failed;

    /// <summary>
    /// Returns the progress for the terminal of this process; null if the terminal is not known to be safe. iTerm2 before 3.6.6, kitty and
    /// Warp show each sequence as a desktop notification, so a terminal has to be on this list.
    /// </summary>
    /// <param name="variable">Reads an environment variable, or null.</param>
    /// <param name="isWindows">Whether the terminal is a Windows console.</param>
    public static TaskbarProgress? For(Func<string, string?> variable, bool isWindows)
    {
        // Inside tmux and screen, the variables are those of the terminal in which they were started.
        if (variable("TMUX") is not null || variable("STY") is not null) return null;
        var known = variable("TERM_PROGRAM") switch
        {
            "WezTerm" or "ghostty" or "vscode" => true,
            { Length: > 0 } => false,
            _ when variable("WT_SESSION") is not null || variable("ConEmuANSI") == "ON" => true,
            // VTE is the terminal of GNOME, Xfce and others.
            _ when int.TryParse(variable("VTE_VERSION"), CultureInfo.InvariantCulture, out var version) => version >= LeastVte,
            // The Windows console itself ignores the sequence; if Windows Terminal replaces it, no variable shows that. Over ssh, the other
            // end may be any terminal.
            _ => isWindows && variable("SSH_CONNECTION") is null,
        };
        // The short terminator is the older one on Windows; VTE needs the other.
        return known ? new TaskbarProgress(isWindows ? "\a" : "\u001b\\") : null;
    }

    /// <summary>Returns the text for this state of the run; empty if nothing has changed by a whole percent.</summary>
    public string Show(TransferSnapshot snapshot)
    {
        var percent = ProgressLine.WholePercent(snapshot) ?? 0;
        if (_failed) return Set(Error, percent);
        var isMeasured = snapshot is { BytesTotal: not null, Phase: TransferPhase.Transferring or TransferPhase.Done };
        return isMeasured ? Set(Normal, percent) : Set(Unknown, 0);
    }

    /// <summary>Records a failed file: from now on progress is shown in red, while the other files continue.</summary>
    public void NoteFailure() => _failed = true;

    /// <summary>Returns the text that removes the progress; empty if none is shown.</summary>
    public string Clear() => Set(None, 0);

    private string Set(int state, int percent)
    {
        if ((state, percent) == _shown) return "";
        _shown = (state, percent);
        return string.Create(CultureInfo.InvariantCulture, $"\u001b]9;4;{state};{percent}{end}");
    }
}
