using System.Net;
using System.Net.Sockets;

namespace Accelerator.Ftp;

/// <summary>The addresses of one server that a run is to use together, as selected by <c>--server-address</c>.</summary>
internal sealed record ServerAddresses
{
    /// <summary>The largest number of addresses used; further A and AAAA records are ignored.</summary>
    public const int Most = 8;

    /// <summary>The word for all addresses of the name.</summary>
    public const string AllOfName = "all";

    private ServerAddresses(IReadOnlyList<IPAddress> given) => Given = given;

    /// <summary>All A and AAAA records of the server's name.</summary>
    public static ServerAddresses All { get; } = new([]);

    /// <summary>The addresses that the user gave; empty for those of the name.</summary>
    public IReadOnlyList<IPAddress> Given { get; }

    /// <summary>Returns these addresses, whatever the name resolves to.</summary>
    /// <param name="addresses">One to <see cref="Most"/> different addresses; the first one is authoritative for the file.</param>
    public static ServerAddresses Of(IReadOnlyList<IPAddress> addresses)
    {
        ArgumentNullException.ThrowIfNull(addresses);
        ArgumentOutOfRangeException.ThrowIfZero(addresses.Count);
        return new ServerAddresses(addresses);
    }

    /// <summary>
    /// Parses an IPv4 or IPv6 address; null for another text. A number alone is none: <see cref="IPAddress"/> parses "1" as 0.0.0.1, which
    /// is never intended.
    /// </summary>
    public static IPAddress? Read(string text) =>
        IPAddress.TryParse(text, out var address) && (text.Contains(':') || text.Count(static letter => letter == '.') == 3)
            ? address : null;

    public bool Equals(ServerAddresses? other) => other is not null && Given.SequenceEqual(other.Given);

    public override int GetHashCode() => Given.Aggregate(0, static (hash, address) => HashCode.Combine(hash, address));

    /// <summary>
    /// Returns the addresses of a server in their order, except that the first one that accepts a connection comes first. If none does, the
    /// order stays.
    /// </summary>
    /// <param name="endpoint">The server.</param>
    /// <param name="limit">How long one connection may take.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>Empty if the name cannot be resolved.</returns>
    public async Task<IReadOnlyList<IPAddress>> FindAsync(
        FtpEndpoint endpoint, TimeSpan limit, TimeProvider time, CancellationToken cancellationToken)
    {
        var all = await ListAsync(endpoint, cancellationToken).ConfigureAwait(false);
        if (all.Count <= 1) return all;
        foreach (var address in all)
        {
            if (await AnswersAsync(new IPEndPoint(address, endpoint.Port), limit, time, cancellationToken).ConfigureAwait(false))
                return [address, .. all.Where(other => !other.Equals(address))];
        }
        return all;
    }

    /// <summary>Returns the addresses of a server in their order, without connecting to any.</summary>
    /// <param name="endpoint">The server.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>Empty if the name cannot be resolved.</returns>
    public async Task<IReadOnlyList<IPAddress>> ListAsync(FtpEndpoint endpoint, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(endpoint);
        return Given.Count > 0 ? Given : await ResolveAsync(endpoint.Host, cancellationToken).ConfigureAwait(false);
    }

    private static async Task<IReadOnlyList<IPAddress>> ResolveAsync(string host, CancellationToken cancellationToken)
    {
        if (IPAddress.TryParse(host, out var literal)) return [literal];
        try
        {
            return [.. (await Dns.GetHostAddressesAsync(host, cancellationToken).ConfigureAwait(false)).Distinct().Take(Most)];
        }
        catch (SocketException)
        {
            // The first session reports it, with its advice.
            return [];
        }
    }

    private static async Task<bool> AnswersAsync(IPEndPoint peer, TimeSpan limit, TimeProvider time, CancellationToken cancellationToken)
    {
        using var socket = new Socket(peer.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        using var deadline = new CancellationTokenSource(limit, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
        try
        {
            await socket.ConnectAsync(peer, linked.Token).ConfigureAwait(false);
            return true;
        }
        catch (Exception e) when (e is SocketException || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return false;
        }
    }
}
