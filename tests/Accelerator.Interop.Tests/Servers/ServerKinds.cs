namespace Accelerator.Interop.Tests.Servers;

/// <summary>Starts a server by its kind.</summary>
public static class ServerKinds
{
    /// <summary>The name that <see cref="ServerTools"/> knows.</summary>
    public static string Tool(this ServerKind kind) => kind switch
    {
        ServerKind.Vsftpd => "vsftpd",
        ServerKind.Proftpd => "proftpd",
        ServerKind.PureFtpd => "pure-ftpd",
        _ => "pyftpdlib",
    };

    /// <summary>Starts a server with these options.</summary>
    public static async Task<FtpServerProcess> StartAsync(this ServerKind kind, ServerOptions options, CancellationToken cancellationToken) => kind switch
    {
        ServerKind.Vsftpd => await VsftpdServer.StartAsync(options, cancellationToken),
        ServerKind.Proftpd => await ProftpdServer.StartAsync(options, cancellationToken),
        ServerKind.PureFtpd => await PureFtpdServer.StartAsync(options, cancellationToken),
        _ => await PyftpdlibServer.StartAsync(options, cancellationToken),
    };

    /// <summary>Starts a server without limits.</summary>
    public static Task<FtpServerProcess> StartAsync(this ServerKind kind, CancellationToken cancellationToken) =>
        kind.StartAsync(new ServerOptions(), cancellationToken);
}
