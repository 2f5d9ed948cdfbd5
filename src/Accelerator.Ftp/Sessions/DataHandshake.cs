using System.Net.Sockets;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// The TLS handshake of a data connection. Most servers start theirs after the 150, some send the 150 after the handshake (npm's ftp-srv):
/// it starts with the connection, and its time limit counts from the reply.
/// </summary>
internal sealed class DataHandshake(ControlChannel control, SessionProfile profile, ServerTraits traits, TimeProvider time)
{
    /// <summary>
    /// The final reply to a transfer whose data connection the server has closed without a handshake, as some do for an empty file or
    /// folder; null if there was a handshake.
    /// </summary>
    public FtpReply? Ended { get; private set; }

    /// <summary>Encrypts a connection.</summary>
    /// <returns>The encrypted connection; null if <see cref="Ended"/> is set.</returns>
    /// <param name="handshake">The handshake.</param>
    /// <param name="socket">The data connection; closed if it fails.</param>
    /// <param name="answer">The first reply to the transfer command.</param>
    /// <param name="what">The transfer as messages show it.</param>
    /// <param name="throwIfRefused">Throws if that reply is a refusal.</param>
    /// <param name="cancellationToken">Cancels the handshake and ends the session.</param>
    /// <exception cref="FtpReplyException">The transfer was refused.</exception>
    /// <exception cref="FtpException">The handshake failed; the session is broken.</exception>
    public async Task<WatchedTls?> RunAsync(
        TlsHandshake handshake, Socket socket, PendingReply answer, string what, Action<FtpReply> throwIfRefused,
        CancellationToken cancellationToken)
    {
        Ended = null;
        using var deadline = new ReplyDeadline(Timeout.InfiniteTimeSpan, time, cancellationToken);
        var tls = new WatchedTls(socket);
        var shaking = handshake.DataAsync(tls, deadline.Token);
        try
        {
            await Task.WhenAny(answer.Reply, shaking).ConfigureAwait(false);
            if (shaking.IsCompletedSuccessfully) return tls;
            // The server's reply to a failed handshake is the cause, if there is one.
            if (shaking.IsCompleted)
                await Task.WhenAny(answer.Reply, Task.Delay(TlsReuse.Moment, time, cancellationToken)).ConfigureAwait(false);
            if (!answer.Reply.IsCompleted)
            {
                await shaking.ConfigureAwait(false);
                return tls;
            }
            var reply = await answer.Reply.ConfigureAwait(false);
            // The end of the data connection may arrive before the reply that gives the reason.
            if (reply.Code == 425)
                await Task.WhenAny(shaking, Task.Delay(TlsReuse.Moment, time, cancellationToken)).ConfigureAwait(false);
            if (reply.Code == 522
                || (reply.Code == 425 && (shaking.IsCompletedSuccessfully || (shaking.IsCompleted && !traits.TlsDataWorks))))
                throw control.Break(TlsReuse.Demanded(traits, what, reply));
            throwIfRefused(reply);
            deadline.Restart(profile.Timeouts.Connect);
            try
            {
                await shaking.ConfigureAwait(false);
                return tls;
            }
            catch (Exception e)
            {
                if (e is FtpConnectionException && reply.IsSuccess) Ended = reply;
                else if (await ExplainAsync(e, what, cancellationToken).ConfigureAwait(false) is { } failure) throw failure;
                socket.Dispose();
                return null;
            }
        }
        catch (Exception e)
        {
            // Keep the session if the file was refused: it remains usable.
            if (e is not FtpReplyException) control.Break(e);
            socket.Dispose();
            _ = shaking.ContinueWith(
                static t => t.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
            throw;
        }
    }

    // A server that requires the control connection's TLS session on the data connection reports that on the control connection (522, 425).
    // Null if the transfer has ended without data.
    private async Task<Exception?> ExplainAsync(Exception failure, string what, CancellationToken cancellationToken)
    {
        if (failure is OperationCanceledException && !cancellationToken.IsCancellationRequested)
            failure = new FtpTimeoutException(FtpStage.DataConnect, profile.Timeouts.Connect,
                $"{what}: the TLS handshake of the data connection did not end within {profile.Timeouts.Connect.TotalSeconds:0.#} s.");
        var reply = await TlsReuse.ReasonAsync(control, what, time, cancellationToken).ConfigureAwait(false);
        if (reply is { IsSuccess: true } && failure is FtpConnectionException)
        {
            Ended = reply;
            return null;
        }
        if (reply is { Code: 522 or 425 }) failure = TlsReuse.Demanded(traits, what, reply);
        return control.Break(failure);
    }
}
