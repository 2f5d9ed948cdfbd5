using System.Net;
using System.Text;
using Accelerator.Engine.Machine;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// The clients of the page, each with its open connections and its failures: no user of this computer can keep the others out. All clients
/// of a proxy are one.
/// </summary>
/// <param name="time">The clock.</param>
internal sealed class PageClients(TimeProvider time)
{
    /// <summary>The most connections of all clients together.</summary>
    public const int MostConnections = 256;

    /// <summary>The most connections of one client. A browser opens six for each host, a proxy more.</summary>
    public const int MostOfOne = 32;

    private static readonly byte[] Refusal = Encoding.ASCII.GetBytes(
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: text/plain\r\nRetry-After: 10\r\n\r\n"
            + $"This user or address has {MostOfOne} connections open, which is the limit. Close some of them.\n");

    private readonly object _lock = new();
    private readonly Dictionary<string, int> _open = new(StringComparer.Ordinal);
    private readonly Dictionary<string, RequestLimit> _failures = new(StringComparer.Ordinal);

    /// <summary>Admits the connections that are within the limit, and refuses the others.</summary>
    public ConnectionDelegate Admit(ConnectionDelegate next) => async connection =>
    {
        var client = connection is { LocalEndPoint: IPEndPoint here, RemoteEndPoint: IPEndPoint there } ? PeerGroup.Of(here, there) : "";
        if (!TryEnter(client))
        {
            await connection.Transport.Output.WriteAsync(Refusal, connection.ConnectionClosed).ConfigureAwait(false);
            return;
        }
        try
        {
            connection.Features.Set(new Client(client));
            await next(connection).ConfigureAwait(false);
        }
        finally
        {
            Leave(client);
        }
    };

    /// <summary>Returns whether the client of a request has so many failures that its tokens are not compared any more.</summary>
    public bool IsBlocked(HttpContext context)
    {
        lock (_lock) return _failures.GetValueOrDefault(NameOf(context))?.IsReached == true;
    }

    /// <summary>Counts a failure of the client of a request.</summary>
    /// <returns>Whether it is within the limit.</returns>
    public bool AddFailure(HttpContext context)
    {
        lock (_lock)
        {
            foreach (var (over, _) in _failures.Where(pair => pair.Value.IsOver).ToList()) _failures.Remove(over);
            if (!_failures.TryGetValue(NameOf(context), out var limit))
                _failures[NameOf(context)] = limit = new RequestLimit(time, RequestLimit.MostFailures);
            return limit.Add();
        }
    }

    private static string NameOf(HttpContext context) => context.Features.Get<Client>()?.Name ?? "";

    private bool TryEnter(string client)
    {
        lock (_lock)
        {
            var open = _open.GetValueOrDefault(client);
            if (open >= MostOfOne) return false;
            _open[client] = open + 1;
            return true;
        }
    }

    private void Leave(string client)
    {
        lock (_lock)
        {
            if (--_open[client] == 0) _open.Remove(client);
        }
    }

    /// <summary>The client of a connection.</summary>
    private sealed record Client(string Name);
}
