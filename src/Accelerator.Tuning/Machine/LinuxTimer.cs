using System.Globalization;

namespace Accelerator.Tuning.Machine;

/// <summary>
/// Runs <c>ftpx tune rollback</c> once as root: a transient timer of systemd, or a process in a session of its own where systemd does not
/// run. Neither survives a restart of the computer, which undoes unconfirmed changes by itself.
/// </summary>
/// <param name="commands">Runs the programs.</param>
/// <param name="program">The program that the timer runs, with its first arguments.</param>
/// <param name="hasSystemd">Whether systemd runs this computer.</param>
/// <param name="folder">The folder with the numbers of the processes: <c>/run</c>.</param>
/// <param name="time">The clock.</param>
public sealed class LinuxTimer(
    ICommandRunner commands, IReadOnlyList<string> program, bool hasSystemd, string folder, TimeProvider time) : IRollbackTimer
{
    // Written by the process itself, after it has left this session and its files.
    private const string Script =
        """
        exec </dev/null >/dev/null 2>&1
        file=$1 seconds=$2
        shift 2
        setsid sh -c 'echo $$ >"$0"; sleep "$1"; rm -f "$0"; shift; exec "$@"' "$file" "$seconds" "$@" &
        i=0
        while [ $i -lt 100 ]; do
            [ -s "$file" ] && exit
            sleep 0.1
            i=$((i + 1))
        done
        """;

    // The process may have ended, and its number may belong to another one.
    private const string Stop =
        """
        read -r process <"$1" || exit
        tr '\0' ' ' <"/proc/$process/cmdline" | grep -qF "$1" || exit
        kill -TERM -"$process"
        """;

    public async Task StartAsync(string journal, DateTimeOffset due, CancellationToken cancellationToken)
    {
        var seconds = Math.Max(1, (long)(due - time.GetUtcNow()).TotalSeconds).ToString(CultureInfo.InvariantCulture);
        string[] rollback = [.. program, "tune", "rollback", journal, "--yes", "--unless-confirmed"];
        try
        {
            await (hasSystemd
                ? commands.RunAsync("systemd-run",
                    ["--quiet", "--collect", $"--unit={Unit(journal)}", $"--on-active={seconds}s", "--timer-property=AccuracySec=1s",
                        .. rollback],
                    cancellationToken)
                : commands.RunAsync("sh", ["-c", Script, "ftpx-tune", FileOf(journal), seconds, .. rollback], cancellationToken))
                .ConfigureAwait(false);
            if (!await IsRunningAsync(journal, cancellationToken).ConfigureAwait(false)) throw Refusal("it is not there");
        }
        catch (IOException e)
        {
            throw Refusal(e.Message, e);
        }
    }

    public async Task<bool> StopAsync(string journal, CancellationToken cancellationToken)
    {
        try
        {
            if (hasSystemd)
                await commands.RunAsync("systemctl", ["stop", $"{Unit(journal)}.timer"], cancellationToken).ConfigureAwait(false);
            else
            {
                await commands.RunAsync("sh", ["-c", Stop, "ftpx-tune", FileOf(journal)], cancellationToken).ConfigureAwait(false);
                File.Delete(FileOf(journal));
            }
            return !await IsRunningAsync(journal, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private async Task<bool> IsRunningAsync(string journal, CancellationToken cancellationToken) => hasSystemd
        ? await commands.RunAsync("systemctl", ["is-active", "--quiet", $"{Unit(journal)}.timer"], cancellationToken)
            .ConfigureAwait(false) == 0
        : File.Exists(FileOf(journal));

    private string FileOf(string journal) => Path.Combine(folder, $"{Unit(journal)}.pid");

    // A unit's name may not contain the sign of an overlay.
    private static string Unit(string journal) => $"accelerator-tune-{journal.Replace('+', '_')}";

    private static SettingWriteException Refusal(string why, Exception? inner = null) =>
        new($"The timer for the rollback could not be started ({why.TrimEnd('.')}), so the changes are not tried.", inner);
}
