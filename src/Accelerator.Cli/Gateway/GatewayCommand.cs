using System.Net;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;
using Accelerator.Ftp;
using Accelerator.Gateway;

namespace Accelerator.Cli.Gateway;

/// <summary>The <c>ftpx gateway</c> command: parses its arguments into <see cref="GatewayOptions"/>. The runner is injected.</summary>
internal sealed class GatewayCommand : TransferCommand<GatewayOptions>
{
    public GatewayCommand(Func<GatewayOptions, Task<int>> run)
        : base("gateway", "Serve remote files to FTP clients over parallel connections", run)
    {
        Example("ftpx gateway --upstream ftp://host", "clients connect to 127.0.0.1, port 2121");
        Example("ftpx gateway --upstream ftpes://host", "for clients without TLS");
        Example("ftpx gateway --allow host", "clients log in as user@host");
        Example("ftpx gateway --http 8080 --upstream ftp://host", "http://127.0.0.1:8080/ for browsers");

        Group("Gateway");
        Value(
            "--listen", "ADDR:PORT", $"{GatewayValues.UsualListen}", "Address to listen on, or a port alone", GatewayValues.Listen,
            (o, v) => o with { Listen = v });
        Value(
            "--http", "ADDR:PORT", "no HTTP", "Serve HTTP too: a port, or for other computers an address and a port",
            GatewayValues.Listen, (o, v) => o with { Http = v });
        Word(
            "--http-token-file", "FILE", "none", "Token of HTTP clients; or FTPX_GATEWAY_TOKEN", (o, v) => o with { HttpTokenFile = v });
        Word(
            "--http-certificate", "FILE", "no TLS", "Certificate for HTTPS: PFX, or PEM", (o, v) => o with { HttpCertificate = v });
        Word(
            "--http-key", "FILE", "same file", "Its key in PEM; password: FTPX_GATEWAY_KEY_PASSWORD", (o, v) => o with { HttpKey = v });
        Word("--upstream", "URL", "named by clients", "The only server, as ftp://host or NAME:", (o, v) => o with { Upstream = v });
        Values(
            "--allow", "HOST|CIDR", "none", "Server that clients may name; may be repeated", GatewayValues.Rule,
            (o, v) => o with { Allowed = v });
        Values(
            "--client", "CIDR", "any", "Clients that may connect; may be repeated", GatewayValues.Range,
            (o, v) => o with { Clients = v });
        Value(
            "--gateway-user", "NAME", "none", "Login of clients; password: FTPX_GATEWAY_PASSWORD", GatewayValues.User,
            (o, v) => o with { GatewayUser = v });
        Value(
            "--max-clients", "N", $"{GatewayValues.UsualClients}", "Most clients; more get reply 421",
            GatewayValues.Clients, (o, v) => o with { MaxClients = v });
        Value(
            "--max-clients-per-address", "N", "a quarter", "Most from one address or user", GatewayValues.Clients,
            (o, v) => o with { MaxClientsPerAddress = v });
        Flag("--allow-changes", "Pass on uploads and other changes", (o, v) => o with { AllowChanges = v });
        Flag("--verify-first", "Send nothing before the whole file is verified", (o, v) => o with { VerifyFirst = v });
        AddVerify("Hash: auto, none or always", GetValues.Verify);
        Group("Speed");
        AddStreams();
        Value(
            "--read-ahead", "SIZE", "64M", "Memory for small files fetched ahead; 0 for none", GatewayValues.Memory,
            (o, v) => o with { ReadAhead = o.ReadAhead with { Memory = v } });
        Value(
            "--read-ahead-files", "N", $"{GatewayValues.UsualAhead.Files}", "Files fetched ahead of a client", GatewayValues.FilesAhead,
            (o, v) => o with { ReadAhead = o.ReadAhead with { Files = v } });
        Value(
            "--read-ahead-age", "TIME", "5s", "How long a reply to SIZE and MDTM is used", RunValues.Wait,
            (o, v) => o with { ReadAhead = o.ReadAhead with { MaxAge = v } });
        AddBind();
        AddReplica("tree");
        AddLimitRate();
        AddServer();
        Group("Output");
        AddQuiet("Print errors only");
        AddAdvancedConnection();
        AddNoSiteMemory();
        Takes(new GatewayOptions());
    }

    /// <inheritdoc/>
    protected override void Check(GatewayOptions options)
    {
        options.RefuseContradictions();
        if (options.Upstream is null && options.Allowed.Count == 0)
            throw new UsageException(
                "The gateway needs a server: add --upstream ftp://host, or --allow HOST for each server that clients may name.");
        if (options.Upstream is not null && options.Allowed.Count > 0)
            throw new UsageException("With --upstream, clients cannot name another server: omit --allow, or omit --upstream.");
        if (options is { Upstream: null, Replicas.Count: > 0 })
            throw new UsageException(
                "--replica adds a server to that of --upstream, but clients name theirs: add --upstream ftp://host, or omit --replica.");
        if (!IPAddress.IsLoopback(options.Listen.Address) && options is { GatewayUser: null, Clients.Count: 0 })
            throw new UsageException(
                $"Other computers can reach {options.Listen.Address}: add --gateway-user NAME, or --client for each address that may "
                    + "connect.");
        if (options is { Http: null, HttpTokenFile: not null } or { Http: null, HttpCertificate: not null })
            throw new UsageException("--http-token-file and --http-certificate are for HTTP: add --http, or omit them.");
        if (options is { HttpCertificate: null, HttpKey: not null })
            throw new UsageException("--http-key belongs to a certificate: add --http-certificate FILE.");
        if (options.Http is { } http && !IPAddress.IsLoopback(http.Address) && options.HttpCertificate is null)
            throw new UsageException(
                $"Other computers can reach {http.Address}, and HTTP is not encrypted: add --http-certificate FILE and "
                    + "--http-token-file FILE, or choose 127.0.0.1:PORT.");
        if (options.Http is { } web && GatewayServer.IsSamePort(options.Listen, web))
            throw new UsageException(
                $"--listen {options.Listen} and --http {web} use the same port: choose another port for one of them.");
        if (options is { GatewayUser: null, User: not null } or { GatewayUser: null, PasswordStdin: true }) throw NoLogin("--user");
        if (options.GatewayUser is null && NamesLogin(options.Upstream)) throw NoLogin("the login in --upstream");
        if (options.Verify.Given is not null)
            throw new UsageException("A hash in --verify is for a single file: use auto, none or always.");
    }

    private static UsageException NoLogin(string omitted) => new(
        $"Clients log in at the server themselves. To use a stored login for them, add --gateway-user NAME; otherwise omit {omitted}.");

    // The user of a configured server, NAME:, was not typed for this gateway.
    private static bool NamesLogin(string? upstream) => upstream is not null
        && FtpUrl.TryParse(upstream, FtpCharsets.Utf8, out var url, out _) && (url.User ?? url.Password) is not null;
}
