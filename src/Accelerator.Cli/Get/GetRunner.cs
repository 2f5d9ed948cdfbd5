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
internal sealed class GetRunner(Surroundings surroundings, TransferCalls calls)
{
    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="UsageException">The words make no request; nothing has touched the network.</exception>
    public async Task<int> RunAsync(GetOptions options)
    {
        var stage = new FetchStage(surroundings, options);
        var get = new GetRequest(options, surroundings, stage.Warn);
        var (request, wishes) = await RequestAsync(options, get, stage.Warn).ConfigureAwait(false);
        request = FileLimit.Bound(request, surroundings.FileLimit, stage.Warn);
        var search = new PatternSearch(get, wishes, surroundings.Time);
        // The plans of a dry run are shown as its result, once.
        return await stage.RunAsync(
            request.Items is [var first, ..] ? first.Sources[0].ToString() : search.Source,
            request,
            value => !(options.DryRun && value is TransferEvent.Planned),
            scene => RunAsync(options, request with { Trace = scene.Trace }, search, scene)).ConfigureAwait(false);
    }

    private async Task<ExitCode> RunAsync(GetOptions options, TransferRequest request, PatternSearch search, FetchScene scene)
    {
        try
        {
            request = await search.RunAsync(request, scene.Events, scene.Stop).ConfigureAwait(false);
        }
        catch (UsageException e)
        {
            // Of what the patterns have met: no defect, and no packet was for nothing.
            scene.View.Fail(SafeText.Escape(e.Message));
            return ExitCodes.Usage;
        }

        foreach (var sentence in new RenameNotices(request.Items, request.Charset, surroundings.NameRules).Sentences())
            scene.Events.Report(new TransferEvent.Notice(NoticeKind.Renamed, sentence));
        if (request.Items.Count == 0) return ExitCodes.For(scene.Events.Finished);
        if (options.DryRun)
        {
            foreach (var plan in await calls.Plan(request, scene.Events, scene.Stop).ConfigureAwait(false)) scene.View.ShowPlan(plan);
            return search.CodeOf(scene.Events.Finished);
        }

        using var awake = KeepAwake.For("ftpx is fetching files.");
        var result = await calls.Run(request, scene.Events, scene.Stop).ConfigureAwait(false);
        if (result.Routes.Count > 0)
        {
            scene.View.ShowRoutes(result.Routes);
            scene.Log?.Note(RouteText.Summary(result.Routes));
        }
        foreach (var hint in ResumeHint.For(options, result.Files, surroundings.IsWindows)) scene.View.Say(hint);
        return search.CodeOf(result.Files);
    }

    private async Task<(TransferRequest Request, SiteWishes? Wishes)> RequestAsync(GetOptions options, GetRequest request, Action<string> warn)
    {
        if (options.NoSiteMemory || SiteRunner.OpenMemory(surroundings) is not { } memory) return (request.Build(), null);
        var wishes = await SiteWishes.ReadAsync(memory, options, request.Sites(), warn).ConfigureAwait(false);
        return (request.Build(wishes) with { Sites = memory }, wishes);
    }
}
