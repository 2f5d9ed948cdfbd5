namespace Accelerator.Interop.Tests.Servers;

/// <summary>ProFTPD 1.3.8 with RANG, and HASH, XCRC, XMD5 and XSHA* from mod_digest. One virtual user.</summary>
public sealed class ProftpdServer : FtpServerProcess
{
    private ProftpdServer(ServerOptions options) : base(options) { }

    protected override Regex LoggedCommand { get; } = new("^CMD (.*)$", RegexOptions.Multiline);

    public static Task<ProftpdServer> StartAsync(ServerOptions options, CancellationToken cancellationToken) =>
        LaunchAsync(new ProftpdServer(options), cancellationToken);

    private protected override (string File, IReadOnlyList<string> Arguments) Prepare(ServerFolder folder)
    {
        var executable = ServerTools.Require("proftpd");
        string[] lines = [.. Common(folder, executable), .. Users(folder), .. Limits(), .. Tls(folder), .. Options.Extra];
        return (executable, ["--nodaemon", "--config", folder.Write("proftpd.conf", lines)]);
    }

    private static string[] Users(ServerFolder folder) =>
    [
        "AuthOrder mod_auth_file.c",
        $"AuthUserFile {folder.Write("users", [$"{VirtualUser.Name}:{VirtualUser.Crypted}:65534:65534::{folder.Served}:/bin/false"])}",
        "RequireValidShell off",
        // Nothing of this machine's: where vsftpd is installed /etc/ftpusers keeps accounts out.
        "UseFtpUsers off",
        "DefaultRoot ~",
        "User nobody",
        "Group nogroup",
    ];

    private List<string> Common(ServerFolder folder, string executable) =>
    [
        "ServerType standalone",
        $"UseIPv6 {(Options.IPv6 ? "on" : "off")}",
        $"DefaultAddress {Host}",
        // Without it the listener binds every address of the machine.
        "SocketBindTight on",
        $"Port {Port}",
        $"ModulePath {Modules(executable)}",
        "LoadModule mod_tls.c",
        "LoadModule mod_digest.c",
        "DigestAlgorithms all",
        $"PidFile {folder.File("proftpd.pid")}",
        $"ScoreboardFile {folder.File("proftpd.scoreboard")}",
        // The delay hides from an attacker whether a user exists; here it would only cost time.
        "DelayEngine off",
        "DelayTable none",
        "UseReverseDNS off",
        "WtmpLog off",
        "TransferLog none",
        $"SystemLog {folder.File(LogFileName)}",
        "LogFormat commands \"CMD %r\"",
        $"ExtendedLog {folder.File(LogFileName)} ALL commands",
    ];

    private List<string> Limits()
    {
        List<string> lines = [$"MaxClients {Options.MaxClients ?? 200}"];
        if (Options.MaxPerAddress is { } perAddress)
            lines.Add($"MaxClientsPerHost {perAddress}");
        if (Options.BytesPerSecond is { } rate)
            lines.Add($"TransferRate RETR {Math.Max(1, rate / 1024)}");
        return lines;
    }

    private string[] Tls(ServerFolder folder)
    {
        if (Options.Tls == ServerTls.None)
            return [];
        var flags = new List<string>();
        if (!Options.RequireTlsSessionReuse)
            flags.Add("NoSessionReuseRequired");
        if (Options.Tls == ServerTls.Implicit)
            flags.Add("UseImplicitSSL");
        return
        [
            "TLSEngine on",
            $"TLSLog {folder.File(LogFileName)}",
            // Its first line counts.
            .. Options.Extra.Any(line => line.StartsWith("TLSProtocol ", StringComparison.Ordinal)) ? (string[])[] : ["TLSProtocol TLSv1.2 TLSv1.3"],
            $"TLSECCertificateFile {CertificateFile}",
            $"TLSECCertificateKeyFile {CertificateFile}",
            "TLSVerifyClient off",
            // For transfers between servers, where it is the TLS client (SSCN) and verifies the other's certificate.
            $"TLSCACertificateFile {CertificateFile}",
            .. flags.Count == 0 ? [] : (string[])["TLSOptions " + string.Join(' ', flags)],
        ];
    }

    // usr/sbin/proftpd and usr/lib/proftpd stand under the same root, unpacked or installed.
    private static string Modules(string executable) =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(executable)!, "../lib/proftpd"));
}
