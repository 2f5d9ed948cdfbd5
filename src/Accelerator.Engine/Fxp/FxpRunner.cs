using Accelerator.Engine.Sites;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>Carries out an <see cref="FxpRequest"/>: logs in at both servers, lets them send the files one to the other, and says how each ended.</summary>
public sealed class FxpRunner(TimeProvider time)
{
    // Those that copy, and one beside them that asks how far it has come.
    private static int MostSessions(FxpRequest request) => (request.Segments ?? FxpSegmentPolicy.MostUnasked) + 1;

    /// <summary>Asks both servers about every item and plans it, without sending or creating anything.</summary>
    /// <returns>A plan for each item that can be copied; the others are reported as <see cref="FxpEvent.Finished"/>.</returns>
    public async Task<IReadOnlyList<FxpPlan>> PlanAsync(FxpRequest request, IProgress<FxpEvent> events, CancellationToken cancellationToken)
    {
        var (source, destination) = Open(request);
        await using var first = source.ConfigureAwait(false);
        await using var second = destination.ConfigureAwait(false);
        await Task.WhenAll(source.RecallAsync(cancellationToken), destination.RecallAsync(cancellationToken)).ConfigureAwait(false);
        var plans = new List<FxpPlan>();
        foreach (var item in request.Items)
        {
            var file = new FxpFileRun(request, item, source, destination, events, time);
            if (await file.PlanAsync(cancellationToken).ConfigureAwait(false) is { } plan) plans.Add(plan);
        }
        return plans;
    }

    /// <summary>Copies every item. Failures of files are results, not exceptions; cancelling keeps what has arrived and is a result too.</summary>
    public async Task<FxpResult> RunAsync(FxpRequest request, IProgress<FxpEvent> events, CancellationToken cancellationToken)
    {
        var began = time.GetTimestamp();
        var (source, destination) = Open(request);
        await using var first = source.ConfigureAwait(false);
        await using var second = destination.ConfigureAwait(false);
        await Task.WhenAll(source.RecallAsync(cancellationToken), destination.RecallAsync(cancellationToken)).ConfigureAwait(false);
        var results = new List<FxpFileResult>();
        foreach (var item in request.Items)
        {
            var result = await new FxpFileRun(request, item, source, destination, events, time).RunAsync(cancellationToken).ConfigureAwait(false);
            results.Add(result);
            events.Report(new FxpEvent.Finished(result));
        }
        // What cannot be written down is found out again.
        await Task.WhenAll(source.RememberAsync(), destination.RememberAsync()).ConfigureAwait(false);
        return new FxpResult(results, time.GetElapsedTime(began));
    }

    private (FxpSite Source, FxpSite Destination) Open(FxpRequest request) => (Site(request, FxpSide.Source), Site(request, FxpSide.Destination));

    private FxpSite Site(FxpRequest request, FxpSide side)
    {
        var server = side == FxpSide.Source ? request.Source : request.Destination;
        var profile = new SessionProfile
        {
            Endpoint = server.Endpoint,
            Credential = server.Credential,
            LocalAddress = request.LocalAddress,
            Charset = request.Charset,
            AcceptAnyCertificate = request.AcceptAnyCertificate,
            Timeouts = request.Timeouts,
        };
        return new FxpSite(profile, MostSessions(request), time, request.Trace is { } trace ? line => trace(side, line) : null,
            new SiteNotebook(request.Sites, SiteKey.Of(server.Endpoint, server.Credential.User), time));
    }
}
