using System.Net;
using Accelerator.Ftp;

namespace Accelerator.Jobs.Definitions;

/// <summary>Reads the gateways of a job file.</summary>
internal static class GatewayReader
{
    private const int UsualClients = 100, MostClients = 10_000;

    public static IReadOnlyList<GatewayDefinition> Read(KeyReader file, ServerTable servers)
    {
        var gateways = new List<GatewayDefinition>();
        var taken = new Dictionary<IPEndPoint, string>();
        foreach (var (name, keys) in file.Each("gateways"))
        {
            // The name becomes part of a folder's name, metrics and events.
            if (name.Length is 0 or > 64 || !name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_'))
                keys.Note("", "a gateway's name is made of letters, digits, - and _, 64 at most.");
            var gateway = Read(name, keys, servers);
            foreach (var (key, at) in new[] { ("listen", gateway.Listen), ("http", gateway.Http) })
            {
                if (at is { Port: > 0 } && !taken.TryAdd(at, name)) keys.Note(key, $"{at} is taken by the gateway \"{taken[at]}\".");
            }
            keys.Done();
            gateways.Add(gateway);
        }
        return gateways;
    }

    private static GatewayDefinition Read(string name, KeyReader keys, ServerTable servers)
    {
        var listen = EndPoint(keys, "listen", keys.Required("listen", "\"127.0.0.1:2121\""));
        var named = keys.Texts("servers", servers.Problem);
        if (named.Count == 0 && !keys.HasProblem("servers")) keys.Missing("servers", "name at least one of the servers of this file.");
        // An invalid server is reported where it is defined.
        List<ServerDefinition> valid = [.. named.Distinct().Select(servers.Find).OfType<ServerDefinition>()];
        var clients = keys.Texts("clients", ClientProblem);
        var (user, credential) = (keys.Text("user"), keys.Text("credential"));
        if (keys.Has("user") != keys.Has("credential"))
            keys.Note(user is null ? "credential" : "user", "user and credential belong together: the gateway's own login.");
        if (listen is not null && !IPAddress.IsLoopback(listen.Address) && user is null && clients.Count == 0
            && !keys.HasProblem("user") && !keys.HasProblem("clients"))
            keys.Note("listen", $"other computers can reach {listen.Address}: add user and credential, or clients.");
        var clientsAtOnce = keys.Number("max_clients", UsualClients, 1, MostClients);
        var gateway = new GatewayDefinition(
            name, listen ?? new IPEndPoint(IPAddress.Loopback, 0), valid)
        {
            // Another name is a problem of the server.
            Replicas = [.. valid.SelectMany(static server => server.Replicas).Distinct().Select(servers.Find).OfType<ServerDefinition>()],
            Clients = clients,
            User = user,
            Credential = credential,
            MaxClients = clientsAtOnce,
            MaxClientsPerAddress = keys.Number("max_clients_per_address", Math.Max(1, clientsAtOnce / 4), 1, MostClients),
            VerifyFirst = keys.Flag("verify_first", false),
        };
        return WithHttp(gateway, keys);
    }

    private static GatewayDefinition WithHttp(GatewayDefinition gateway, KeyReader keys)
    {
        var http = EndPoint(keys, "http", keys.Text("http"));
        var (token, certificate) = (keys.Text("http_token_credential"), keys.Text("http_certificate"));
        var (key, keyCredential) = (keys.Text("http_key"), keys.Text("http_key_credential"));
        if (http is not null && !IPAddress.IsLoopback(http.Address) && !(keys.Has("http_token_credential") && keys.Has("http_certificate")))
        {
            keys.Note(
                "http", $"other computers can reach {http.Address}: add http_token_credential and http_certificate, or write "
                    + "127.0.0.1:PORT.");
        }
        foreach (var (name, value, needed, isThere) in new[]
        {
            ("http_token_credential", token, "http", keys.Has("http")),
            ("http_certificate", certificate, "http", keys.Has("http")),
            ("http_key", key, "http_certificate", keys.Has("http_certificate")),
            ("http_key_credential", keyCredential, "http_certificate", keys.Has("http_certificate")),
        })
        {
            if (value is not null && !isThere) keys.Note(name, $"this needs {needed}.");
        }
        return gateway with
        {
            Http = http,
            HttpTokenCredential = token,
            HttpCertificate = certificate,
            HttpKey = key,
            HttpKeyCredential = keyCredential,
        };
    }

    private static IPEndPoint? EndPoint(KeyReader keys, string key, string? text)
    {
        if (string.IsNullOrEmpty(text)) return null;
        if (IPEndPoint.TryParse(text, out var at) && at.Port > 0) return at;
        keys.Note(key, $"\"{text}\" is not an address with a port, as in 127.0.0.1:2121.");
        return null;
    }

    private static string? ClientProblem(string text) =>
        AddressRange.Parse(text) is null ? $"\"{text}\" is neither an address nor a network, as in 10.1.0.0/16." : null;
}
