namespace Accelerator.Interop.Tests.Servers;

public static class ServerKinds
{
    /// <summary>The name that <see cref="ServerTools"/> knows; of ftpx only its system.</summary>
    public static string Tool(this ServerKind kind) => kind switch
    {
        ServerKind.Vsftpd => "vsftpd",
        ServerKind.Proftpd => "proftpd",
        ServerKind.PureFtpd => "pure-ftpd",
        ServerKind.Pyftpdlib => "pyftpdlib",
        _ => "inotify",
    };

    public static async Task<FtpServerProcess> StartAsync(this ServerKind kind, ServerOptions options, CancellationToken cancellationToken) => kind switch
    {
        ServerKind.Vsftpd => await VsftpdServer.StartAsync(options, cancellationToken),
        ServerKind.Proftpd => await ProftpdServer.StartAsync(options, cancellationToken),
        ServerKind.PureFtpd => await PureFtpdServer.StartAsync(options, cancellationToken),
        ServerKind.Pyftpdlib => await PyftpdlibServer.StartAsync(options, cancellationToken),
        _ => await FtpxServer.StartAsync(options, cancellationToken),
    };

    public static Task<FtpServerProcess> StartAsync(this ServerKind kind, CancellationToken cancellationToken) =>
        kind.StartAsync(new ServerOptions(), cancellationToken);
}

/// <summary>The real servers that the client is tested with.</summary>
public enum ServerKind
{
    /// <summary>vsftpd 3.0.3.</summary>
    Vsftpd,

    /// <summary>ProFTPD 1.3.8.</summary>
    Proftpd,

    /// <summary>Pure-FTPd 1.0.50.</summary>
    PureFtpd,

    /// <summary>pyftpdlib 1.5.</summary>
    Pyftpdlib,

    Ftpx,
}
