using Accelerator.Base.Running;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Running;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>Reads and carries out lines until bye or the end of input.</summary>
internal sealed class ScriptShell(ScriptContext context, TransferCalls calls)
{
    private readonly ScriptLogin _login = new(context);
    private readonly ScriptFolders _folders = new(context);
    private readonly ScriptFetch _fetch = new(context, calls);
    private readonly ScriptChanges _changes = new(context);

    /// <summary>Runs from the first connection to the last line.</summary>
    public async Task RunAsync()
    {
        foreach (var ignored in context.Options.Ignored.Where(_ => context.Modes.Debug))
            context.Screen.Say($"{SafeText.Escape(ignored)} is ignored.");
        if (context.Options.Host is { } host)
            await context.TryAsync(() => _login.OpenAsync(host, context.Options.Port)).ConfigureAwait(false);
        while (await context.Input.ReadAsync().ConfigureAwait(false) is { } text)
        {
            var line = ScriptLine.Read(text);
            if (line.Verb?.Act == ScriptAct.Bye) break;
            if (line.Complaint is { } complaint) context.Screen.Say(complaint);
            else if (line.Verb is { } verb) await context.TryAsync(() => RunAsync(verb, line)).ConfigureAwait(false);
        }
        await context.Link.CloseAsync(context.Stop).ConfigureAwait(false);
    }

    private async Task RunAsync(ScriptVerb verb, ScriptLine line)
    {
        if (verb.NeedsServer && context.Link.Endpoint is null)
        {
            context.Screen.Say("Not connected.");
            if (verb.Act is ScriptAct.Get) context.Unfetched.Want(line.Arguments.ElementAtOrDefault(0) ?? "");
            if (verb.Act is ScriptAct.GetMany)
                foreach (var word in line.Arguments) context.Unfetched.WantPattern(word);
            // A transfer or change that was not carried out must not count as success; a close without a connection is a success.
            if (verb.Act is ScriptAct.Get or ScriptAct.GetMany || verb.Changes) context.Tally.Fail(ExitCodes.Network);
            return;
        }
        if (verb.Changes) await _changes.RunAsync(line).ConfigureAwait(false);
        else if (!Switch(verb.Act)) await ActAsync(verb.Act, line).ConfigureAwait(false);
    }

    private Task ActAsync(ScriptAct act, ScriptLine line) => act switch
    {
        ScriptAct.Shell => ShellAsync(line.Rest),
        ScriptAct.Help => DoneAsync(() => Help(line)),
        ScriptAct.Open => OpenAsync(line),
        ScriptAct.User => _login.UserAsync(line),
        ScriptAct.Close => context.Link.CloseAsync(context.Stop),
        ScriptAct.Enter => _folders.EnterAsync(line),
        ScriptAct.LocalFolder => DoneAsync(() => _folders.EnterLocal(line)),
        ScriptAct.List => _folders.ListAsync(line, namesOnly: false),
        ScriptAct.ListNames => _folders.ListAsync(line, namesOnly: true),
        ScriptAct.ListMany => _folders.ListManyAsync(line, namesOnly: false),
        ScriptAct.ListNamesOfMany => _folders.ListManyAsync(line, namesOnly: true),
        ScriptAct.Get => _fetch.GetAsync(line),
        ScriptAct.GetMany => _fetch.GetManyAsync(line),
        ScriptAct.Quote => _changes.QuoteAsync(line),
        ScriptAct.SayFolder => context.Link.UseAsync(session => session.SayFolderAsync(context.Stop), isRepeatable: true, context.Stop),
        ScriptAct.RemoteHelp => context.Link.UseAsync(
            session => session.HelpAsync(line.Rest, context.Stop), isRepeatable: true, context.Stop),
        ScriptAct.Ascii => ChooseTypeAsync(isBinary: false),
        ScriptAct.Binary => ChooseTypeAsync(isBinary: true),
        ScriptAct.Type => TypeAsync(line),
        ScriptAct.Status => DoneAsync(Status),
        _ => throw new InvalidOperationException($"{act} has no work."),
    };

    private async Task OpenAsync(ScriptLine line)
    {
        // ftp.exe asks for a host only if it can use one.
        var host = context.Link.Endpoint is null
            ? await context.ArgumentAsync(line, 0, "To").ConfigureAwait(false) : line.Arguments.ElementAtOrDefault(0);
        await _login.OpenAsync(host, line.Arguments.ElementAtOrDefault(1)).ConfigureAwait(false);
    }

    private async Task ChooseTypeAsync(bool isBinary)
    {
        var reply = await context.Link.UseAsync(
            session => session.ChooseTypeAsync(isBinary, context.Stop), isRepeatable: true, context.Stop).ConfigureAwait(false);
        if (reply.IsSuccess) context.Modes.IsBinary = isBinary;
        else context.Tally.Fail(ScriptFailures.CodeOf(reply, ExitCodes.Usage));
    }

    private async Task TypeAsync(ScriptLine line)
    {
        switch (line.Arguments.ElementAtOrDefault(0)?.ToUpperInvariant())
        {
            case null:
                context.Screen.Say($"Using {(context.Modes.IsBinary ? "binary" : "ascii")} mode to transfer files.");
                break;
            case "A" or "ASCII":
                await ChooseTypeAsync(isBinary: false).ConfigureAwait(false);
                break;
            case "I" or "B" or "BINARY" or "IMAGE":
                await ChooseTypeAsync(isBinary: true).ConfigureAwait(false);
                break;
            default:
                context.Screen.Say($"{SafeText.Escape(line.Arguments[0])}: unknown mode.");
                break;
        }
    }

    private bool Switch(ScriptAct act)
    {
        var modes = context.Modes;
        var said = act switch
        {
            ScriptAct.Bell => $"Bell mode {ScriptModes.Word(modes.Bell = !modes.Bell)} .",
            ScriptAct.Debug => $"Debugging {ScriptModes.Word(modes.Debug = !modes.Debug)} .",
            ScriptAct.Glob => $"Globbing {ScriptModes.Word(modes.Globs = !modes.Globs)} .",
            ScriptAct.Hash => (modes.Hash = !modes.Hash)
                ? "Hash mark printing On  ftp: (2048 bytes/hash mark) ." : "Hash mark printing Off .",
            ScriptAct.Prompt => $"Interactive mode {ScriptModes.Word(modes.AsksBeforeFiles = !modes.AsksBeforeFiles)} .",
            ScriptAct.Trace => $"Packet tracing {ScriptModes.Word(modes.Trace = !modes.Trace)} .",
            ScriptAct.Verbose => $"Verbose mode {ScriptModes.Word(modes.IsVerbose = !modes.IsVerbose)} .",
            _ => null,
        };
        if (said is not null) context.Screen.Say(said);
        return said is not null;
    }

    private void Status()
    {
        foreach (var line in context.Modes.Lines(context.Link.Endpoint)) context.Screen.Say(line);
    }

    private void Help(ScriptLine line)
    {
        if (line.Arguments.Count == 0)
        {
            foreach (var row in ScriptHelp.Lines()) context.Screen.Say(row);
            return;
        }
        foreach (var word in line.Arguments)
        {
            var verb = ScriptVerbTable.Find(word, out var isAmbiguous);
            context.Screen.Say(verb is null
                ? $"{(isAmbiguous ? "Ambiguous" : "Invalid")} help command {SafeText.Escape(word)}." : $"{verb.Name,-15} {verb.Summary}");
        }
    }

    // The shell shares the screen, keyboard and folder of the prompt. Only the user's own text is run, never a name from a server.
    private async Task ShellAsync(string command)
    {
        var isWindows = context.ProcessEnvironment.IsWindows;
        var shell = new ProgramLookup { IsWindows = isWindows }.FindShell(context.ProcessEnvironment.Variable("ComSpec"));
        var run = new ProgramRun(shell, command.Length > 0 ? ["-c", command] : [])
        {
            Folder = context.Modes.Folder,
            // cmd takes the text after /c literally, quotation marks included.
            Literal = isWindows ? command.Length > 0 ? $"/c {command}" : "" : null,
        };
        await run.ShareConsoleAsync(context.Stop).ConfigureAwait(false);
    }

    private static Task DoneAsync(Action work)
    {
        work();
        return Task.CompletedTask;
    }
}
