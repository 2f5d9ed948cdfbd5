using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Data;
using Accelerator.Gateway.Data;
using Accelerator.Gateway.Files;
using Accelerator.Gateway.ReadAhead;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Protocol;

/// <summary>RETR: a file, fetched as <see cref="FetchPlanner"/> says, verified before its last bytes are sent.</summary>
internal static class RetrieveCommand
{
    public static Task<FtpReply?> RunAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken)
    {
        if (line.Argument.Length == 0)
        {
            session.TakeRestart();
            return Task.FromResult<FtpReply?>(Replies.Of(501, "RETR needs a file."));
        }
        return ClientTransfer.RunAsync(
            session, (transfer, token) => RunAsync(session, transfer, line.Argument, token), cancellationToken);
    }

    private static async Task<FtpReply> RunAsync(
        ClientSession session, ClientTransfer transfer, string argument, CancellationToken cancellationToken)
    {
        var (upstream, offset) = (session.Server, transfer.Offset);
        var path = session.IsAscii ? null : upstream.Resolve(argument);
        var file = new RequestedFile(argument, path, offset, null, null);
        // A file in memory, and one that comes over one stream, is not compared with a hash.
        var mustHash = upstream.Login.Server.Request.Verify.Mode == VerifyMode.Always;
        if (offset == 0 && path is not null && !mustHash
            && await session.ReadAhead.TakeAsync(path, upstream, cancellationToken).ConfigureAwait(false) is { } ready)
        {
            using (ready) return await SendAsync(session, transfer, file, ready.File, cancellationToken).ConfigureAwait(false);
        }
        if (path is not null)
        {
            var (size, modified) = await session.ReadAhead.IdentifyAsync(path, upstream, isNow: offset > 0, cancellationToken)
                .ConfigureAwait(false);
            file = file with { Size = size, Modified = modified };
            if (offset > 0 && session.Context.Doubtful.Contains(upstream.Login.Server.Endpoint, path, size, modified))
            {
                return Replies.Of(
                    554, "The verification of this file failed after a part was sent: delete that part, and begin at byte 0.");
            }
            if (offset > size) return Replies.Of(554, $"The file has {size} bytes, and byte {offset} is beyond its end.");
        }
        switch (FetchPlanner.For(session.IsAscii, path, offset, mustHash, file.Size))
        {
            case FetchPlan.Engine:
                await upstream.LendAsync(cancellationToken).ConfigureAwait(false);
                return await SendAsync(
                    session, transfer, file, output => FetchAsync(session, file, output, cancellationToken), cancellationToken)
                    .ConfigureAwait(false);
            case FetchPlan.OneStream:
                var one = await upstream.RetrieveAsync(path!, cancellationToken).ConfigureAwait(false);
                return await CopyAsync(session, transfer, file, one, cancellationToken).ConfigureAwait(false);
            default:
                var open = await upstream.OpenAsync("RETR", argument, offset, session.IsAscii, cancellationToken).ConfigureAwait(false);
                return await CopyAsync(session, transfer, file, open, cancellationToken).ConfigureAwait(false);
        }
    }

    private static Task<FetchEnd> FetchAsync(
        ClientSession session, RequestedFile file, DataOutput output, CancellationToken cancellationToken) =>
        session.Context.Engine.RunAsync(
            session.Server.Login,
            file.Path!,
            file is { Size: { } size, Modified: { } modified } ? (size, modified) : null,
            new OutputRange(file.Offset),
            output,
            (rate, streams) => session.Settings.Report(
                new GatewayEvent.Progress(session.Number, file.Name, output.Passed, file.Rest, rate, streams)),
            cancellationToken);

    private static ProgressReport Report(ClientSession session, RequestedFile file, DataOutput output, bool isFromMemory = false) =>
        ProgressReport.Of(session.Settings, session.Number, file.Name, file.Rest, output, isFromMemory);

    private static async Task<FtpReply> CopyAsync(
        ClientSession session, ClientTransfer transfer, RequestedFile file, DataTransfer open, CancellationToken cancellationToken)
    {
        await using var owned = open.ConfigureAwait(false);
        using var kept = file.Offset > 0 ? null : session.ReadAhead.Keep(file.Path, file.Size, file.Modified);
        return await SendAsync(
            session, transfer, file,
            async output =>
            {
                using var report = Report(session, file, output);
                try
                {
                    var end = await DirectFetch.CopyAsync(
                        open, file.Rest, () => IsUnchangedAsync(session.Server, file, cancellationToken),
                        bytes => kept?.Add(bytes), session.Server.Login.Rate, output, cancellationToken).ConfigureAwait(false);
                    if (end.Failure is null) kept?.Complete();
                    return end;
                }
                catch
                {
                    // The session can be used again.
                    await open.AbandonAsync(CancellationToken.None).ConfigureAwait(false);
                    throw;
                }
            },
            cancellationToken).ConfigureAwait(false);
    }

    private static Task<FtpReply> SendAsync(
        ClientSession session, ClientTransfer transfer, RequestedFile asked, CachedFile ready, CancellationToken cancellationToken)
    {
        var file = asked with { Size = ready.Bytes.Length, Modified = ready.Modified };
        return SendAsync(
            session, transfer, file,
            async output =>
            {
                using var report = Report(session, file, output, isFromMemory: true);
                await output.WriteAsync(ready.Bytes, cancellationToken).ConfigureAwait(false);
                return new FetchEnd(null, "", 1) { IsFromMemory = true };
            },
            cancellationToken);
    }

    private static async Task<bool> IsUnchangedAsync(UpstreamSession upstream, RequestedFile file, CancellationToken cancellationToken) =>
        file.Path is not { } path
            || await upstream.IdentifyAsync(path, cancellationToken).ConfigureAwait(false) == (file.Size, file.Modified);

    private static Task<FtpReply> SendAsync(
        ClientSession session, ClientTransfer transfer, RequestedFile file, Func<DataOutput, Task<FetchEnd>> fetchAsync,
        CancellationToken cancellationToken)
    {
        var began = session.Settings.Time.GetTimestamp();
        return transfer.SendAsync(
            file.Name,
            async output =>
            {
                var end = new FetchEnd(FailureKind.Cancelled, DataOutput.ClientLeft, 0);
                try
                {
                    end = (await fetchAsync(output).ConfigureAwait(false)).OrByClient(output.EndedByClient);
                }
                catch (Exception e) when (e is FtpException or IOException)
                {
                    end = new FetchEnd(FailureKind.Network, e.Message, 1).OrByClient(output.EndedByClient);
                    throw;
                }
                finally
                {
                    if (end.Failure is not null && file.Path is { } path)
                    {
                        session.ReadAhead.Forget(path);
                        if (end.IsDoubtful && output.Passed > 0)
                            session.Context.Doubtful.Add(session.Server.Login.Server.Endpoint, path, file.Size, file.Modified);
                    }
                    session.Settings.Report(new GatewayEvent.Ended(
                        session.Number, file.Name, output.Passed, session.Settings.Time.GetElapsedTime(began), end.Streams,
                        end.Failure is null ? null : end.Message)
                    {
                        IsFromMemory = end.IsFromMemory,
                        FromReplicas = end.FromReplicas,
                    });
                }
                return ReplyTo(end);
            },
            isUpload: false,
            cancellationToken);
    }

    private static FtpReply ReplyTo(FetchEnd end) => end.Failure switch
    {
        null => Replies.Of(226, "Transfer complete."),
        FailureKind.Network or FailureKind.ServerLimit or FailureKind.Cancelled or FailureKind.Tls => Replies.Of(426, end.Message),
        _ => Replies.Of(451, end.Message),
    };

    /// <summary>The file and the offset that a client asked for.</summary>
    /// <param name="Argument">The argument of RETR, one char for each byte.</param>
    /// <param name="Path">The path that is valid in every session; null in TYPE A, or if there is none.</param>
    /// <param name="Offset">First byte wanted.</param>
    /// <param name="Size">Bytes of the file; null if unknown.</param>
    /// <param name="Modified">Its time as MDTM wrote it; null if unknown.</param>
    private sealed record RequestedFile(string Argument, FtpPath? Path, long Offset, long? Size, string? Modified)
    {
        /// <summary>The file as messages name it.</summary>
        public string Name { get; } = Path?.Text ?? Argument;

        /// <summary>Bytes to send; null if unknown.</summary>
        public long? Rest => Size - Offset;
    }
}
