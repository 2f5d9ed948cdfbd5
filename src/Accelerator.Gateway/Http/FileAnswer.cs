using System.Globalization;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Gateway.Data;
using Accelerator.Gateway.Files;
using Accelerator.Gateway.Protocol;
using Accelerator.Gateway.ReadAhead;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Http;

/// <summary>
/// Answers the request for a file, fetched as <see cref="FetchPlanner"/> says and verified before its last bytes are sent.
/// </summary>
/// <param name="number">The number of the session.</param>
/// <param name="request">The request.</param>
/// <param name="connection">The connection.</param>
/// <param name="context">The settings and counters that all sessions share.</param>
internal sealed class FileAnswer(int number, HttpRequest request, HttpConnection connection, GatewayContext context)
{
    /// <summary>Answers the request.</summary>
    /// <param name="upstream">The server.</param>
    /// <param name="path">The file.</param>
    /// <param name="size">Its size, bytes; null if the server does not report it.</param>
    /// <param name="modified">Its time as MDTM wrote it; null if unknown.</param>
    /// <param name="ready">The file, if it is in memory and confirmed; null if it must be fetched.</param>
    /// <param name="cancellationToken">Ends the answer.</param>
    public async Task RunAsync(
        UpstreamSession upstream, FtpPath path, long? size, string? modified, CachedFile? ready, CancellationToken cancellationToken)
    {
        var isHead = request.Method == "HEAD";
        if (size is not { } length)
        {
            const string NoSize = "The server does not report the size of this file (SIZE), which HTTP needs. Download it over FTP.";
            context.Settings.Report(new GatewayEvent.RequestFailed(number, connection.Remote, request.Shown, 502, NoSize));
            await connection.SayAsync(new HttpHead(502), NoSize, isHead, cancellationToken).ConfigureAwait(false);
            return;
        }
        var version = new FileVersion(length, modified);
        if (version.IsKnownTo(request))
        {
            await connection.SayAsync(With(new HttpHead(304), version), [], cancellationToken).ConfigureAwait(false);
            return;
        }
        // A part must not be appended to bytes that may be wrong: such a client gets the whole file.
        var mayRange = version.Continues(request)
            && !context.Doubtful.Contains(upstream.Login.Server.Endpoint, path, version.Size, version.Modified);
        var range = mayRange ? HttpRange.Parse(request.Field("Range"), length) : null;
        if (range is { IsUnsatisfiable: true })
        {
            await connection.SayAsync(
                With(new HttpHead(416), version).With("Content-Range", $"bytes */{length}"),
                $"The requested range is beyond the end of the file, which has {length} bytes.", isHead, cancellationToken)
                .ConfigureAwait(false);
            return;
        }
        var head = With(new HttpHead(range is null ? 200 : 206), version)
            .With("Content-Type", "application/octet-stream")
            .With("Content-Disposition", Attachment(path))
            .With("Content-Range", range is { } part ? $"bytes {part.First}-{part.First + part.Length - 1}/{length}" : null);
        var wanted = range ?? new HttpRange(0, length);
        if (isHead) await connection.SayAsync(head.With("Content-Length", wanted.Length), [], cancellationToken).ConfigureAwait(false);
        else await SendAsync(upstream, path, version, wanted, head, ready, cancellationToken).ConfigureAwait(false);
    }

    private async Task SendAsync(
        UpstreamSession upstream, FtpPath path, FileVersion version, HttpRange range, HttpHead head, CachedFile? ready,
        CancellationToken cancellationToken)
    {
        var (settings, began) = (context.Settings, context.Settings.Time.GetTimestamp());
        var body = connection.Body(head, range.Length);
        await using var open = body.ConfigureAwait(false);
        using var over = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var watching = WatchAsync(body, over);
        var end = new FetchEnd(FailureKind.Cancelled, DataOutput.ClientLeft, 0);
        try
        {
            end = ready is null
                ? await FetchAsync(upstream, path, version, range, body, over.Token).ConfigureAwait(false)
                : await SendAsync(path, ready, range, body, over.Token).ConfigureAwait(false);
            if (end.Failure is null) await body.FinishAsync(over.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is FtpException or TransferException or IOException)
        {
            end = new FetchEnd(FailureKind.Network, e.Message, end.Streams);
        }
        catch (OperationCanceledException)
        {
            // The client has left, or the gateway stops.
        }
        await over.CancelAsync().ConfigureAwait(false);
        await watching.ConfigureAwait(false);
        end = end.OrByClient(body.EndedByClient);
        if (end.Failure is not null) context.ReadAheads.Of(upstream.Login).Forget(path);
        if (end.IsDoubtful && body.Passed > 0) context.Doubtful.Add(upstream.Login.Server.Endpoint, path, version.Size, version.Modified);
        settings.Report(new GatewayEvent.Ended(
            number, path.Text, body.Passed, settings.Time.GetElapsedTime(began), end.Streams, end.Failure is null ? null : end.Message)
        {
            IsFromMemory = end.IsFromMemory,
            FromReplicas = end.FromReplicas,
        });
        await EndAsync(body, end, cancellationToken).ConfigureAwait(false);
    }

    private async Task<FetchEnd> SendAsync(
        FtpPath path, CachedFile ready, HttpRange range, DataOutput body, CancellationToken cancellationToken)
    {
        using var progress = Reporting(path, range, body, isFromMemory: true);
        var part = ready.Bytes.AsMemory(checked((int)range.First), checked((int)range.Length));
        await body.WriteAsync(part, cancellationToken).ConfigureAwait(false);
        return new FetchEnd(null, "", 1) { IsFromMemory = true };
    }

    private async Task EndAsync(DataOutput body, FetchEnd end, CancellationToken cancellationToken)
    {
        if (end.Failure is null) await connection.CloseAsync(cancellationToken).ConfigureAwait(false);
        else if (body.HasBegun || end.Failure == FailureKind.Cancelled) connection.Reset(body);
        else
        {
            await connection.SayAsync(
                new HttpHead(end.Failure == FailureKind.ServerLimit ? 503 : 502), SafeText.Escape(end.Message), isHead: false,
                cancellationToken).ConfigureAwait(false);
            await connection.CloseAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<FetchEnd> FetchAsync(
        UpstreamSession upstream, FtpPath path, FileVersion version, HttpRange range, DataOutput body, CancellationToken cancellationToken)
    {
        var isToTheEnd = range.First + range.Length == version.Size;
        var mustHash = upstream.Login.Server.Request.Verify.Mode == VerifyMode.Always;
        var plan = FetchPlanner.For(isAscii: false, path, range.First, mustHash, version.Size);
        if (plan == FetchPlan.Engine && (isToTheEnd || range.First > 0))
        {
            await upstream.LendAsync(cancellationToken).ConfigureAwait(false);
            (long, string)? identified = version.Modified is { } modified ? (version.Size, modified) : null;
            var part = new OutputRange(range.First, isToTheEnd ? null : range.First + range.Length);
            var end = await context.Engine.RunAsync(
                upstream.Login, path, identified, part, body, Report, cancellationToken).ConfigureAwait(false);
            // The engine verifies the version that it finds; the head names this one.
            return end.Failure is not null || await IsUnchangedAsync().ConfigureAwait(false) ? end : FetchEnd.Changed(end.Streams);
        }
        var transfer = await upstream.RetrieveAsync(path, cancellationToken).ConfigureAwait(false);
        await using var owned = transfer.ConfigureAwait(false);
        using var progress = Reporting(path, range, body, isFromMemory: false);
        using var kept = range.Length < version.Size
            ? null : context.ReadAheads.Of(upstream.Login).Keep(path, version.Size, version.Modified);
        try
        {
            var rate = upstream.Login.Rate;
            if (!isToTheEnd)
            {
                return await RangeCopy.RunAsync(transfer, range.Length, IsUnchangedAsync, rate, body, cancellationToken)
                    .ConfigureAwait(false);
            }
            var end = await DirectFetch.CopyAsync(
                transfer, range.Length, IsUnchangedAsync, bytes => kept?.Add(bytes), rate, body, cancellationToken).ConfigureAwait(false);
            if (end.Failure is null) kept?.Complete();
            return end;
        }
        catch
        {
            // The session can be used again.
            await transfer.AbandonAsync(CancellationToken.None).ConfigureAwait(false);
            throw;
        }

        async Task<bool> IsUnchangedAsync() =>
            await upstream.IdentifyAsync(path, cancellationToken).ConfigureAwait(false) == (version.Size, version.Modified);

        void Report(double rate, int streams) => context.Settings.Report(
            new GatewayEvent.Progress(number, path.Text, body.Passed, range.Length, rate, streams));
    }

    private ProgressReport Reporting(FtpPath path, HttpRange range, DataOutput body, bool isFromMemory) =>
        ProgressReport.Of(context.Settings, number, path.Text, range.Length, body, isFromMemory);

    // A client that closes without a reset is noticed at the next byte.
    private static async Task WatchAsync(DataOutput body, CancellationTokenSource over)
    {
        await body.BrokenAsync(over.Token).ConfigureAwait(false);
        if (!over.IsCancellationRequested) await over.CancelAsync().ConfigureAwait(false);
    }

    private static HttpHead With(HttpHead head, FileVersion version) =>
        head.With("Accept-Ranges", "bytes").With("ETag", version.Tag).With("Last-Modified", version.LastModified);

    // RFC 6266: the plain name for old clients, and the exact one in UTF-8.
    private static string Attachment(FtpPath path)
    {
        var plain = string.Concat(path.Name.Select(c => char.IsAsciiLetterOrDigit(c) || " .-_()+,=@".Contains(c) ? c : '_'));
        return string.Create(
            CultureInfo.InvariantCulture, $"attachment; filename=\"{plain}\"; filename*=UTF-8''{Uri.EscapeDataString(path.Name)}");
    }
}
