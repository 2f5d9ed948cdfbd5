using Accelerator.Cli.Cat;
using Accelerator.Cli.Checksums;
using Accelerator.Cli.History;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Engine.Machine;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Get;

/// <summary>Runs <c>ftpx get</c>: request, run, exit code.</summary>
internal sealed class GetRunner(ProcessEnvironment environment, TransferCalls calls)
{
    private bool _hasSeveral;

    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are not a valid request; nothing has been sent over the network.</exception>
    public async Task<int> RunAsync(GetOptions options)
    {
        if (options.IsToStandardOutput)
            return await new CatRunner(environment, calls).RunAsync(
                options, options.Addresses, new CatOutput(options.Range, VerifyFirst: false), "ftpx get --output -").ConfigureAwait(false);
        var host = new RunHost(environment, options);
        var builder = new GetRequestBuilder(options, environment, host.Warn);
        var request = FileLimit.Bound(await builder.ReadAsync().ConfigureAwait(false), environment.FileLimit, host.Warn);
        var search = new PatternSearch(builder, environment.Time);
        var failed = options.FailedList is { } list ? new FailedList(Path.GetFullPath(list, environment.Folder), environment.Time) : null;
        var lists = new RunLists(builder.Checksums(), WrittenChecksums.Of(options, environment), failed);
        lists.Check(request);
        // A dry run shows its plans once, as its result.
        return await host.RunAsync(
            request.Items is [var first, ..] ? first.Sources[0].ToString() : search.Source,
            request,
            value => IsShown(value, options),
            context => RunAsync(options, context.Complete(request), search, lists, context),
            HistoryRecorder.For("get", options.DryRun, environment)).ConfigureAwait(false);
    }

    private async Task<ExitCode> RunAsync(
        GetOptions options, TransferRequest request, PatternSearch search, RunLists lists, RunContext context)
    {
        try
        {
            request = await search.RunAsync(request, context.Events, context.Stop).ConfigureAwait(false);
            lists.Check(request);
            if (lists.Given is { } given)
                request = await given.ApplyAsync(request, context.Events, context.Stop).ConfigureAwait(false);
        }
        catch (UsageException e)
        {
            // The matches of the patterns or the list of checksums were refused. This is not a defect: the server was needed to find out.
            context.View.Fail(e.Message);
            return e.Code;
        }

        foreach (var sentence in search.Selection.Sentences()) context.View.Say(sentence);
        foreach (var file in options.Json ? search.LeftOut : []) context.View.Report(new TransferEvent.Finished(file));
        foreach (var sentence in new RenameNotices(request.Items, request.Charset, environment.NameRules).Sentences())
            context.Events.Report(new TransferEvent.Notice(NoticeKind.Renamed, sentence));
        _hasSeveral = request.Items.Count > 1;
        if (options.DryRun)
        {
            if (request.Items.Count == 0) return search.CodeOf(context.Events.Finished);
            foreach (var plan in await calls.Plan(request, context.Events, context.Stop).ConfigureAwait(false)) context.View.ShowPlan(plan);
            return search.CodeOf(context.Events.Finished);
        }

        using var awake = KeepAwake.For("ftpx is downloading files.");
        var result = request.Items.Count == 0
            ? new TransferResult([], TimeSpan.Zero) : await calls.Run(request, context.Events, context.Stop).ConfigureAwait(false);
        var code = await context.EndAsync(search.CodeOf(result.Files)).ConfigureAwait(false);
        Conclude(result, search, code, context);
        foreach (var problem in await lists.WriteAsync(Left(request, result, search), result.Files, context.Stop).ConfigureAwait(false))
        {
            context.View.Fail(problem);
            if (code.Value == ExitCodes.Ok.Value) code = ExitCodes.Disk;
        }
        foreach (var hint in ResumeHint.For(options, result.Files, environment.IsWindows)) context.View.Say(hint);
        return code;
    }

    // A thousand files that are already here are a number in the summary.
    private bool IsShown(TransferEvent value, GetOptions options) => value switch
    {
        TransferEvent.Planned => !options.DryRun,
        TransferEvent.Finished { Result.WasThere: true } => !_hasSeveral || options.DryRun || options.Detail || options.Json,
        _ => true,
    };

    private static void Conclude(TransferResult result, PatternSearch search, ExitCode code, RunContext context)
    {
        List<FileResult> files = [.. search.Failures, .. search.LeftOut, .. result.Files];
        if (files.Count > 1)
        {
            var summary = new GetSummary(files, result.Elapsed, code);
            context.View.ShowResult(summary);
            // The log has a line for each failure.
            context.Log?.Note(summary.Total);
        }
        if (result.Routes.Count == 0) return;
        context.View.ShowRoutes(result.Routes);
        context.Log?.Note(RouteText.Summary(result.Routes));
    }

    private static IEnumerable<string> Left(TransferRequest request, TransferResult result, PatternSearch search) =>
    [
        .. search.Failed.Select(FailedList.Line),
        .. request.Items.Zip(result.Files).Where(pair => pair.Second.Failure is not null).Select(pair => FailedList.Line(pair.First)),
    ];
}

/// <summary>The lists that a run takes and writes.</summary>
/// <param name="Given">The checksums that the files must have; null for none.</param>
/// <param name="Written">The checksums of the files; null if none are written.</param>
/// <param name="Failed">The addresses that failed; null if they are not written.</param>
internal sealed record RunLists(GivenChecksums? Given, WrittenChecksums? Written, FailedList? Failed)
{
    /// <summary>Checks for the most likely mistakes.</summary>
    /// <exception cref="UsageException">A list cannot be written.</exception>
    public void Check(TransferRequest request)
    {
        Failed?.Check(request);
        Written?.Check(request);
    }

    /// <summary>Writes the lists and returns a sentence for each that could not be written.</summary>
    public async Task<IReadOnlyList<string>> WriteAsync(
        IEnumerable<string> left, IReadOnlyList<FileResult> files, CancellationToken cancellationToken)
    {
        List<string?> problems = [];
        if (Failed is not null) problems.Add(await Failed.WriteAsync(left).ConfigureAwait(false));
        if (Written is not null)
        {
            var complete = files.Where(file => file.Failure is null).Select(file => (file.TargetPath, file.Sha256)).ToList();
            problems.Add(await Written.WriteAsync(complete, cancellationToken).ConfigureAwait(false));
        }
        return [.. problems.OfType<string>()];
    }
}
