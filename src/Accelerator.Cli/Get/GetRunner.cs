using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Engine.Machine;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Get;

/// <summary>Runs <c>ftpx get</c>: request, run, exit code.</summary>
internal sealed class GetRunner(ProcessEnvironment environment, TransferCalls calls)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are not a valid request; nothing has been sent over the network.</exception>
    public async Task<int> RunAsync(GetOptions options)
    {
        var host = new RunHost(environment, options);
        var builder = new GetRequestBuilder(options, environment, host.Warn);
        var request = FileLimit.Bound(await builder.ReadAsync().ConfigureAwait(false), environment.FileLimit, host.Warn);
        var search = new PatternSearch(builder, environment.Time);
        // A dry run shows its plans once, as its result.
        return await host.RunAsync(
            request.Items is [var first, ..] ? first.Sources[0].ToString() : search.Source,
            request,
            value => !(options.DryRun && value is TransferEvent.Planned),
            context => RunAsync(options, request with { Trace = context.Trace }, search, context)).ConfigureAwait(false);
    }

    private async Task<ExitCode> RunAsync(GetOptions options, TransferRequest request, PatternSearch search, RunContext context)
    {
        try
        {
            request = await search.RunAsync(request, context.Events, context.Stop).ConfigureAwait(false);
        }
        catch (UsageException e)
        {
            // The matches of the patterns were refused. This is not a defect, and the listing was needed to find out.
            context.View.Fail(e.Message);
            return e.Code;
        }

        foreach (var sentence in new RenameNotices(request.Items, request.Charset, environment.NameRules).Sentences())
            context.Events.Report(new TransferEvent.Notice(NoticeKind.Renamed, sentence));
        if (request.Items.Count == 0) return ExitCodes.For(context.Events.Finished);
        if (options.DryRun)
        {
            foreach (var plan in await calls.Plan(request, context.Events, context.Stop).ConfigureAwait(false)) context.View.ShowPlan(plan);
            return search.CodeOf(context.Events.Finished);
        }

        using var awake = KeepAwake.For("ftpx is downloading files.");
        var result = await calls.Run(request, context.Events, context.Stop).ConfigureAwait(false);
        if (result.Routes.Count > 0)
        {
            context.View.ShowRoutes(result.Routes);
            context.Log?.Note(RouteText.Summary(result.Routes));
        }
        foreach (var hint in ResumeHint.For(options, result.Files, environment.IsWindows)) context.View.Say(hint);
        return search.CodeOf(result.Files);
    }
}
