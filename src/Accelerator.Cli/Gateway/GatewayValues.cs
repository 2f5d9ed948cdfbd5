using System.Globalization;
using System.Net;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Values;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;

namespace Accelerator.Cli.Gateway;

/// <summary>
/// Parses the option values of <c>ftpx gateway</c>. Each method throws <see cref="UsageException"/> with one sentence for an invalid value.
/// </summary>
internal static class GatewayValues
{
    /// <summary>The default number of client sessions.</summary>
    public const int UsualClients = 100;

    private const int MostClients = 10_000;

    private const int MostAhead = 10_000;

    // A file of a sixteenth of it is one array.
    private const long MostMemory = 16L << 30;

    /// <summary>The default endpoint: this computer only.</summary>
    public static IPEndPoint UsualListen { get; } = new(IPAddress.Loopback, 2121);

    /// <summary>The default bounds of the read-ahead.</summary>
    public static ReadAheadSettings UsualAhead { get; } = new();

    /// <summary><c>127.0.0.1:2121</c>, <c>[::1]:2121</c>, or a port alone for the default address.</summary>
    public static IPEndPoint Listen(string text)
    {
        if (ushort.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var port))
            return new IPEndPoint(UsualListen.Address, port);
        var hasPort = text.StartsWith('[') ? text.Contains("]:", StringComparison.Ordinal) : text.Count(c => c == ':') == 1;
        return hasPort && IPEndPoint.TryParse(text, out var endPoint) ? endPoint : throw new UsageException(
            $"\"{SafeText.Escape(text)}\" is not an address and a port: write 127.0.0.1:2121, [::1]:2121, or a port for this computer.");
    }

    /// <summary>The user of the gateway's own login. Refuses a colon, because curl takes <c>name:password</c> here.</summary>
    public static string User(string text) => text.Contains(':')
        ? throw new UsageException("The name must not contain a colon; the password comes from FTPX_GATEWAY_PASSWORD or a prompt.")
        : GetValues.User(text);

    /// <summary>A server that clients may name.</summary>
    public static UpstreamRule Rule(string text) => UpstreamRule.Parse(text) ?? throw new UsageException(
        $"\"{SafeText.Escape(text)}\" is not a server: write ftp.example.org, 10.1.2.3 or 10.0.0.0/8, with :PORT for another port than "
            + "21.");

    /// <summary>Addresses of clients.</summary>
    public static IPNetwork Range(string text) => AddressRange.Parse(text) ?? throw new UsageException(
        $"\"{SafeText.Escape(text)}\" is not an address: write 10.1.2.3 or 10.0.0.0/8.");

    /// <summary>0 to 16G.</summary>
    public static long Memory(string text) => ByteQuantity.ParseSize(text) is <= MostMemory and var bytes ? bytes
        : throw new UsageException($"\"{SafeText.Escape(text)}\" is too much memory: use at most 16G.");

    /// <summary>1 to 10,000.</summary>
    public static int FilesAhead(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count is >= 1 and <= MostAhead
            ? count : throw new UsageException(
                $"\"{SafeText.Escape(text)}\" is not a number of files: use 1 to {MostAhead}, or --read-ahead 0 for none.");

    /// <summary>1 to 10,000.</summary>
    public static int Clients(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count is >= 1 and <= MostClients
            ? count : throw new UsageException($"\"{SafeText.Escape(text)}\" is not a number of clients: use 1 to {MostClients}.");
}
