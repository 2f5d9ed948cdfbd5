namespace Accelerator.Interop.Tests.Servers;

/// <summary>A terminal of 140 columns and 24 rows: a test sees its screen and types into it.</summary>
internal sealed class TmuxTerminal : IAsyncDisposable
{
    private readonly TempFolder _folder = new();
    private readonly IReadOnlyDictionary<string, string> _environment;

    private TmuxTerminal(IReadOnlyDictionary<string, string> environment) => _environment = environment;

    /// <summary>Opens a terminal in which a shell runs a command and then prints "exit code N".</summary>
    public static async Task<TmuxTerminal> StartAsync(
        string folder, IReadOnlyDictionary<string, string> environment, string command, CancellationToken cancellationToken)
    {
        var terminal = new TmuxTerminal(environment);
        // The sleep keeps the last screen for a while, and ends a terminal that was not closed.
        var script = $"{command}; echo \"exit code $?\"; sleep 100";
        await terminal.TmuxAsync(["new-session", "-d", "-x", "140", "-y", "24", "-c", folder, script], cancellationToken);
        return terminal;
    }

    /// <summary>Waits until the screen shows a text and returns the screen; rows end at their last character.</summary>
    public async Task<string> WaitForAsync(Regex sight, CancellationToken cancellationToken)
    {
        while (true)
        {
            var screen = await TmuxAsync(["capture-pane", "-p"], CancellationToken.None);
            if (sight.IsMatch(screen)) return screen;
            if (cancellationToken.IsCancellationRequested) Assert.Fail($"The screen did not show {sight} in time. It shows:\n{screen}");
            await Task.Delay(TimeSpan.FromMilliseconds(50), CancellationToken.None);
        }
    }

    /// <summary>Presses a key, named as tmux names it: <c>C-c</c>.</summary>
    public Task PressAsync(string key, CancellationToken cancellationToken) => TmuxAsync(["send-keys", key], cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await TmuxAsync(["kill-server"], CancellationToken.None);
        _folder.Dispose();
    }

    // Use a separate tmux server without a user's configuration.
    private async Task<string> TmuxAsync(IEnumerable<string> words, CancellationToken cancellationToken)
    {
        string[] all = ["-S", _folder.File("socket"), "-f", "/dev/null", .. words];
        var end = await ProgramRun.RunFileAsync(ServerTools.Require("tmux"), _folder.Path, all, cancellationToken, _environment);
        return end.ExpectQuiet().Output;
    }
}
