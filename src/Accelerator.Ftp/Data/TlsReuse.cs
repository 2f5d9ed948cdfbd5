using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Data;

/// <summary>Detects a server that demands TLS session reuse on data connections and does not get it, and words the error for it.</summary>
internal static class TlsReuse
{
    /// <summary>How long to wait for the server's reply about a failed data connection.</summary>
    public static readonly TimeSpan Moment = TimeSpan.FromSeconds(2);

    /// <summary>Returns the server's reply on the control connection about a failed data connection; null if there is none.</summary>
    public static async ValueTask<FtpReply?> ReasonAsync(
        ControlChannel control, string what, TimeProvider time, CancellationToken cancellationToken)
    {
        try
        {
            using var deadline = new ReplyDeadline(Moment, time, cancellationToken);
            return await control.TryReadReplyAsync(deadline, what).ConfigureAwait(false);
        }
        catch (FtpException)
        {
            // No further information is available.
            return null;
        }
    }

    /// <summary>
    /// Returns the failure for a refusal to use a data connection. A new login has a new TLS session, and helps where the server has
    /// forgotten the old one.
    /// </summary>
    public static FtpTlsException Demanded(ServerTraits traits, string what, FtpReply reply) => new(
        $"{what}: {reply.ToString().TrimEnd('.')}. The server requires each data connection to resume the TLS session of its control "
            + "connection, and this system did not. "
            + "On Linux, use the server's name instead of its IP address; otherwise ask its administrator to disable that requirement "
            + "(vsftpd: require_ssl_reuse=NO).")
    {
        MayLogInAgain = traits.MayMissTlsSession(),
    };
}
