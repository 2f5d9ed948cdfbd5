using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>The source of input lines: a script, a user, or another program.</summary>
/// <param name="reader">The lines.</param>
/// <param name="isScript">Whether the source is a script file; its lines are shown as they are carried out.</param>
/// <param name="environment">The process environment.</param>
/// <param name="screen">Shows prompts.</param>
/// <param name="stop">Cancelled by Ctrl-C.</param>
internal sealed class ScriptInput(
    TextReader reader, bool isScript, ProcessEnvironment environment, ScriptScreen screen, CancellationToken stop)
{
    public const string Prompt = "ftp> ";

    private bool IsPerson => !isScript && environment.InIsTerminal;

    /// <summary>Returns the next line; null at the end.</summary>
    public async Task<string?> ReadAsync()
    {
        screen.Write(Prompt);
        var line = await ReadLineAsync().ConfigureAwait(false);
        if (isScript || (line is null && !IsPerson)) screen.Say(line is null ? "" : SafeText.Escape(ScriptLine.Masked(line)));
        return line;
    }

    /// <summary>
    /// Returns the answer to a prompt; null at the end of input. In a script the next line is the answer; it is not shown, because it may
    /// be a user name.
    /// </summary>
    public async Task<string?> AskAsync(string question)
    {
        screen.Write(question);
        var line = await ReadLineAsync().ConfigureAwait(false);
        if (!IsPerson) screen.Say("");
        return line?.Trim('\uFEFF', '\r');
    }

    /// <summary>Returns the answer to a prompt without echo.</summary>
    public async Task<string?> AskSecretAsync(string question)
    {
        if (!IsPerson) return await AskAsync(question).ConfigureAwait(false);
        return await Task.Run(() => environment.ReadPassword(question), stop).WaitAsync(stop).ConfigureAwait(false);
    }

    // A terminal read cannot be cancelled: after Ctrl-C the read stays pending.
    private async Task<string?> ReadLineAsync()
    {
        stop.ThrowIfCancellationRequested();
        return isScript ? await reader.ReadLineAsync(stop).ConfigureAwait(false)
            : await Task.Run(reader.ReadLine, stop).WaitAsync(stop).ConfigureAwait(false);
    }
}
