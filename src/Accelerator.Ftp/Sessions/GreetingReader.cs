using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Sessions;

/// <summary>Reads a server's greeting before any command is sent.</summary>
internal static class GreetingReader
{
    /// <summary>Reads the greeting.</summary>
    /// <param name="control">The connection; with implicit TLS, after the handshake.</param>
    /// <param name="profile">The server and its time limits.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="FtpTimeoutException">No greeting arrived.</exception>
    /// <exception cref="FtpReplyException">The server refuses connections.</exception>
    public static async Task<FtpReply> ReadAsync(
        ControlChannel control, SessionProfile profile, TimeProvider time, CancellationToken cancellationToken)
    {
        var what = $"Greeting of {profile.Endpoint}";
        using var deadline = new ReplyDeadline(profile.Timeouts.Reply, time, cancellationToken);
        FtpReply reply;
        try
        {
            reply = await control.ReadReplyAsync(deadline, what).ConfigureAwait(false);
        }
        catch (FtpTimeoutException e)
        {
            throw new FtpTimeoutException(
                FtpStage.Greeting, e.Limit,
                $"{e.Message} An FTP server sends a greeting first; a web server, or implicit TLS (ftps://), waits for the client. "
                    + "Check the port. If the server is only slow, increase --timeout-reply.");
        }
        catch (FtpProtocolException e) when (profile.Proxy is { } proxy)
        {
            throw new FtpProtocolException(
                $"{profile.Endpoint} through the proxy {proxy}: {e.Message} The proxy itself may have sent this instead of connecting.", e);
        }
        if (reply.IsPreliminary)
        {
            // 120: "ready in nnn minutes"; the 220 follows.
            deadline.Restart(profile.Timeouts.Reply);
            reply = await control.ReadReplyAsync(deadline, what).ConfigureAwait(false);
        }
        return reply.IsSuccess ? reply : throw control.Break(new FtpReplyException(what, "", reply));
    }
}
