namespace Accelerator.Ftp.Data;

/// <summary>The one sentence for a server that demands TLS session reuse on data connections and does not get it.</summary>
internal static class TlsReuse
{
    public static FtpTlsException Demanded(string what, FtpReply reply) => new(
        $"{what}: {reply.ToString().TrimEnd('.')}. The server wants each data connection to resume the control connection's TLS session, and this system did not. "
        + "On Linux, address the server by its name, not by its number; else ask its administrator to switch that demand off (vsftpd: require_ssl_reuse=NO).");
}
