namespace Accelerator.Interop.Tests.Servers;

/// <summary>
/// vsftpd 3.0.3. Anonymous login only: a password login goes through PAM and would need a service file in /etc.
/// </summary>
public sealed class VsftpdServer : FtpServerProcess
{
    private VsftpdServer(ServerOptions options) : base(options) { }

    public override string User => "anonymous";

    public override string Password => "guest@example.org";

    protected override Regex LoggedCommand { get; } = new("FTP command: Client \"[^\"]*\", \"(.*)\"$", RegexOptions.Multiline);

    public static Task<VsftpdServer> StartAsync(ServerOptions options, CancellationToken cancellationToken) =>
        LaunchAsync(new VsftpdServer(options), cancellationToken);

    private protected override (string File, IReadOnlyList<string> Arguments) Prepare(ServerFolder folder)
    {
        string[] lines = [.. Common(folder), .. Tls(), .. Options.Extra];
        return (ServerTools.Require("vsftpd"), [folder.Write("vsftpd.conf", lines)]);
    }

    private List<string> Common(ServerFolder folder)
    {
        List<string> lines =
        [
            "background=NO",
            $"listen={(Options.IPv6 ? "NO" : "YES")}",
            $"listen_ipv6={(Options.IPv6 ? "YES" : "NO")}",
            $"{(Options.IPv6 ? "listen_address6" : "listen_address")}={Host}",
            $"listen_port={Port}",
            "anonymous_enable=YES",
            "local_enable=NO",
            $"anon_root={folder.Served}",
            // Any unprivileged account whose home exists: vsftpd enters the home before anon_root, and the home of the account "nobody" is
            // /nonexistent.
            "ftp_username=daemon",
            "nopriv_user=nobody",
            $"secure_chroot_dir={folder.Empty}",
            // Its system call filter is older than today's C library and kills sessions on some kernels.
            "seccomp_sandbox=NO",
            "xferlog_enable=YES",
            "log_ftp_protocol=YES",
            $"vsftpd_log_file={folder.File(LogFileName)}",
            $"max_clients={Options.MaxClients ?? 200}",
            // The built-in default is 50.
            $"max_per_ip={Options.MaxPerAddress ?? 0}",
            // It takes any port above 1024 by default, and could take one that is reserved for another server.
            "pasv_min_port=32768",
            "pasv_max_port=60999",
        ];
        if (Options.BytesPerSecond is { } rate)
            lines.Add($"anon_max_rate={rate}");
        return lines;
    }

    private string[] Tls() =>
        Options.Tls == ServerTls.None
            ? []
            :
            [
                "ssl_enable=YES",
                "allow_anon_ssl=YES",
                // Debian's build knows neither ssl_tlsv1_1 nor ssl_tlsv1_2; this one means every TLS version OpenSSL has.
                "ssl_tlsv1=YES",
                "ssl_ciphers=HIGH",
                $"rsa_cert_file={CertificateFile}",
                $"rsa_private_key_file={CertificateFile}",
                $"require_ssl_reuse={(Options.RequireTlsSessionReuse ? "YES" : "NO")}",
                $"implicit_ssl={(Options.Tls == ServerTls.Implicit ? "YES" : "NO")}",
            ];
}
