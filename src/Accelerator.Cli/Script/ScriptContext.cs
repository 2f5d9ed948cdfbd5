using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Sites;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>The state that all verbs of the prompt share.</summary>
/// <param name="ProcessEnvironment">The process environment.</param>
/// <param name="Options">The parsed arguments.</param>
/// <param name="Modes">The modes of the prompt.</param>
/// <param name="Screen">The output.</param>
/// <param name="Input">The source of answers.</param>
/// <param name="Link">The connection to the server.</param>
/// <param name="Tally">The exit code.</param>
/// <param name="Stop">Cancelled by Ctrl-C.</param>
internal sealed record ScriptContext(
    ProcessEnvironment ProcessEnvironment, ScriptOptions Options, ScriptModes Modes, ScriptScreen Screen, ScriptInput Input,
    ScriptLink Link, ScriptTally Tally, CancellationToken Stop)
{
    /// <summary>The site memory; null if the environment names no folder for it.</summary>
    public SiteMemory? Memory { get; init; }

    /// <summary>The files that were wanted and are not here.</summary>
    public ScriptUnfetched Unfetched { get; } = new();

    /// <summary>The settings for every server.</summary>
    public SiteSettings Defaults { get; init; } = SiteSettings.None;

    /// <summary>Returns the effective options for a server and a login.</summary>
    /// <exception cref="UsageException">A setting has an unusable value.</exception>
    public Task<TransferOptions> EffectiveOptionsAsync(TransferOptions typed, SiteKey key) =>
        SiteSettingTable.ApplyAsync(Memory, typed, key, SiteSettings.None, Defaults, Screen.Notice);

    /// <summary>Returns the given argument, else the answer to a prompt; null if there is neither.</summary>
    public async Task<string?> ArgumentAsync(ScriptLine line, int index, string question)
    {
        if (line.Arguments.Count > index) return line.Arguments[index];
        return await Input.AskAsync(question + " ").ConfigureAwait(false) is { Length: > 0 } answer ? answer : null;
    }

    /// <summary>Returns the given names, else the answer to a prompt; empty if there is neither.</summary>
    public async Task<IReadOnlyList<string>> NamesAsync(ScriptLine line, string question)
    {
        if (line.Arguments.Count > 0) return line.Arguments;
        return await ArgumentAsync(line, 0, question).ConfigureAwait(false) is { } one ? [one] : [];
    }

    /// <summary>
    /// Returns whether to transfer one of several files: always true if prompting is off. Null if the user wants no more files.
    /// </summary>
    public async Task<bool?> IsWantedAsync(string question)
    {
        if (!Modes.AsksBeforeFiles) return true;
        var answer = await Input.AskAsync(question).ConfigureAwait(false);
        if (answer is null || answer.StartsWith("q", StringComparison.OrdinalIgnoreCase)) return null;
        return !answer.StartsWith("n", StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Carries out a line, or its part for one file; a failure is reported, and ends nothing else.</summary>
    /// <returns>Whether the rest can be carried out: the server is still connected, or can be connected again.</returns>
    public async Task<bool> TryAsync(Func<Task> workAsync)
    {
        try
        {
            await workAsync().ConfigureAwait(false);
        }
        catch (Exception e) when (e is FtpException or TransferException or StorageException or IOException or UnauthorizedAccessException
            or ArgumentException && e is not (OutputFailedException or OutputClosedException))
        {
            foreach (var said in ScriptFailures.Lines(e)) Screen.Say(said);
            Tally.Fail(ScriptFailures.CodeOf(e));
        }
        return Link.Endpoint is not null;
    }

    /// <summary>Writes a sentence and records a failure.</summary>
    public void Fail(ExitCode code, string sentence)
    {
        Screen.Say(sentence);
        Tally.Fail(code);
    }
}

/// <summary>The exit code of the whole script: the code of its first failure.</summary>
internal sealed class ScriptTally
{
    private ExitCode? _first;

    /// <summary>The exit code so far.</summary>
    public ExitCode Code => _first ?? ExitCodes.Ok;

    /// <summary>Records that a requested action was not carried out.</summary>
    public void Fail(ExitCode code) => _first ??= code;
}
