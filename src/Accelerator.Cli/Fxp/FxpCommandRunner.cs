using Accelerator.Cli.History;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Machine;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Cli.Fxp;

/// <summary>Runs <c>ftpx fxp</c>: request, search, run, exit code.</summary>
internal sealed class FxpCommandRunner(ProcessEnvironment environment, FxpCalls calls)
{
    private const int MostLeftOut = 10;
    private const int MostFailures = 20;
    private static readonly TimeSpan Beat = TimeSpan.FromSeconds(1);

    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are not a valid request; nothing has been sent over the network.</exception>
    public async Task<int> RunAsync(FxpOptions options)
    {
        var host = new RunHost(environment, options);
        var run = await new FxpRequestBuilder(options, environment, host.Warn).ReadAsync().ConfigureAwait(false);
        return await host.RunAsync(run.Source.Site.ToString(), run.Source.Connection, static _ => true,
            context => RunAsync(options, Traced(run, context.Trace), context),
            HistoryRecorder.For("fxp", options.DryRun, environment)).ConfigureAwait(false);
    }

    private async Task<ExitCode> RunAsync(FxpOptions options, FxpRunRequest run, RunContext context)
    {
        using var awake = KeepAwake.For("ftpx is copying files between servers.");
        var began = environment.Time.GetTimestamp();
        var (found, meter) = (new FxpFound { Items = [] }, new FxpProgressMeter(run.Request, environment.Time));
        var files = new List<FxpFileResult>();
        var events = new ProgressCallback<FxpEvent>(value => Take(value, files, meter, context, result => IsShown(result, files, options)));
        if (options.DryRun)
        {
            var plans = await calls.Plan(run.Request with { Items = await FindAsync(context.Stop).ConfigureAwait(false) }, events,
                context.Stop).ConfigureAwait(false);
            var preview = new FxpPreview(run, found, plans, files);
            context.View.ShowPlan(preview);
            return preview.Code;
        }

        using var over = CancellationTokenSource.CreateLinkedTokenSource(context.Stop);
        var beating = Task.CompletedTask;
        var result = await calls.Run(run.Request, FindToCopyAsync, events, context.Stop).ConfigureAwait(false);
        await over.CancelAsync().ConfigureAwait(false);
        await beating.ConfigureAwait(false);
        var summary = new FxpSummary(run, found, result.Files, environment.Time.GetElapsedTime(began));
        context.View.ShowResult(summary);
        context.Log?.Note(FxpText.Summary(summary));
        foreach (var hint in Hints(options, summary)) context.View.Say(hint);
        return summary.Code;

        async Task<IReadOnlyList<FxpItem>> FindAsync(CancellationToken _)
        {
            found = run is { IsSingle: true, Filter.IsSelective: false }
                ? new FxpFound { Items = run.Request.Items } : await SearchAsync(run, context).ConfigureAwait(false);
            if (found.NotSelected is { } leftOut)
            {
                files.Add(leftOut);
                if (options is { Json: true, DryRun: false }) context.View.ShowFile(leftOut);
            }
            meter = new FxpProgressMeter(run.Request with { Items = found.Items }, environment.Time);
            return found.Items;
        }

        async Task<IReadOnlyList<FxpItem>> FindToCopyAsync(CancellationToken stop)
        {
            var items = await FindAsync(stop).ConfigureAwait(false);
            beating = BeatAsync(meter, context, over.Token);
            return items;
        }
    }

    private async Task<FxpFound> SearchAsync(FxpRunRequest run, RunContext context)
    {
        context.Log?.Note($"Listing {run.Source.Site} and {run.Destination.Site}.");
        var found = await calls.Search(run, context.Stop).ConfigureAwait(false);
        if (run.Pattern is not null && found is { Items.Count: 0, SameFiles: 0, SkippedFiles: 0, Problems.Count: 0 })
            throw new TransferException(
                FailureKind.NotFound, $"No file matches {run.Source.Site}. Write *, ? and [ in a name as %2A, %3F and %5B.");
        foreach (var sentence in found.Selection) context.View.Say(sentence);
        foreach (var sentence in found.Gaps) context.Events.Report(new TransferEvent.Notice(NoticeKind.Other, sentence));
        foreach (var sentence in found.LeftOut.Take(MostLeftOut))
            context.Events.Report(new TransferEvent.Notice(NoticeKind.Other, sentence));
        if (found.LeftOut.Count > MostLeftOut) context.View.Say($"{Format.Number(found.LeftOut.Count - MostLeftOut)} more are left out.");
        foreach (var problem in found.Problems) context.View.ShowProblem(problem);
        return found;
    }

    private static void Take(
        FxpEvent value, List<FxpFileResult> files, FxpProgressMeter meter, RunContext context, Predicate<FxpFileResult> isShown)
    {
        meter.Take(value);
        switch (value)
        {
            case FxpEvent.Notice notice:
                context.Events.Report(new TransferEvent.Notice(notice.Kind, notice.Message));
                break;
            case FxpEvent.Finished { Result: var result }:
                lock (files) files.Add(result);
                context.Log?.Note(FxpText.Log(result));
                context.History?.Add(result);
                if (isShown(result)) context.View.ShowFile(result);
                break;
            case FxpEvent.Progress:
                context.Events.Report(new TransferEvent.Progress(meter.Snapshot()));
                break;
        }
    }

    // In text, limit the lines for failed and unstarted files, of which there may be thousands; the summary has their number. In JSON, each
    // result is a line, for the program that reads it.
    private static bool IsShown(FxpFileResult result, List<FxpFileResult> files, FxpOptions options)
    {
        if (options.DryRun) return result.Failure is not null;
        if (options.Json || result.Failure is null) return true;
        lock (files) return result is { Failure: FailureKind.Cancelled }
            ? result.IsPartLeft : files.Count(file => file.Failure is not null and not FailureKind.Cancelled) <= MostFailures;
    }

    // Refreshes the view every second: if no destination reports progress within a file, it still shows completed files and time.
    private async Task BeatAsync(FxpProgressMeter meter, RunContext context, CancellationToken over)
    {
        using var timer = new PeriodicTimer(Beat, environment.Time);
        try
        {
            while (await timer.WaitForNextTickAsync(over).ConfigureAwait(false))
                context.Events.Report(new TransferEvent.Progress(meter.Snapshot()));
        }
        catch (OperationCanceledException)
        {
            // The run is over.
        }
    }

    private IEnumerable<string> Hints(FxpOptions options, FxpSummary summary)
    {
        var left = summary.Files.Where(file => file.IsPartLeft).ToList();
        if (summary.Files.All(file => file.Failure != FailureKind.Cancelled)) yield break;
        if (left.Count > 0)
            yield return $"{Format.Count(left.Count, "partial file")} may remain at the destination, with names that end in .part. "
                + "The same command resumes or replaces them.";
        yield return ResumeHint.ToContinue(options.Words, environment.IsWindows);
    }

    // Prefix each line with its side: connections are numbered from one at each server, and the dialogues interleave.
    private static FxpRunRequest Traced(FxpRunRequest run, Action<FtpTraceLine>? trace)
    {
        if (trace is null) return run;
        var turn = new object();
        return run with
        {
            Request = run.Request with { Trace = Write },
            Source = (run.Source.Connection with { Trace = line => Write(FxpSide.Source, line) }, run.Source.Site),
            Destination = (run.Destination.Connection with { Trace = line => Write(FxpSide.Destination, line) }, run.Destination.Site),
        };

        void Write(FxpSide side, FtpTraceLine line)
        {
            lock (turn) trace(line with { Text = $"{JsonLines.Name(side)}: {line.Text}" });
        }
    }
}
