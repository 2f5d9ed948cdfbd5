using System.Net;
using Accelerator.Ftp;

namespace Accelerator.Jobs.Definitions;

/// <summary>Reads the servers of a job file.</summary>
internal static class ServerReader
{
    private const int UsualSessions = 8, MostSessions = 256, MostPaths = 16;

    public static ServerTable Read(KeyReader file)
    {
        var servers = new Dictionary<string, ServerDefinition>(StringComparer.Ordinal);
        var read = new List<(string Name, KeyReader Keys)>();
        foreach (var (name, keys) in file.Each("servers"))
        {
            if (ReadServer(name, keys) is { } server) servers[name] = server;
            read.Add((name, keys));
            keys.Done();
        }
        var table = new ServerTable(servers, file.Names("servers"));
        foreach (var (name, keys) in read) RefuseStrangers(name, keys, table);
        return table;
    }

    private static ServerDefinition? ReadServer(string name, KeyReader keys)
    {
        var address = keys.Required("address", "\"ftp://user@ftp.example.org\"");
        var credential = keys.Text("credential");
        var sessions = keys.Number("sessions", UsualSessions, 1, MostSessions);
        List<BandwidthWindow> windows = [.. keys.Rows("bandwidth").Select(ReadWindow).OfType<BandwidthWindow>()];
        var bind = ReadBind(keys);
        var proxyCredential = keys.Text("proxy_credential");
        var proxy = ReadProxy(keys, proxyCredential);
        var addresses = ReadAddresses(keys);
        var replicas = keys.Texts("replicas", static _ => null);
        var trusts = keys.Flag("trust_replicas", false);
        var measure = ReadMeasure(keys);
        var listing = keys.Size("max_listing", SessionProfile.UsualListing, "a size, as in 256MiB");
        if (trusts && replicas.Count == 0 && !keys.HasProblem("replicas")) keys.Note("trust_replicas", "there are no replicas to trust.");
        if (address.Length == 0) return null;
        if (!FtpUrl.TryParse(address, FtpCharsets.Utf8, out var url, out var problem))
        {
            keys.Note("address", problem);
            return null;
        }
        if (url.Password is not null)
            keys.Note(
                "address", "a password in this file is visible to others; use a credential instead, and store it with ftpx credential "
                    + "set.");
        if (url.Path.Name.Length > 0) keys.Note("address", "a server has no path; folders belong to its jobs.");
        return new ServerDefinition(
            name, url.Endpoint, url.User, credential, sessions, windows)
        {
            Bind = bind,
            Proxy = proxy,
            ProxyCredential = proxyCredential,
            Addresses = addresses,
            Replicas = replicas,
            TrustReplicas = trusts,
            Measure = measure,
            MaxListing = listing,
        };
    }

    private static MeasureRule? ReadMeasure(KeyReader server)
    {
        if (server.Object("measure") is not { } keys) return null;
        var every = keys.Take("every", MeasureRule.UsualEvery, QuantityText.Duration, "a duration, as in 30m");
        if (every < MeasureRule.LeastEvery) keys.Note("every", "a measurement loads the server and the path; name at least 1m.");
        var seconds = keys.Number("seconds", MeasureRule.UsualSeconds, 1, MeasureRule.MostSeconds);
        var bytes = keys.Size("max_bytes", MeasureRule.UsualBytes, "a size, as in 256MiB");
        var alarm = keys.Number("alarm_below", MeasureRule.UsualAlarm, 0, 99);
        keys.Done();
        return new MeasureRule(every, TimeSpan.FromSeconds(seconds), bytes, alarm);
    }

    // A replica may come before or after the server that names it.
    private static void RefuseStrangers(string name, KeyReader keys, ServerTable servers)
    {
        if (servers.Find(name) is not { } server) return;
        foreach (var replica in server.Replicas)
        {
            if (replica == name) keys.Note("replicas", $"\"{name}\" is the server itself; name others that hold the same files.");
            else if (servers.Problem(replica) is { } problem) keys.Note("replicas", problem);
            else if (servers.Find(replica) is { } other && other.Endpoint == server.Endpoint && other.User == server.User)
                keys.Note("replicas", $"\"{replica}\" has the same address and user: that is one server, not two.");
        }
        if (server.Replicas.GroupBy(static replica => replica).FirstOrDefault(static same => same.Count() > 1) is { } twice)
            keys.Note("replicas", $"\"{twice.Key}\" is a duplicate; list it once.");
    }

    private static ProxyAddress? ReadProxy(KeyReader keys, string? credential)
    {
        ProxyAddress? proxy = null;
        if (keys.Text("proxy") is { } text && !ProxyAddress.TryParse(text, out proxy, out var problem)) keys.Note("proxy", problem);
        if (proxy?.Password is not null)
            keys.Note(
                "proxy", "a password in this file is visible to others; use proxy_credential, and store it with ftpx credential set.");
        if (credential is not null && proxy is not { User: not null } && !keys.HasProblem("proxy"))
            keys.Note("proxy_credential", "a password needs a user in proxy, as in \"socks5h://USER@proxy.example.org:1080\".");
        return proxy;
    }

    // The interfaces are known only on the computer that does the transfers, and only at that time.
    private static IReadOnlyList<string> ReadBind(KeyReader keys)
    {
        var names = keys.Texts("bind",
            static text => IPAddress.TryParse(text, out var address) && (address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any))
            ? $"\"{text}\" is not an interface or an address; omit bind for the system's choice."
            : text.Trim() == text ? null : $"\"{text}\" begins or ends with a blank; write the interface's name alone.");
        if (names.GroupBy(static name => name, StringComparer.OrdinalIgnoreCase)
            .FirstOrDefault(static same => same.Count() > 1) is { } twice)
            keys.Note("bind", $"\"{twice.Key}\" is a duplicate; list it once.");
        if (names.Count > MostPaths) keys.Note("bind", $"there are {names.Count} entries; at most {MostPaths} can be used.");
        return names;
    }

    private static ServerAddresses? ReadAddresses(KeyReader keys)
    {
        const string key = "server_address";
        var given = keys.Texts(key, static text => text == ServerAddresses.AllOfName || ServerAddresses.Read(text) is not null ? null
            : $"\"{text}\" is not an address; write addresses of the server such as \"192.0.2.7\", or \"all\" alone for those of its "
                + "name.");
        if (given.Count == 0) return null;
        if (given is [ServerAddresses.AllOfName]) return ServerAddresses.All;
        if (given.Contains(ServerAddresses.AllOfName))
            keys.Note(key, "\"all\" means every address of the name; write either \"all\" or addresses.");
        List<IPAddress> addresses = [.. given.Select(ServerAddresses.Read).OfType<IPAddress>()];
        if (addresses.GroupBy(static address => address).FirstOrDefault(static same => same.Count() > 1) is { } twice)
            keys.Note(key, $"\"{twice.Key}\" is a duplicate; list it once.");
        if (addresses.Count > ServerAddresses.Most)
            keys.Note(key, $"there are {addresses.Count} entries; at most {ServerAddresses.Most} can be used.");
        return ServerAddresses.Of(addresses);
    }

    private static BandwidthWindow? ReadWindow(KeyReader keys)
    {
        var (days, from, to, zone) = ClockWindowReader.Read(keys);
        var limit = keys.TakeOrNone("limit", QuantityText.Rate, "a rate, as in 4Gbit or 100M");
        if (!keys.Has("limit")) keys.Missing("limit", "a window needs a limit, as in 4Gbit or 100M.");
        keys.Done();
        return limit is { } bytes ? new BandwidthWindow(days, from, to, zone, bytes) : null;
    }
}
