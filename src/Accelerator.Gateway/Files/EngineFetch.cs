using System.Globalization;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Gateway.Data;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Files;

/// <summary>Fetches a file through the engine, over several streams, and writes it to the client in order.</summary>
/// <param name="settings">The settings.</param>
/// <param name="doubtful">The versions whose verification failed: they are fetched from the upstream server alone.</param>
internal sealed class EngineFetch(GatewaySettings settings, DoubtfulVersions doubtful)
{
    private readonly TransferRunner _runner = new(settings.Time);
    private readonly FetchFailure _failure = new(settings);
    private int _count;

    /// <summary>Fetches one file.</summary>
    /// <param name="login">The sessions to use; they stay open.</param>
    /// <param name="path">The file.</param>
    /// <param name="identified">Its size and time, if the server has just reported them; null if not.</param>
    /// <param name="range">The bytes wanted. If they begin above byte 0, the engine fetches the end of the file first, which shows that
    /// the server honours REST; if it does not, the file comes over one stream, and the bytes before the range are dropped.</param>
    /// <param name="output">The client.</param>
    /// <param name="report">Receives the present rate, bytes per second, and the number of streams.</param>
    /// <param name="cancellationToken">Ends the fetch.</param>
    /// <exception cref="OperationCanceledException">The fetch was cancelled.</exception>
    public async Task<FetchEnd> RunAsync(
        UpstreamLogin login, FtpPath path, (long Size, string Modified)? identified, OutputRange range, DataOutput output,
        Action<double, int> report, CancellationToken cancellationToken)
    {
        var folder = Path.Combine(settings.SpoolFolder, Interlocked.Increment(ref _count).ToString(CultureInfo.InvariantCulture));
        Directory.CreateDirectory(folder);
        try
        {
            var sources = await SourcesAsync(login, path, identified, range.Start, cancellationToken).ConfigureAwait(false);
            var routes = login.RoutesTo(sources);
            var request = login.Server.Request with
            {
                Items =
                [
                    new TransferItem
                    {
                        Sources = sources,
                        TargetPath = Path.Combine(folder, FetchFailure.SpoolName),
                        Identified = identified,
                        Output = output,
                        OutputRange = range is { Start: 0, End: null } ? null : range,
                        // A hash is one of the whole file.
                        Verify = range.Start > 0 && login.Server.Request.Verify.Mode == VerifyMode.Always ? Verification.Auto : null,
                        OutputWindow = settings.Window,
                        OutputWindowGrows = true,
                        RoomAdvice = settings.RoomAdvice,
                        VerifyBeforeOutput = settings.VerifyFirst,
                    },
                ],
                SharedRate = login.Rate,
                Resume = false,
                // The page cache serves the reader.
                Unbuffered = UnbufferedWrites.Off,
            };
            await login.FreeIdleAsync(cancellationToken).ConfigureAwait(false);
            var run = await _runner.RunAsync(request, routes, new Rates(report), cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            var file = run.Files[0];
            return new FetchEnd(file.Failure, file.Failure is { } kind ? _failure.Sentence(kind, file.Message) : "", file.PeakStreams)
            {
                // One share for each route, in their order; none if there is only one.
                FromReplicas = run.Routes.Where((_, i) => !routes[i].Serves(login.Source)).Sum(share => share.BytesFetched),
            };
        }
        finally
        {
            Delete(folder);
        }
    }

    // The rest of a file comes from the server: only a hash of the whole file shows that a replica has the same one. A replica that sends
    // other bytes than those it has hashed may have been the cause of a failed verification.
    private async Task<IReadOnlyList<TransferSource>> SourcesAsync(
        UpstreamLogin login, FtpPath path, (long Size, string Modified)? identified, long offset, CancellationToken cancellationToken)
    {
        var isAlone = offset > 0 || doubtful.Contains(login.Server.Endpoint, path, identified?.Size, identified?.Modified);
        return await login.SourcesOfAsync(path, isAlone ? null : identified?.Size, cancellationToken).ConfigureAwait(false);
    }

    private static void Delete(string folder)
    {
        try
        {
            LocalChanges.DeleteTree(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A write may still be in progress on Windows; the whole spool folder is deleted at the end.
        }
    }

    private sealed class Rates(Action<double, int> report) : IProgress<TransferEvent>
    {
        public void Report(TransferEvent value)
        {
            if (value is TransferEvent.Progress { Snapshot: var now }) report(now.BytesPerSecond, now.ActiveStreams);
        }
    }
}
