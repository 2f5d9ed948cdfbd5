namespace Accelerator.Interop.Tests.Proxies;

/// <summary>A real proxy program: how it is started on a loopback port, and what its output says of its connections.</summary>
/// <param name="Tool">Its command.</param>
/// <param name="Established">Matches its line about a connection that it has made to a server.</param>
/// <param name="Command">Returns the command line; the last argument is the number of clients that it admits, where it has a limit.</param>
internal sealed record ProxyProgram(
    string Tool, string Established, Func<ProxyAddress, ServerFolder, int, (string File, string[] Arguments)> Command)
{
    // crypt(3) of "secret".
    private const string Secret = "$5$ftpxftpx$eTqE7GWMckwrO5bME7AqLNO5oXMKJogbG5d1eMfG7z4";

    private static readonly ProxyProgram[] All =
    [
        new("microsocks", ": connected to ", (address, _, _) => (ServerTools.Require("microsocks"),
            ["-i", address.Host, "-p", $"{address.Port}", "-b", ProxyProcess.Outgoing, .. address.User is { } user ? (string[])["-u", user, "-P", address.Password!] : []])),
        new("danted", @"pass\(1\): tcp/connect \[", Dante),
        new("tinyproxy", "Established connection", (address, folder, mostClients) => (ServerTools.Require("tinyproxy"),
            ["-d", "-c", folder.Write("tinyproxy.conf",
            [
                $"Port {address.Port}", $"Listen {address.Host}", $"Bind {ProxyProcess.Outgoing}", $"MaxClients {mostClients}", "LogLevel Connect",
                .. address.User is { } user ? (string[])[$"BasicAuth {user} {address.Password}"] : [],
            ])])),
        // One of its lines about a request that is allowed; it checks some rules twice.
        new("squid", "No adapted_http_access configuration", Squid),
    ];

    /// <summary>Returns the program of a command.</summary>
    public static ProxyProgram Of(string tool) => All.Single(program => program.Tool == tool);

    // It checks passwords against the accounts of the computer: it gets files of its own, in a mount namespace of its own.
    private static (string File, string[] Arguments) Dante(ProxyAddress address, ServerFolder folder, int mostClients)
    {
        var configuration = folder.Write("danted.conf",
        [
            "logoutput: stdout", $"internal: {address.Host} port = {address.Port}", $"external: {ProxyProcess.Outgoing}",
            $"socksmethod: {(address.User is null ? "none" : "username")}", "clientmethod: none", "user.privileged: root", "user.unprivileged: nobody",
            "client pass {", "from: 127.0.0.0/8 to: 0.0.0.0/0", "}", "socks pass {", "from: 127.0.0.0/8 to: 0.0.0.0/0", "command: connect", "log: connect", "}",
        ]);
        var accounts = WriteForAll(folder, "passwd", [.. File.ReadAllLines("/etc/passwd"), .. address.User is { } user ? (string[])[$"{user}:x:65533:65533::/nonexistent:/usr/sbin/nologin"] : []]);
        var passwords = folder.Write("shadow", [$"{address.User}:{Secret}:19000:0:99999:7:::"]);
        const string Script = "mount --bind \"$1\" /etc/passwd && mount --bind \"$2\" /etc/shadow && exec \"$3\" -f \"$4\" -p \"$5\"";
        return ("/usr/bin/env",
        [
            $"LD_LIBRARY_PATH={ServerTools.UnpackedEnvironment["LD_LIBRARY_PATH"]}", "unshare", "--mount", "bash", "-c", Script, "bash",
            accounts, passwords, ServerTools.Require("danted"), configuration, folder.File("danted.pid"),
        ]);
    }

    // As root it drops its rights before it writes any file, so it writes none: its log is its standard error. A program that it starts
    // checks logins: a line with user and password in, OK or ERR out.
    private static (string File, string[] Arguments) Squid(ProxyAddress address, ServerFolder folder, int mostClients)
    {
        var share = Path.Combine(ServerTools.UnpackedRoot, "usr", "share");
        var login = address.User is { } user
            ? (string[])
            [
                $"auth_param basic program /bin/bash {WriteForAll(folder, "login", ["while read -r login; do", $"[[ $login == '{user} {address.Password}' ]] && echo OK || echo ERR", "done"])}",
                "acl known proxy_auth REQUIRED", "http_access deny !known",
            ]
            : [];
        return (ServerTools.Require("squid"),
        [
            "-N", "-d", "2", "-f", folder.Write("squid.conf",
            [
                $"http_port {address.Host}:{address.Port}", $"tcp_outgoing_address {ProxyProcess.Outgoing}", .. login, "http_access allow localhost", "http_access deny all",
                "debug_options ALL,1 85,2", "cache_log /dev/null", "access_log none", "pid_filename none", "netdb_filename none", "pinger_enable off", "unlinkd_program /bin/true", "cache_mem 8 MB", "cache deny all",
                "shutdown_lifetime 0 seconds", "visible_hostname localhost", "max_filedescriptors 1024",
                $"mime_table {Path.Combine(share, "squid", "mime.conf")}", $"icon_directory {Path.Combine(share, "squid", "icons")}", $"error_directory {Path.Combine(share, "squid-langpack", "en")}",
            ]),
        ]);
    }

    private static string WriteForAll(ServerFolder folder, string name, IEnumerable<string> lines)
    {
        var path = folder.Write(name, lines);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead);
        return path;
    }
}
