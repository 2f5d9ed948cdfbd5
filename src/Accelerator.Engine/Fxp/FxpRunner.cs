using System.Collections.Concurrent;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// Carries out an <see cref="FxpRequest"/>: logs in at both servers, lets them send the files directly, and reports how each ended.
/// </summary>
public sealed class FxpRunner(TimeProvider time)
{
    /// <summary>Most files at once.</summary>
    public const int MostParallel = 64;

    /// <summary>Queries both servers about every item and plans it, without sending or creating anything.</summary>
    /// <returns>A plan for each item that can be copied; the others are reported as <see cref="FxpEvent.Finished"/>.</returns>
    public async Task<IReadOnlyList<FxpPlan>> PlanAsync(FxpRequest request, IProgress<FxpEvent> events, CancellationToken cancellationToken)
    {
        var (source, destination) = Open(request);
        await using var first = source.ConfigureAwait(false);
        await using var second = destination.ConfigureAwait(false);
        var lessons = new FxpLessons(request);
        await Task.WhenAll(source.RecallAsync(cancellationToken), destination.RecallAsync(cancellationToken)).ConfigureAwait(false);
        var plans = new List<FxpPlan>();
        foreach (var item in request.Items)
        {
            var file = new FxpFileRun(request, item, source, destination, lessons, events, time);
            if (await file.PlanAsync(cancellationToken).ConfigureAwait(false) is { } plan) plans.Add(plan);
        }
        return plans;
    }

    /// <summary>
    /// Copies every item, as many at once as <see cref="FxpRequest.Parallel"/> allows. Failures of files are results, not exceptions;
    /// cancelling keeps the bytes that have arrived and is a result too.
    /// </summary>
    public Task<FxpResult> RunAsync(FxpRequest request, IProgress<FxpEvent> events, CancellationToken cancellationToken) =>
        RunAsync(request, _ => Task.FromResult(request.Items), events, cancellationToken);

    /// <summary>
    /// Copies files that are still to be found. Sessions log in meanwhile, at servers that are known to accept that many.
    /// </summary>
    /// <param name="request">The request; without items, unless they are known.</param>
    /// <param name="find">Finds the files, over sessions of its own. Its exceptions are passed on.</param>
    /// <param name="events">Receives the events of the run.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task<FxpResult> RunAsync(FxpRequest request, Func<CancellationToken, Task<IReadOnlyList<FxpItem>>> find,
        IProgress<FxpEvent> events, CancellationToken cancellationToken)
    {
        var began = time.GetTimestamp();
        var (source, destination) = Open(request);
        await using var first = source.ConfigureAwait(false);
        await using var second = destination.ConfigureAwait(false);
        var lessons = new FxpLessons(request);
        var folders = new FxpFolders(destination, time);
        FxpFileResult[] results = [];
        var taken = -1;
        await Task.WhenAll(source.RecallAsync(cancellationToken), destination.RecallAsync(cancellationToken)).ConfigureAwait(false);
        using var over = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var warming = WarmAsync(request, source, destination, over.Token);
        try
        {
            request = request with { Items = await find(cancellationToken).ConfigureAwait(false) };
            results = new FxpFileResult[request.Items.Count];
            await Task.WhenAll(Enumerable.Range(0, Math.Min(request.Parallel, results.Length))
                .Select(_ => WorkAsync())).ConfigureAwait(false);
        }
        finally
        {
            await over.CancelAsync().ConfigureAwait(false);
            await warming.ConfigureAwait(false);
        }
        // The next run determines again what could not be saved.
        await Task.WhenAll(source.Sessions.RememberAsync(), destination.Sessions.RememberAsync()).ConfigureAwait(false);
        return new FxpResult(results, time.GetElapsedTime(began));

        async Task WorkAsync()
        {
            while (Interlocked.Increment(ref taken) is var i && i < results.Length)
            {
                results[i] = await CopyAsync(request.Items[i]).ConfigureAwait(false);
                events.Report(new FxpEvent.Finished(results[i]));
            }
        }

        async Task<FxpFileResult> CopyAsync(FxpItem item)
        {
            await folders.MakeAsync(item.NewFolders, cancellationToken).ConfigureAwait(false);
            var result = await RunFileAsync(item).ConfigureAwait(false);
            // The folder is not queried first, because it usually exists.
            var mayMiss = item.MakesFolders && result is { Failure: FailureKind.NotFound, Passive: not null };
            return mayMiss && await folders.MakeAsync(FxpFolders.Around(item.To), cancellationToken).ConfigureAwait(false)
                ? await RunFileAsync(item).ConfigureAwait(false) : result;
        }

        Task<FxpFileResult> RunFileAsync(FxpItem item) =>
            new FxpFileRun(request, item, source, destination, lessons, events, time).RunAsync(cancellationToken);
    }

    private static Task WarmAsync(FxpRequest request, FxpSite source, FxpSite destination, CancellationToken cancellationToken)
    {
        var haveDoneSegments = source.HasDoneSegments(FxpSide.Source) && destination.HasDoneSegments(FxpSide.Destination);
        return Task.WhenAll(WarmAsync(source), WarmAsync(destination));

        Task WarmAsync(FxpSite site) => Task.WhenAll(Enumerable.Range(0, FxpPolicy.Ahead(request, site.Proven, haveDoneSegments))
            .Select(_ => site.WarmAsync(() => !cancellationToken.IsCancellationRequested, cancellationToken)));
    }

    internal (FxpSite Source, FxpSite Destination) Open(FxpRequest request)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(request.Parallel, 1, nameof(request));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(request.Parallel, MostParallel, nameof(request));
        return (Site(request, FxpSide.Source), Site(request, FxpSide.Destination));
    }

    private FxpSite Site(FxpRequest request, FxpSide side)
    {
        var server = side == FxpSide.Source ? request.Source : request.Destination;
        var profile = new SessionProfile
        {
            Endpoint = server.Endpoint,
            Credential = server.Credential,
            LocalPath = request.LocalPath,
            Proxy = server.Proxy,
            Charset = request.Charset,
            AcceptAnyCertificate = request.AcceptAnyCertificate,
            Timeouts = request.Timeouts,
        };
        return new FxpSite(profile, MostSessions(request, side), time, request.Trace is { } trace ? line => trace(side, line) : null,
            new SiteProfile(request.Sites, SiteKey.Of(server.Endpoint, server.Credential.User).Through(server.Proxy), time));
    }

    // The sessions that copy, in files or in segments of one, and at the destination one more that polls their progress.
    private static int MostSessions(FxpRequest request, FxpSide side)
    {
        var files = request.Items.Count == 0 ? request.Parallel : Math.Min(request.Parallel, request.Items.Count);
        var copying = Math.Max(files, request.Segments ?? FxpSegmentPolicy.MostUnasked);
        return side == FxpSide.Source ? request.SessionsAtSource ?? copying : request.SessionsAtDestination ?? (copying + 1);
    }
}

/// <summary>Creates the folders at the destination that the files of one run need, each once, on first use.</summary>
internal sealed class FxpFolders(FxpSite destination, TimeProvider time)
{
    private const int MostTries = 3;

    private readonly ConcurrentDictionary<FtpPath, Lazy<Task<bool>>> _made = new();

    /// <summary>
    /// Creates the folders, the outermost first. The later STOR shows whether they exist: a server replies 550 both to a folder that exists
    /// already and to one that may not be created.
    /// </summary>
    /// <returns>Whether the server has created any.</returns>
    public async Task<bool> MakeAsync(IEnumerable<FtpPath> folders, CancellationToken cancellationToken)
    {
        var any = false;
        foreach (var folder in folders)
            any |= await _made.GetOrAdd(
                folder, path => new Lazy<Task<bool>>(() => MakeAsync(path, cancellationToken))).Value.ConfigureAwait(false);
        return any;
    }

    /// <summary>Returns the folders that contain a file, the outermost first.</summary>
    public static IReadOnlyList<FtpPath> Around(FtpPath file)
    {
        var around = new List<FtpPath>();
        for (var folder = file.Split().Folder; !folder.IsEmpty && !folder.Split().Name.IsEmpty; folder = folder.Split().Folder)
            around.Insert(0, folder);
        return around;
    }

    private async Task<bool> MakeAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        for (var i = 0; i < MostTries; i++)
        {
            if (await TryAsync(folder, cancellationToken).ConfigureAwait(false) is { } isMade) return isMade;
        }
        return false;
    }

    // Null where the session was lost. A server that refuses the login reports that to the file.
    private async Task<bool?> TryAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        try
        {
            var session = await destination.RentAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                return await new FxpDestination(session, time).MakeFolderAsync(folder, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                await destination.Sessions.ReturnAsync(session).ConfigureAwait(false);
            }
        }
        catch (FtpException)
        {
            return null;
        }
        catch (Exception e) when (e is Transfers.TransferException or OperationCanceledException)
        {
            return false;
        }
    }
}
