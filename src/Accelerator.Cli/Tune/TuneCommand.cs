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
    public const string Profiles = "conservative, desktop-10g, desktop-wan, dtn-lan-10g, dtn-wan-10g, linux-dtn-10g, "
        + "linux-perfsonar-10g, server-wan";

    /// <summary>The same, one by one, for completion.</summary>
    public static string[] ProfileWords { get; } = Profiles.Split(", ");

    public TuneCommand(Func<TuneOptions, Task<int>> run)
        : base("tune", "Show, apply and roll back this computer's network settings", run)
    {
        Example("ftpx tune diff dtn-wan-10g", "what a profile would change");
        Example("ftpx tune apply dtn-wan-10g --what-if", "the plan only");
        Example("ftpx tune diff desktop-10g+jumbo --peer HOST", "with jumbo frames on one path");
        Example("ftpx tune export linux-dtn-10g --for-server", "a script for the Linux server");
        Example("ftpx tune rollback", "restore the settings");
        var whatIf = Flag("--what-if", "Print the plan and change nothing", (o, v) => o with { WhatIf = v });
        var yes = Flag("--yes", "Do not ask", (o, v) => o with { Yes = v });
        var force = Flag("--force", "Also restore values that others changed since", (o, v) => o with { Force = v });
        var restart = Flag("--restart-adapters", "Restart each changed adapter once", (o, v) => o with { RestartAdapters = v });
        var within = Value(
            "--confirm-within", "MINUTES", "5 with --restart-adapters", "Roll back after MINUTES (1 to 1440) unless confirmed",
            TuneValues.Trial, (o, v) => o with { ConfirmWithin = v });
        var peer = Word(
            "--peer", "HOST", "none", "Far end of the path whose frames +jumbo enlarges and checks", (o, v) => o with { Peer = v });
        var unlessConfirmed = Flag(
            "--unless-confirmed", "Do nothing if confirmed (for the timer)", (o, v) => o with { UnlessConfirmed = v });
        var format = Value(
            "--format", "FORMAT", "ps1; sh on Linux", "netsh, ps1, reg, sh or json", TuneValues.Format, (o, v) => o with { Format = v },
            words: ["netsh", "ps1", "reg", "sh", "json"]);
        var forServer = Flag(
            "--for-server", "A shell script for the Linux server that sends the data", (o, v) => o with { ForServer = v });
        var json = Flag("--json", JsonText, (o, v) => o with { Json = v });
        var profile = Argument(
            "PROFILE", $"{Profiles}, or a .json file; NAME+OVERLAY adds an overlay (dtn-wan-10g+singlestream)",
            (o, v) => o with { Profile = v }, words: ProfileWords);

        Subcommand("list", "List the known settings and their values", Verb(TuneVerb.List), json);
        Subcommand("show", "Show this computer's settings", Verb(TuneVerb.Show), json);
        Subcommand("diff", "Show what a profile would change", Verb(TuneVerb.Diff), profile, peer, json);
        Subcommand("apply", "Apply a profile: all of it or nothing", Verb(TuneVerb.Apply), profile, whatIf, yes, restart, within, peer,
            json);
        Subcommand("confirm", "Keep settings that were applied with a timer", Verb(TuneVerb.Confirm), Id("the last that waits"), json);
        Subcommand(
            "rollback", "Restore the settings that a profile changed", Verb(TuneVerb.Rollback), Id("the last in force"), yes, force,
            restart, unlessConfirmed, json);
        Subcommand("export", "Print a profile's changes as a script for other tools", Verb(TuneVerb.Export), profile, format,
            forServer, peer);
        Subcommand("history", "List the applied profiles", Verb(TuneVerb.History), json);
    }

    private static TuneOptions Verb(TuneVerb verb) => new() { Verb = verb };

    private Argument Id(string usual) =>
        Argument("ID", $"ID from ftpx tune history [default: {usual}]", (o, v) => o with { Id = v }, isOptional: true);
}
