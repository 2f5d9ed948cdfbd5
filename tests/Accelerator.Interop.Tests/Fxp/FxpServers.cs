namespace Accelerator.Interop.Tests.Fxp;

/// <summary>The three real servers, set up to be written to, and to take part in transfers between servers or not.</summary>
internal static class FxpServers
{
    /// <summary>The folder below the root that files may be put into: vsftpd serves no root that can be written to.</summary>
    public const string Inbox = "in";

    /// <summary>Gets the settings with which a server allows transfers between servers; without them it refuses.</summary>
    public static string[] Allowing(string kind) => kind switch
    {
        "vsftpd" => ["pasv_promiscuous=YES", "port_promiscuous=YES"],
        "proftpd" => ["AllowForeignAddress on"],
        _ => ["--allowuserfxp"],
    };

    /// <summary>Starts a server.</summary>
    /// <param name="kind">vsftpd, proftpd or pure-ftpd.</param>
    /// <param name="extra">Lines or arguments besides those that let clients write.</param>
    /// <param name="tls">
    /// With TLS, data connections need not resume the session of the control connection: between two servers none can.
    /// </param>
    /// <param name="twin">
    /// Another server whose certificate this one shares: ProFTPD trusts a server that presents its own certificate.
    /// </param>
    public static Task<FtpServerProcess> StartAsync(
        string kind, string[] extra, CancellationToken cancellationToken, ServerTls tls = ServerTls.None, FtpServerProcess? twin = null)
    {
        var options = new ServerOptions { Extra = extra, Tls = tls, RequireTlsSessionReuse = false, CertificateFile = twin?.CertificateFile };
        return StartAsync(kind, options, cancellationToken);
    }

    /// <summary>Starts a server.</summary>
    /// <param name="kind">vsftpd, proftpd or pure-ftpd.</param>
    /// <param name="options">Further options; their extra lines come after those that let clients write.</param>
    public static async Task<FtpServerProcess> StartAsync(string kind, ServerOptions options, CancellationToken cancellationToken)
    {
        options = WithWriting(kind, options);
        FtpServerProcess server = kind switch
        {
            "vsftpd" => await VsftpdServer.StartAsync(options, cancellationToken),
            "proftpd" => await ProftpdServer.StartAsync(options, cancellationToken),
            "pure-ftpd" => await PureFtpdServer.StartAsync(options, cancellationToken),
            _ => throw new ArgumentException($"There is no server {kind}.", nameof(kind)),
        };
        var inbox = Directory.CreateDirectory(Path.Combine(server.Root, Inbox)).FullName;
        // Sessions run under the account nobody or daemon.
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(inbox, (UnixFileMode)0b111_111_111);
        return server;
    }

    /// <summary>Options with the lines that let clients write.</summary>
    public static ServerOptions WithWriting(string kind, ServerOptions options) => options with { Extra = [.. Writing(kind), .. options.Extra] };

    private static string[] Writing(string kind) => kind switch
    {
        "vsftpd" => ["write_enable=YES", "anon_upload_enable=YES", "anon_other_write_enable=YES", "anon_mkdir_write_enable=YES", "anon_umask=022"],
        "proftpd" => ["AllowOverwrite on", "AllowStoreRestart on"],
        _ => [],
    };
}
