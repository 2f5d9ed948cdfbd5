using Accelerator.Cli.Checksums;
using Accelerator.Cli.History;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Engine.Machine;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Mirror;

/// <summary>Runs <c>ftpx mirror</c>: request, plan, question, run, exit code.</summary>
internal sealed class MirrorCommandRunner(ProcessEnvironment environment, MirrorCalls calls)
{
    private const int MostLeftOut = 10;
    private const int MostFailures = 20;

    private int _failures;

    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are not a valid request; nothing has been sent over the network.</exception>
    public async Task<int> RunAsync(MirrorOptions options)
    {
        var host = new RunHost(environment, options);
        if (options is { Delete: true, Yes: false, DryRun: false } && !CanAsk(options))
            throw new UsageException(
                "--delete asks for confirmation, which is not possible here: add --yes, or preview with --dry-run.");
        var builder = new MirrorRequestBuilder(options, environment, host.Warn);
        var request = await builder.ReadAsync().ConfigureAwait(false);
        request = request with { Transfer = FileLimit.Bound(request.Transfer, environment.FileLimit, host.Warn) };
        RefuseInside(options, request);
        var lists = new MirrorLists(builder.Checksums(), WrittenChecksums.Of(options, environment));
        lists.Written?.Check();
        var isNew = !Directory.Exists(request.TargetRoot);
        var code = await host.RunAsync(
            request.Source.ToString(),
            request.Transfer,
            value => IsShown(value, options),
            context => RunOrTellAsync(
                options, request with { Transfer = context.Complete(request.Transfer) }, lists, context),
            HistoryRecorder.For("mirror", options.DryRun, environment), request.TargetRoot).ConfigureAwait(false);
        if (isNew && code != ExitCodes.Ok.Value) RemoveEmpty(request.TargetRoot);
        return code;
    }

    private async Task<ExitCode> RunOrTellAsync(MirrorOptions options, MirrorRequest request, MirrorLists lists, RunContext context)
    {
        try
        {
            if (lists.Given is { } given) request = await given.ApplyAsync(request, context.Stop).ConfigureAwait(false);
            return await RunAsync(options, request, lists, context).ConfigureAwait(false);
        }
        catch (UsageException e)
        {
            // The list of checksums was refused. This is not a defect: the server was needed to find out.
            context.View.Fail(e.Message);
            return e.Code;
        }
        catch (TransferException e)
        {
            context.View.ShowProblem(new MirrorProblem("", e.Kind, e.Message));
            return await context.EndAsync(ExitCodes.For(e.Kind)).ConfigureAwait(false);
        }
    }

    private async Task<ExitCode> RunAsync(MirrorOptions options, MirrorRequest request, MirrorLists lists, RunContext context)
    {
        using var awake = KeepAwake.For("ftpx is mirroring a folder.");
        var steps = await calls.Open(request, options.DryRun, context.Events, context.Stop).ConfigureAwait(false);
        await using var closing = steps.ConfigureAwait(false);
        var plan = await steps.Plan(context.Stop).ConfigureAwait(false);
        lists.Given?.Check(plan, context.Events);
        if (options.DryRun)
        {
            context.View.ShowPlan(plan, request);
            return ExitCodes.For(plan);
        }

        if (plan.RoomRefusal is { } tooSmall) throw new TransferException(FailureKind.Disk, tooSmall);

        // The engine deletes nothing if the plan has problems.
        request = request with { Delete = request.Delete && plan.Problems.Count == 0 };
        Notify(plan, request, context);
        var asked = environment.Time.GetTimestamp();
        var isRefused = request.Delete && !options.Yes && plan.Extras.Count > 0
            && !await MayDeleteAsync(plan, request, context).ConfigureAwait(false);
        var thought = environment.Time.GetElapsedTime(asked);
        if (isRefused) context.View.Say("nothing is deleted.");
        context.View.ShowStart(plan, request with { Delete = request.Delete && !isRefused });
        var ended = await steps.Run(isRefused ? plan with { Extras = [] } : plan, context.Stop).ConfigureAwait(false);
        // The time that the user took to answer does not count towards the rate.
        var result = ended with { Plan = plan, Elapsed = ended.Elapsed - thought };
        // A stop between the last file and the end of the deletions is not a failure of any file.
        var isStopped = context.Stop.IsCancellationRequested && result.WhyNotDeleted is not null;
        var code = await context.EndAsync(isStopped ? ExitCodes.Cancelled : ExitCodes.For(result)).ConfigureAwait(false);
        Conclude(result, code, context);
        if (lists.Written is { } written && await written.WriteAsync(FilesOf(result), context.Stop).ConfigureAwait(false) is { } problem)
        {
            context.View.Fail(problem);
            if (code.Value == ExitCodes.Ok.Value) code = ExitCodes.Disk;
        }
        foreach (var hint in ResumeHint.For(options, result.Files, environment.IsWindows)) context.View.Say(hint);
        return code;
    }

    // A thousand files have a thousand plans and results: the summary counts them. In JSON each result is a line, for the program that
    // reads it, and --quiet has no summary.
    private bool IsShown(TransferEvent value, MirrorOptions options) => value switch
    {
        TransferEvent.Planned => false,
        TransferEvent.Finished { Result.Failure: null } => options.Json || options.Detail,
        TransferEvent.Finished { Result.Failure: FailureKind.Cancelled } => options.Json,
        TransferEvent.Finished => options.Json || options.Quiet || Interlocked.Increment(ref _failures) <= MostFailures,
        _ => true,
    };

    private bool CanAsk(MirrorOptions options) =>
        environment is { InIsTerminal: true, ErrIsTerminal: true } && options is { Quiet: false, Json: false, ReadsInput: false };

    // Unchanged files too: a repeated command writes the same list.
    private static List<(string Target, string? Sha256)> FilesOf(MirrorResult result) =>
    [
        .. result.Files.Where(file => file.Failure is null).Select(file => (file.TargetPath, file.Sha256))
            .Concat(result.Plan.SameTargets.Select(target => (target, (string?)null)))
            .OrderBy(file => file.Item1, StringComparer.Ordinal),
    ];

    // The mirror would delete these files because they are not on the server.
    private void RefuseInside(MirrorOptions options, MirrorRequest request)
    {
        if (options.WriteChecksums is { Length: > 0 } list && IsInside(Path.GetFullPath(list, environment.Folder), request.TargetRoot))
            throw new UsageException(
                "--write-checksums is inside the mirrored folder, which has the files of the server only: choose another folder.");
        if (!options.Delete) return;
        foreach (var (name, file) in new[] { ("--report", options.Report), ("--trace", options.Trace), ("--log-file", options.LogFile) })
        {
            if (file is { Length: > 0 } && IsInside(Path.GetFullPath(file, environment.Folder), request.TargetRoot))
                throw new UsageException(
                    $"{name} is inside the mirrored folder, where --delete would delete it: choose another folder.");
        }
    }

    private bool IsInside(string path, string root) => path.StartsWith(
        Path.EndsInDirectorySeparator(root) ? root : root + Path.DirectorySeparatorChar,
        environment.IsWindows ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);

    // A mistyped address leaves no folder behind. A folder that is not empty is never deleted here.
    private static void RemoveEmpty(string folder)
    {
        try
        {
            if (Directory.Exists(folder)) LocalChanges.DeleteFolder(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder holds fetched files, or another process uses it.
        }
    }

    private void Notify(MirrorPlan plan, MirrorRequest request, RunContext context)
    {
        List<TransferItem> items = [.. plan.Fetches.Select(fetch => fetch.Item)];
        var rules = environment.IsWindows ? NameRules.Windows : NameRules.LinuxIgnoringCase;
        foreach (var sentence in new RenameNotices(items, request.Transfer.Charset, rules).Sentences())
            context.Events.Report(new TransferEvent.Notice(NoticeKind.Renamed, sentence));
        foreach (var sentence in plan.LeftOut.Take(MostLeftOut))
            context.Events.Report(new TransferEvent.Notice(NoticeKind.Other, sentence));
        if (plan.LeftOut.Count > MostLeftOut)
            context.View.Say($"{Format.Number(plan.LeftOut.Count - MostLeftOut)} more are skipped; --dry-run shows all of them.");
        context.Log?.Note(
            $"Mirror of {request.Source} to {request.TargetRoot}: {MirrorText.Start(plan, request.Delete) ?? "nothing to do."}");
    }

    private async Task<bool> MayDeleteAsync(MirrorPlan plan, MirrorRequest request, RunContext context)
    {
        foreach (var line in MirrorText.ToDelete(plan)) context.View.Say(line);
        var question = MirrorText.Question(plan, request.TargetRoot);
        // The read itself cannot be cancelled: after Ctrl-C it stays pending, and the process exits without it.
        var answer = await Task.Run(() => context.View.Prompt(question, environment.OpenIn().ReadLine))
            .WaitAsync(context.Stop).ConfigureAwait(false);
        return answer?.Trim().ToLowerInvariant() is "y" or "yes";
    }

    private static void Conclude(MirrorResult result, ExitCode code, RunContext context)
    {
        context.View.ShowResult(result, code);
        foreach (var gone in result.Deleted)
        {
            var what = gone.IsFolder ? $"a folder of {Format.Count(gone.Files, "file")}, " : "";
            context.Log?.Note($"Deleted {gone.LocalPath}: {what}{Format.Size(gone.Bytes)}");
        }
        foreach (var line in MirrorText.Summary(result)) context.Log?.Note(line);
    }
}

/// <summary>The lists that a mirror takes and writes.</summary>
/// <param name="Given">The checksums that the files must have; null for none.</param>
/// <param name="Written">The checksums of the files; null if none are written.</param>
internal sealed record MirrorLists(GivenChecksums? Given, WrittenChecksums? Written);
