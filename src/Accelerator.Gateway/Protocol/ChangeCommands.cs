using System.Net.Sockets;
using Accelerator.Ftp;
using Accelerator.Gateway.Data;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Protocol;

/// <summary>The commands that change the server: refused, unless the operator allows them.</summary>
internal static class ChangeCommands
{
    public static async Task<FtpReply?> RunAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken)
    {
        if (!session.Settings.AllowChanges)
        {
            session.TakeData()?.Dispose();
            session.TakeRestart();
            var refusal = $"This gateway only downloads: {line.Verb} is not passed on to the server. {session.Settings.ChangeAdvice}";
            return Replies.Of(550, refusal.TrimEnd());
        }
        try
        {
            return UpstreamChanges.IsUpload(line.Verb)
                ? await ClientTransfer.RunAsync(session, (transfer, token) => StoreAsync(session, transfer, line, token), cancellationToken)
                    .ConfigureAwait(false)
                : await session.Changes.SendAsync(line.Verb, line.Argument, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // A client that changes a file must see the change.
            session.ReadAhead.ForgetAll();
        }
    }

    private static async Task<FtpReply> StoreAsync(
        ClientSession session, ClientTransfer transfer, CommandLine line, CancellationToken cancellationToken)
    {
        var open = await session.Server.OpenAsync(
            line.Verb, line.Argument, transfer.Offset, session.IsAscii, cancellationToken).ConfigureAwait(false);
        await using var owned = open.ConfigureAwait(false);
        return await transfer.SendAsync(line.Argument, StoreAsync, isUpload: true, cancellationToken).ConfigureAwait(false);

        async Task<FtpReply> StoreAsync(DataOutput client)
        {
            var (began, sent) = (session.Settings.Time.GetTimestamp(), 0L);
            string? failure = "The file was not stored.";
            try
            {
                var (limit, time) = (session.Settings.IdleLimit, session.Settings.Time);
                var reply = await UpstreamChanges.StoreAsync(
                    open, client.Socket, limit, time, count => sent += count, cancellationToken).ConfigureAwait(false);
                if (reply is { IsSuccess: true }) failure = null;
                return reply is null or { IsClosing: true } ? Replies.Of(426, "The server did not confirm the file.") : reply;
            }
            catch (SocketException e)
            {
                throw new IOException("The client reset the data connection", e);
            }
            catch (TimeoutException e)
            {
                throw new IOException($"The client sent no data for {session.Settings.IdleLimit.TotalSeconds:0} s", e);
            }
            finally
            {
                session.Settings.Report(new GatewayEvent.Ended(
                    session.Number, line.Argument, sent, session.Settings.Time.GetElapsedTime(began), 0, failure));
            }
        }
    }
}
