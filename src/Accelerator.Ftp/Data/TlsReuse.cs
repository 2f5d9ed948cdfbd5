using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Data;

/// <summary>
/// A server that demands TLS session reuse on data connections and does not get it: hearing it out, and the one sentence for it.
/// </summary>
internal static class TlsReuse
{
    /// <summary>How long the server's word on a data connection that failed is waited for.</summary>
    public static readonly TimeSpan Moment = TimeSpan.FromSeconds(2);

    /// <summary>What the server says on the control connection of a data connection that failed; null when that is nothing.</summary>
    public static async ValueTask<FtpReply?> ReasonAsync(
        ControlChannel control, string what, TimeProvider time, CancellationToken cancellationToken)
    {
        try
        {
            using var deadline = new ReplyDeadline(Moment, time);
            return await control.TryReadReplyAsync(deadline, what, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException)
        {
            // Nothing more to learn.
            return null;
        }
    }

    public static FtpTlsException Demanded(string what, FtpReply reply) => new(
        $"{what}: {reply.ToString().TrimEnd('.')}. The server wants each data connection to resume the control connection's TLS session, "
            + "and this system did not. "
        + "On Linux, address the server by its name, not by its number; else ask its administrator to switch that demand off "
            + "(vsftpd: require_ssl_reuse=NO).");
}
