using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Terminal;
using Accelerator.Ftp;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Exporting;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Stores;

namespace Accelerator.Cli.Tune;

/// <summary>Runs <c>ftpx tune</c>.</summary>
/// <param name="environment">The process environment.</param>
/// <param name="open">Opens the computer; null on systems other than Windows and Linux.</param>
internal sealed class TuneRunner(ProcessEnvironment environment, Func<TuneHost?> open)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are invalid.</exception>
    public async Task<int> RunAsync(TuneOptions options)
    {
        if (options.Verb == TuneVerb.List) return List(options);
        if (options.ForServer) return ExportForServer(options);
        var host = open()
            ?? throw new UsageException(
                "ftpx tune supports Windows and Linux only. "
                    + "ftpx tune list shows what there is to set, docs/tuning.md explains it.");
        try
        {
            return options.Verb switch
            {
                TuneVerb.Show => await ShowAsync(options, host).ConfigureAwait(false),
                TuneVerb.History => History(options, host),
                TuneVerb.Diff => await DiffAsync(options, host).ConfigureAwait(false),
                TuneVerb.Apply => await ApplyAsync(options, host).ConfigureAwait(false),
                TuneVerb.Confirm => await Changer(host).ConfirmAsync(options).ConfigureAwait(false),
                TuneVerb.Export => await ExportAsync(options, host).ConfigureAwait(false),
                _ => await Changer(host).RollBackAsync(options).ConfigureAwait(false),
            };
        }
        catch (FormatException e)
        {
            throw new UsageException(e.Message);
        }
        catch (Exception e) when (e is (IOException and not OutputFailedException) or UnauthorizedAccessException)
        {
            environment.Messages.Error($"The journals of ftpx tune cannot be used: {e.Message} Nothing was changed.");
            return ExitCodes.Disk;
        }
    }

    private int List(TuneOptions options)
    {
        if (!options.Json) Show([TuneText.Catalogue()]);
        else Print(SettingCatalogue.All.Select(TuneJson.Setting));
        return ExitCodes.Ok;
    }

    private async Task<int> ShowAsync(TuneOptions options, TuneHost host)
    {
        var snapshot = await ReadAsync(host).ConfigureAwait(false);
        if (!options.Json) Show([TuneText.State(snapshot)]);
        else
            Print(SettingCatalogue.All.SelectMany(setting => SettingTarget.Of(setting, host.Facts))
                .Select(target => TuneJson.State(target, snapshot[target])));
        return ExitCodes.Ok;
    }

    private int History(TuneOptions options, TuneHost host)
    {
        var journals = host.Journals.Load();
        if (options.Json) Print(journals.Select(TuneJson.Journal));
        else if (journals.Count == 0) environment.Out.WriteLine("ftpx tune has changed nothing on this computer.");
        else Show([TuneText.History(journals)]);
        return ExitCodes.Ok;
    }

    private async Task<int> DiffAsync(TuneOptions options, TuneHost host)
    {
        var (plan, _) = await PlanAsync(options, host).ConfigureAwait(false);
        Print(plan, options);
        if (!options.Json && plan.Steps.Count > 0)
        {
            var command = CommandText.Of(
                ["tune", "apply", options.Profile!, .. options.Peer is { } peer ? ["--peer", peer] : Array.Empty<string>(),
                    .. NeedsRestart(plan) ? ["--restart-adapters"] : Array.Empty<string>()],
                environment.IsWindows);
            environment.Out.WriteLine($"{SafeText.Escape(command)} applies them; ftpx tune rollback undoes them.");
        }
        return ExitCodes.Ok;
    }

    private async Task<int> ApplyAsync(TuneOptions options, TuneHost host)
    {
        var changer = options.WhatIf ? null : Changer(host);
        var (plan, peer) = await PlanAsync(options, host).ConfigureAwait(false);
        if (changer is not null) RequireCheck(plan, options);
        Print(plan, options);
        return changer is null || plan.Steps.Count == 0
            ? ExitCodes.Ok : await changer.ApplyAsync(plan, peer, options).ConfigureAwait(false);
    }

    private async Task<int> ExportAsync(TuneOptions options, TuneHost host)
    {
        var (plan, _) = await PlanAsync(options, host).ConfigureAwait(false);
        foreach (var line in PlanScript.Write(
            plan, options.Format ?? (host.Facts.Platform == HostPlatform.Linux ? ScriptFormat.Sh : ScriptFormat.Ps1), host.Name))
            environment.Out.WriteLine(line);
        return ExitCodes.Ok;
    }

    private int ExportForServer(TuneOptions options)
    {
        if (options.Peer is not null || options.Format is not null and not ScriptFormat.Sh)
            throw new UsageException(
                "--for-server writes a shell script that reads the server's own values: omit --peer and --format.");
        try
        {
            Print(ServerScript.Write(Read(options.Profile!)));
            return ExitCodes.Ok;
        }
        catch (FormatException e)
        {
            throw new UsageException(e.Message);
        }
    }

    private TuneChanger Changer(TuneHost host) => new(environment, host, host.Control);

    private async Task<(TuningPlan Plan, TunePeer? Peer)> PlanAsync(TuneOptions options, TuneHost host)
    {
        var profile = Read(options.Profile!);
        var peer = options.Peer is { } name
            ? await TunePeer.FindAsync(name, host.Facts, CancellationToken.None).ConfigureAwait(false) : null;
        return (TuningPlanner.Make(profile, await ReadAsync(host).ConfigureAwait(false), peer?.Carrier), peer);
    }

    // Larger frames on a path that does not carry them cut the computer off: they are applied only together with the check of the path.
    private static void RequireCheck(TuningPlan plan, TuneOptions options)
    {
        if (options.Peer is null && plan.Profile.Settings.Any(setting => setting.OnPathOnly))
            throw new UsageException($"{plan.Profile.Id} enlarges the frames of the adapter on one path, and checks that path. "
                + "Add --peer HOST: a computer at the far end that answers ping.");
        if (!options.RestartAdapters && NeedsRestart(plan))
            throw new UsageException(
                "The path can be checked only after the adapter is restarted, which interrupts its link for some seconds. "
                + "Add --restart-adapters.");
    }

    private static bool NeedsRestart(TuningPlan plan) =>
        plan.Steps.Any(step => step.Wanted.OnPathOnly && step.Target.Setting.Needs.HasFlag(SettingNeeds.AdapterRestart));

    private void Print(TuningPlan plan, TuneOptions options)
    {
        if (options.Json)
        {
            Print([.. plan.Steps.Select(TuneJson.Step), .. plan.PassedOver.Select(TuneJson.Left), .. plan.Findings.Select(TuneJson.Found)]);
            return;
        }
        Show(TuneText.Plan(plan));
        environment.Out.WriteLine(TuneText.Sum(plan));
    }

    private TuningProfile Read(string name)
    {
        if (!name.EndsWith(".json", StringComparison.OrdinalIgnoreCase)) return ProfileCatalogue.Read(name);
        try
        {
            return ProfileReader.Read(File.ReadAllBytes(Path.Combine(environment.Folder, name)), Path.GetFileName(name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"The profile {SafeText.Escape(name)} cannot be read: {e.Message}");
        }
    }

    private static Task<HostSnapshot> ReadAsync(TuneHost host) => HostReader.ReadAsync(host.Facts, host.Store, CancellationToken.None);

    private void Show(IEnumerable<TextTable> tables)
    {
        var terminal = environment.OpenOutTerminal();
        foreach (var table in tables) table.Show(terminal, environment.Out);
    }

    private void Print(IEnumerable<string> lines)
    {
        foreach (var line in lines) environment.Out.WriteLine(line);
    }
}
