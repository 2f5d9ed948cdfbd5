using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>Where lines come from: a script, a person, or another program.</summary>
/// <param name="reader">The lines.</param>
/// <param name="isScript">Whether it is a script's file, whose lines are shown as they are carried out.</param>
/// <param name="environment">The process.</param>
/// <param name="screen">Shows questions.</param>
/// <param name="stop">Cancelled by Ctrl-C.</param>
internal sealed class ScriptInput(
    TextReader reader, bool isScript, ProcessEnvironment environment, ScriptScreen screen, CancellationToken stop)
{
    public const string Prompt = "ftp> ";

    private bool IsPerson => !isScript && environment.InIsTerminal;

    /// <summary>The next line; null at the end.</summary>
    public async Task<string?> ReadAsync()
    {
        screen.Write(Prompt);
        var line = await ReadLineAsync().ConfigureAwait(false);
        if (isScript || (line is null && !IsPerson)) screen.Say(line is null ? "" : SafeText.Escape(ScriptLine.Masked(line)));
        return line;
    }

    /// <summary>
    /// The answer to a question; null where there is none any more. A script's is its next line, which is not shown: it may be a user's
    /// name.
    /// </summary>
    public async Task<string?> AskAsync(string question)
    {
        screen.Write(question);
        var line = await ReadLineAsync().ConfigureAwait(false);
        if (!IsPerson) screen.Say("");
        return line?.Trim('\uFEFF', '\r');
    }

    /// <summary>The same for what must not be seen.</summary>
    public async Task<string?> AskSecretAsync(string question)
    {
        if (!IsPerson) return await AskAsync(question).ConfigureAwait(false);
        return await Task.Run(() => environment.ReadPassword(question), stop).WaitAsync(stop).ConfigureAwait(false);
    }

    // A terminal cannot be read so that it could be left again: Ctrl-C leaves the read behind.
    private async Task<string?> ReadLineAsync()
    {
        stop.ThrowIfCancellationRequested();
        return isScript ? await reader.ReadLineAsync(stop).ConfigureAwait(false)
            : await Task.Run(reader.ReadLine, stop).WaitAsync(stop).ConfigureAwait(false);
    }
}
