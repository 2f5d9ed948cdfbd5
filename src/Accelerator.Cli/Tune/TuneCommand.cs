using System.CommandLine;
using Accelerator.Cli.Options;

namespace Accelerator.Cli.Tune;

/// <summary>The <c>ftpx tune</c> command: parses its arguments into <see cref="TuneOptions"/>. The runner is injected.</summary>
internal sealed class TuneCommand : VerbCommand<TuneOptions>
{
    /// <summary>
    /// The built-in profiles. They are written out here because asking for them would load an assembly at every start of ftpx; a test
    /// compares the lists.
    /// </summary>
    public const string Profiles = "conservative, desktop-wan, dtn-lan-10g, dtn-wan-10g, server-wan";

    /// <summary>The same, one by one, for completion.</summary>
    public static string[] ProfileWords { get; } = Profiles.Split(", ");

    public TuneCommand(Func<TuneOptions, Task<int>> run)
        : base("tune", "Show, change and set back what the system does with long, fast paths.", run)
    {
        var whatIf = Flag("--what-if", "For apply: print the plan and change nothing.", (o, v) => o with { WhatIf = v });
        var yes = Flag("--yes", "For apply and rollback: change it without asking.", (o, v) => o with { Yes = v });
        var force = Flag("--force", "For rollback: set back what somebody else has changed since, too.", (o, v) => o with { Force = v });
        var restart = Flag(
            "--restart-adapters",
            "For apply and rollback: restart the adapters whose values were changed, each once. "
                + "After apply, everything is set back unless ftpx tune confirm is typed in time.",
            (o, v) => o with { RestartAdapters = v });
        var within = Value(
            "--confirm-within", "MINUTES", "5 with --restart-adapters, otherwise none",
            "For apply: set everything back after MINUTES (1 to 1440) unless ftpx tune confirm is typed before.", TuneValues.Trial,
            (o, v) => o with { ConfirmWithin = v });
        var unlessConfirmed = Flag(
            "--unless-confirmed", "For rollback, as the timer calls it: do nothing where the tuning was confirmed.",
            (o, v) => o with { UnlessConfirmed = v });
        var format = Value(
            "--format", "FORMAT", "ps1 on Windows, sh on Linux", "For export: netsh, ps1, reg, sh or json.", TuneValues.Format,
            (o, v) => o with { Format = v }, words: ["netsh", "ps1", "reg", "sh", "json"]);
        var json = Flag("--json", "One JSON object a line.", (o, v) => o with { Json = v });
        var profile = Argument(
            "PROFILE",
            $"One of {Profiles}, or a file of your own that ends in .json; NAME+OVERLAY lays an overlay over it "
                + "(dtn-wan-10g+singlestream).",
            (o, v) => o with { Profile = v }, words: ProfileWords);

        Subcommand("list", "List the settings that are known, with their values.", Verb(TuneVerb.List), json);
        Subcommand("show", "Show how this computer is set.", Verb(TuneVerb.Show), json);
        Subcommand("diff", "Show what a profile would change.", Verb(TuneVerb.Diff), profile, json);
        Subcommand(
            "apply", "Change what a profile wants otherwise: all of it, or nothing.", Verb(TuneVerb.Apply), profile, whatIf, yes, restart,
            within, json);
        Subcommand("confirm", "Keep what was applied with a timer.", Verb(TuneVerb.Confirm), Id("the last that waits"), json);
        Subcommand(
            "rollback", "Set back what was changed: the last tuning, unless one is named.", Verb(TuneVerb.Rollback),
            Id("the last that is in force"), yes, force, restart, unlessConfirmed, json);
        Subcommand("export", "Print what a profile would change as a script for other tools.", Verb(TuneVerb.Export), profile, format);
        Subcommand("history", "List what was changed, and whether it is in force.", Verb(TuneVerb.History), json);
    }

    private static TuneOptions Verb(TuneVerb verb) => new() { Verb = verb };

    private Argument Id(string usual) =>
        Argument("ID", $"As ftpx tune history names it; {usual} unless given.", (o, v) => o with { Id = v }, isOptional: true);
}
