using System.CommandLine;

namespace Accelerator.Cli.Tune;

/// <summary><c>ftpx tune</c>: words to <see cref="TuneOptions"/>, and nothing else. The work is injected.</summary>
internal static class TuneCommand
{
    /// <summary>The profiles that come with the program. Written out, because asking for them would load an assembly at every start of ftpx; a test compares.</summary>
    public const string Profiles = "conservative, desktop-wan, dtn-lan-10g, dtn-wan-10g, server-wan";

    /// <summary>The command with its verbs; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<TuneOptions, Task<int>> run) => new("tune", "Show, change and set back what the system does with long, fast paths.")
    {
        Plain("list", "List the settings that are known, with their values.", TuneVerb.List, run),
        Plain("show", "Show how this computer is set.", TuneVerb.Show, run),
        Diff(run),
        Apply(run),
        Confirm(run),
        Rollback(run),
        Export(run),
        Plain("history", "List what was changed, and whether it is in force.", TuneVerb.History, run),
    };

    private static Command Plain(string name, string text, TuneVerb verb, Func<TuneOptions, Task<int>> run)
    {
        var table = new TuneOptionTable();
        var command = new Command(name, text) { table.Json };
        command.SetAction((parsed, _) => run(new TuneOptions { Verb = verb, Json = parsed.GetValue(table.Json) }));
        return command;
    }

    private static Command Diff(Func<TuneOptions, Task<int>> run)
    {
        var (table, profile) = (new TuneOptionTable(), Profile());
        var command = new Command("diff", "Show what a profile would change.") { profile, table.Json };
        command.SetAction((parsed, _) => run(new TuneOptions { Verb = TuneVerb.Diff, Profile = parsed.GetValue(profile), Json = parsed.GetValue(table.Json) }));
        return command;
    }

    private static Command Apply(Func<TuneOptions, Task<int>> run)
    {
        var (table, profile) = (new TuneOptionTable(), Profile());
        var command = new Command("apply", "Change what a profile wants otherwise: all of it, or nothing.") { profile, table.WhatIf, table.Yes, table.RestartAdapters, table.ConfirmWithin, table.Json };
        command.SetAction((parsed, _) => run(new TuneOptions
        {
            Verb = TuneVerb.Apply,
            Profile = parsed.GetValue(profile),
            WhatIf = parsed.GetValue(table.WhatIf),
            Yes = parsed.GetValue(table.Yes),
            RestartAdapters = parsed.GetValue(table.RestartAdapters),
            ConfirmWithin = parsed.GetValue(table.ConfirmWithin),
            Json = parsed.GetValue(table.Json),
        }));
        return command;
    }

    private static Command Rollback(Func<TuneOptions, Task<int>> run)
    {
        var table = new TuneOptionTable();
        var id = new Argument<string?>("ID") { Arity = ArgumentArity.ZeroOrOne, Description = "As ftpx tune history names it; the last that is in force unless given." };
        var command = new Command("rollback", "Set back what was changed: the last tuning, unless one is named.") { id, table.Yes, table.Force, table.RestartAdapters, table.UnlessConfirmed, table.Json };
        command.SetAction((parsed, _) => run(new TuneOptions
        {
            Verb = TuneVerb.Rollback,
            Id = parsed.GetValue(id),
            Yes = parsed.GetValue(table.Yes),
            Force = parsed.GetValue(table.Force),
            RestartAdapters = parsed.GetValue(table.RestartAdapters),
            UnlessConfirmed = parsed.GetValue(table.UnlessConfirmed),
            Json = parsed.GetValue(table.Json),
        }));
        return command;
    }

    private static Command Confirm(Func<TuneOptions, Task<int>> run)
    {
        var table = new TuneOptionTable();
        var id = new Argument<string?>("ID") { Arity = ArgumentArity.ZeroOrOne, Description = "As ftpx tune history names it; the last that waits unless given." };
        var command = new Command("confirm", "Keep what was applied with a timer.") { id, table.Json };
        command.SetAction((parsed, _) => run(new TuneOptions { Verb = TuneVerb.Confirm, Id = parsed.GetValue(id), Json = parsed.GetValue(table.Json) }));
        return command;
    }

    private static Command Export(Func<TuneOptions, Task<int>> run)
    {
        var (table, profile) = (new TuneOptionTable(), Profile());
        var command = new Command("export", "Print what a profile would change as a script for other tools.") { profile, table.Format };
        command.SetAction((parsed, _) => run(new TuneOptions { Verb = TuneVerb.Export, Profile = parsed.GetValue(profile), Format = parsed.GetValue(table.Format) }));
        return command;
    }

    private static Argument<string> Profile() => new("PROFILE") { Description = $"One of {Profiles}, or a file of your own that ends in .json; NAME+OVERLAY lays an overlay over it (dtn-wan-10g+singlestream)." };
}
