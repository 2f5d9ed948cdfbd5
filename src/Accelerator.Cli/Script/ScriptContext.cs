using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Script;

/// <summary>What every verb of the prompt has at hand.</summary>
/// <param name="ProcessEnvironment">The process.</param>
/// <param name="Options">What was typed.</param>
/// <param name="Modes">How everything is switched.</param>
/// <param name="Screen">What is shown.</param>
/// <param name="Input">Where answers come from.</param>
/// <param name="Link">The server.</param>
/// <param name="Tally">What all this ends with.</param>
/// <param name="Stop">Cancelled by Ctrl-C.</param>
internal sealed record ScriptContext(
    ProcessEnvironment ProcessEnvironment, ScriptOptions Options, ScriptModes Modes, ScriptScreen Screen, ScriptInput Input,
    ScriptLink Link, ScriptTally Tally, CancellationToken Stop)
{
    /// <summary>What is known of servers; null where the environment names no folder for it.</summary>
    public SiteMemory? Memory { get; init; }

    /// <summary>An argument that was given, else the answer to a question; null where there is neither.</summary>
    public async Task<string?> ArgumentAsync(ScriptLine line, int index, string question)
    {
        if (line.Arguments.Count > index) return line.Arguments[index];
        return await Input.AskAsync(question + " ").ConfigureAwait(false) is { Length: > 0 } answer ? answer : null;
    }

    /// <summary>The names that were given, else the answer to a question; none where there is neither.</summary>
    public async Task<IReadOnlyList<string>> NamesAsync(ScriptLine line, string question)
    {
        if (line.Arguments.Count > 0) return line.Arguments;
        return await ArgumentAsync(line, 0, question).ConfigureAwait(false) is { } one ? [one] : [];
    }

    /// <summary>Whether one file of several is wanted: all are where nobody is asked. Null where no more of them are.</summary>
    public async Task<bool?> IsWantedAsync(string question)
    {
        if (!Modes.AsksBeforeFiles) return true;
        var answer = await Input.AskAsync(question).ConfigureAwait(false);
        if (answer is null || answer.StartsWith("q", StringComparison.OrdinalIgnoreCase)) return null;
        return !answer.StartsWith("n", StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Says a sentence, and that something was not done.</summary>
    public void Fail(ExitCode code, string sentence)
    {
        Screen.Say(sentence);
        Tally.Fail(code);
    }
}

/// <summary>What the whole script ends with: the code of its first failure.</summary>
internal sealed class ScriptTally
{
    private ExitCode? _first;

    /// <summary>The code so far.</summary>
    public ExitCode Code => _first ?? ExitCodes.Ok;

    /// <summary>Something that was asked for did not happen.</summary>
    public void Fail(ExitCode code) => _first ??= code;
}
