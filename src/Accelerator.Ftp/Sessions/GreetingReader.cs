using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Sessions;

/// <summary>Hears a server out before anything is said to it.</summary>
internal static class GreetingReader
{
    /// <summary>Reads the greeting.</summary>
    /// <param name="control">The connection; TLS stands where it is implicit.</param>
    /// <param name="profile">The server, and how long it may take.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="FtpTimeoutException">None came.</exception>
    /// <exception cref="FtpReplyException">The server lets nobody in.</exception>
    public static async Task<FtpReply> ReadAsync(
        ControlChannel control, SessionProfile profile, TimeProvider time, CancellationToken cancellationToken)
    {
        var what = $"Greeting of {profile.Endpoint}";
        using var deadline = new ReplyDeadline(profile.Timeouts.Reply, time);
        FtpReply reply;
        try
        {
            reply = await control.ReadReplyAsync(deadline, what, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpTimeoutException e)
        {
            throw new FtpTimeoutException(
                FtpStage.Greeting, e.Limit,
                $"{e.Message} An FTP server speaks first; a web server, or FTPS on its own port (ftps://), waits like this. "
                    + "Check the port; if the server is only slow to greet, --timeout-reply of ftpx get and the other verbs allows more.");
        }
        if (reply.IsPreliminary)
        {
            // 120: "ready in nnn minutes"; the 220 follows.
            deadline.Restart(profile.Timeouts.Reply);
            reply = await control.ReadReplyAsync(deadline, what, cancellationToken).ConfigureAwait(false);
        }
        return reply.IsSuccess ? reply : throw control.Break(new FtpReplyException(what, "", reply));
    }
}
