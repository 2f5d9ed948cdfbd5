namespace Accelerator.Interop.Tests.Servers;

/// <summary><c>ftpx gateway</c> in front of the server that <see cref="ServerOptions.Extra"/> names.</summary>
public sealed class FtpxGateway : FtpServerProcess
{
    private FtpxGateway(ServerOptions options) : base(options)
    {
    }

    public override string User => "anonymous";

    public override string Password => "guest@example.org";

    protected override Regex? LoggedCommand => null;

    /// <summary>Starts a gateway in front of a server.</summary>
    /// <param name="server">The server.</param>
    /// <param name="cancellationToken">Ends the start.</param>
    /// <param name="words">Further options.</param>
    public static Task<FtpxGateway> StartAsync(FtpServerProcess server, CancellationToken cancellationToken, params string[] words)
    {
        var scheme = server.Options.Tls == ServerTls.Explicit ? "ftpes" : "ftp";
        return LaunchAsync(
            new FtpxGateway(new ServerOptions
            {
                Extra = ["--upstream", $"{scheme}://{server.Name}:{server.Port}", "--no-site-memory", "--netrc", "/dev/null", .. words],
            }),
            cancellationToken);
    }

    private protected override (string File, IReadOnlyList<string> Arguments) Prepare(ServerFolder folder) =>
        (NativeProgram.Command[0], [.. NativeProgram.Command.Skip(1), "gateway", "--listen", $"{Host}:{Port}", .. Options.Extra]);
}
