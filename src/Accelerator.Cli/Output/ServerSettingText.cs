using Accelerator.Engine.Probing;

namespace Accelerator.Cli.Output;

/// <summary>Names the setting of the server program that causes a measured limit. docs/servers.md has them all.</summary>
internal static class ServerSettingText
{
    // Each program names itself in its greeting, unless its administrator changed that.
    private static readonly ServerSettings[] Known =
    [
        new("vsFTPd", "vsftpd", "max_per_ip and max_clients", "local_max_rate and anon_max_rate",
            "the third number of net.ipv4.tcp_wmem on the server"),
        new("ProFTPD", "ProFTPD", "MaxClientsPerHost, MaxClientsPerUser, MaxClients and MaxInstances", "TransferRate",
            "SocketOptions sndbuf, which should be absent, and the third number of net.ipv4.tcp_wmem on the server"),
        new("Pure-FTPd", "Pure-FTPd", "MaxClientsPerIP (-C), PerUserLimits (-y) and MaxClientsNumber (-c)",
            "UserBandwidth (-T) and AnonymousBandwidth (-t)", "the third number of net.ipv4.tcp_wmem on the server"),
        new("FileZilla Server", "FileZilla Server", "the limit of sessions of the user and its groups",
            "the speed limits of the user and its groups", "the socket buffer sizes of the FTP settings, which should be the system's"),
        new("Microsoft FTP Service", "IIS", "maxConnections of the site", null,
            "dynamic send buffering of Windows (netsh winsock set autotuning on)"),
    ];

    /// <summary>Returns the sentence for a report; null if no setting of the server is the limit, or its program is not known.</summary>
    public static string? For(ProbeReport report)
    {
        if (Known.FirstOrDefault(one => report.Server.Greeting.Contains(one.Greets, StringComparison.OrdinalIgnoreCase)) is not { } server)
            return null;
        var setting = (report.Verdict.Limit, report.Verdict.StreamLimit) switch
        {
            (ProbeLimit.Connections, _) => server.Sessions,
            (ProbeLimit.StreamRate or ProbeLimit.Server, _) or (_, ProbeLimit.StreamRate) => server.Rate,
            (ProbeLimit.ServerWindow, _) or (_, ProbeLimit.ServerWindow) => server.Window,
            _ => null,
        };
        return setting is null ? null : $"The server is {server.Name}: its administrator should look at {setting}.";
    }

    /// <summary>The settings of one server program.</summary>
    /// <param name="Greets">What its greeting contains.</param>
    /// <param name="Name">The name of the program.</param>
    /// <param name="Sessions">The settings that limit the number of sessions.</param>
    /// <param name="Rate">The settings that limit a rate; null if the program has none.</param>
    /// <param name="Window">The settings that limit the data in flight.</param>
    private sealed record ServerSettings(string Greets, string Name, string Sessions, string? Rate, string Window);
}
