using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Output;
using Accelerator.Cli.Running;
using Accelerator.Cli.Site;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Machine;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Get;

/// <summary><c>ftpx get</c>'s work: request, run, exit code.</summary>
internal sealed class GetRunner(ProcessEnvironment environment, TransferCalls calls)
{
    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="UsageException">The words make no request; nothing has touched the network.</exception>
    public async Task<int> RunAsync(GetOptions options)
    {
        var host = new RunHost(environment, options);
        var get = new GetRequest(options, environment, host.Warn);
        var (request, effective) = await RequestAsync(options, get, host.Warn).ConfigureAwait(false);
        request = FileLimit.Bound(request, environment.FileLimit, host.Warn);
        var search = new PatternSearch(get, effective, environment.Time);
        // The plans of a dry run are shown as its result, once.
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
            // Of what the patterns have met: no defect, and no packet was for nothing.
            context.View.Fail(SafeText.Escape(e.Message));
            return ExitCodes.Usage;
        }

        foreach (var sentence in new RenameNotices(request.Items, request.Charset, environment.NameRules).Sentences())
            context.Events.Report(new TransferEvent.Notice(NoticeKind.Renamed, sentence));
        if (request.Items.Count == 0) return ExitCodes.For(context.Events.Finished);
        if (options.DryRun)
        {
            foreach (var plan in await calls.Plan(request, context.Events, context.Stop).ConfigureAwait(false)) context.View.ShowPlan(plan);
            return search.CodeOf(context.Events.Finished);
        }

        using var awake = KeepAwake.For("ftpx is fetching files.");
        var result = await calls.Run(request, context.Events, context.Stop).ConfigureAwait(false);
        if (result.Routes.Count > 0)
        {
            context.View.ShowRoutes(result.Routes);
            context.Log?.Note(RouteText.Summary(result.Routes));
        }
        foreach (var hint in ResumeHint.For(options, result.Files, environment.IsWindows)) context.View.Say(hint);
        return search.CodeOf(result.Files);
    }

    private async Task<(TransferRequest Request, EffectiveOptions? Effective)> RequestAsync(GetOptions options, GetRequest request, Action<string> warn)
    {
        if (options.NoSiteMemory || SiteRunner.OpenMemory(environment) is not { } memory) return (request.Build(), null);
        var effective = await EffectiveOptions.ReadAsync(memory, options, request.Sites(), warn).ConfigureAwait(false);
        return (request.Build(effective) with { Sites = memory }, effective);
    }
}
