using System.Globalization;
using System.Net;

namespace Accelerator.Loopback.Protocol;

internal static class ActiveCommands
{
    public static string Port(Session session, string argument)
    {
        var numbers = argument.Split(',');
        if (numbers.Length != 6 || !Array.TrueForAll(numbers, n => byte.TryParse(n, CultureInfo.InvariantCulture, out _)))
        {
            return "501 Illegal PORT command.";
        }

        var bytes = Array.ConvertAll(numbers, n => byte.Parse(n, CultureInfo.InvariantCulture));
        return Use(session, new IPAddress(bytes.AsSpan(0, 4)), (bytes[4] << 8) | bytes[5], "PORT");
    }

    public static string Eprt(Session session, string argument)
    {
        // EPRT |1|127.0.0.1|5000| with any delimiter: RFC 2428 section 2.
        var parts = argument.Length > 0 ? argument.Split(argument[0]) : [];
        if (parts.Length != 5
            || !IPAddress.TryParse(parts[2], out var address)
            || !ushort.TryParse(parts[3], CultureInfo.InvariantCulture, out var port))
        {
            return "501 Illegal EPRT command.";
        }

        return Use(session, address, port, "EPRT");
    }

    private static string Use(Session session, IPAddress address, int port, string verb)
    {
        // A server that connects to any given address is a port scanner: RFC 2577 section 3.
        if (!address.Equals(session.Control.Remote.Address)) return $"500 Illegal {verb} command.";
        session.UseData(new ActiveTarget(new IPEndPoint(address, port), session.Control.Local.Address, session.Server));
        return $"200 {verb} command successful.";
    }
}
