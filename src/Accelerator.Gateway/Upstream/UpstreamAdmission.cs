using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway.Upstream;

/// <summary>Decides which server a client may use, and with which login.</summary>
internal static class UpstreamAdmission
{
    /// <summary>Returns whether a client has sent the gateway's own login; takes the same time for every wrong one.</summary>
    /// <param name="own">The gateway's login.</param>
    /// <param name="user">The user as the client sent it, one char for each byte.</param>
    /// <param name="password">The password, one char for each byte.</param>
    public static bool IsOwn(FtpCredential own, string user, string password) =>
        AreEqual(own.User, user) & AreEqual(own.Password, password);

    /// <summary>Resolves a server, checks its address against the list of allowed ones, and takes a login from the pool.</summary>
    /// <param name="settings">The settings.</param>
    /// <param name="pool">The logins in use.</param>
    /// <param name="target">The server, and the client's user at it; empty if the client logs in at the gateway.</param>
    /// <param name="credential">Returns the client's login at the server, in its charset. Not called if the gateway has a stored
    /// one.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="ArgumentException">The server is not allowed.</exception>
    /// <exception cref="Engine.Transfers.TransferException">The settings of the server are unusable.</exception>
    public static async Task<UpstreamLogin> TakeAsync(
        GatewaySettings settings, UpstreamPool pool, UpstreamAddress target, Func<Encoding, FtpCredential> credential,
        CancellationToken cancellationToken)
    {
        var server = await settings.Resolve(target.Host, target.Port, Text(target.User, FtpCharsets.Utf8), cancellationToken)
            .ConfigureAwait(false);
        var address = settings.Upstream is null ? await AdmitAsync(settings, server, cancellationToken).ConfigureAwait(false) : null;
        return await pool.TakeAsync(
            server, server.Credential ?? credential(server.Request.Charset), address, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Returns bytes that a client sent as text.</summary>
    /// <param name="bytes">One char for each byte.</param>
    /// <param name="charset">Their charset.</param>
    public static string Text(string bytes, Encoding charset) => charset.GetString(Encoding.Latin1.GetBytes(bytes));

    private static async Task<IPAddress?> AdmitAsync(GatewaySettings settings, UpstreamServer server, CancellationToken cancellationToken)
    {
        var host = server.Endpoint.Host;
        IPAddress[] addresses = [];
        if (IPAddress.TryParse(host, out var literal)) addresses = [literal];
        else if (server.Proxy is not { ResolvesNames: true })
        {
            try
            {
                addresses = await Dns.GetHostAddressesAsync(host, cancellationToken).ConfigureAwait(false);
            }
            catch (SocketException)
            {
                // A name without an address is refused like one that is not listed: a client cannot explore the names of the network.
                addresses = [IPAddress.None];
            }
        }
        return UpstreamAddress.Admit(settings.Allowed, server.Endpoint, addresses, OwnAddresses.Now()) switch
        {
            null => throw new ArgumentException($"{server.Endpoint} is not a server that this gateway may connect to."),
            var address => address.Equals(IPAddress.None) ? null : address,
        };
    }

    private static bool AreEqual(string expected, string sent) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(expected), Encoding.Latin1.GetBytes(sent));
}
