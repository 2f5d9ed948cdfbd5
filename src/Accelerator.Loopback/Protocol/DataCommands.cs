using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Accelerator.Loopback.Faults;

namespace Accelerator.Loopback.Protocol;

/// <summary>PASV, EPSV, PORT and EPRT: how the next data connection is opened.</summary>
internal static class DataCommands
{
    public static string Pasv(Session session, string argument)
    {
        // Pure-FTPd's answer; vsftpd names 0.0.0.0 there.
        if (session.Control.Local.AddressFamily != AddressFamily.InterNetwork)
            return "425 You cannot use PASV on IPv6 connections. Use EPSV instead.";
        return Open(session, PassiveForms.Usual227);
    }

    public static string Epsv(Session session, string argument)
    {
        if (argument.Equals("ALL", StringComparison.OrdinalIgnoreCase)) return "200 EPSV ALL ok.";
        var own = session.Control.Local.AddressFamily == AddressFamily.InterNetwork ? "1" : "2";
        return argument.Length > 0 && argument != own
            ? new($"522 Network protocol not supported, use ({own})")
            : Open(session, PassiveForms.Usual229);
    }

    public static string Port(Session session, string argument)
    {
        var numbers = argument.Split(',');
        if (numbers.Length != 6 || !Array.TrueForAll(numbers, n => byte.TryParse(n, CultureInfo.InvariantCulture, out _)))
            return "501 Illegal PORT command.";
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

    private static string Open(Session session, Func<IPEndPoint, string> usual)
    {
        var script = session.Script;
        var listener = new PassiveListener(session.Control.Local.Address, script.Port, script.ForeignAddress, session.Server);
        session.UseData(listener);
        var named = new IPEndPoint(script.ForeignAddress ?? listener.EndPoint.Address, listener.EndPoint.Port);
        return (script.PassiveReply ?? usual)(named);
    }

    private static string Use(Session session, IPAddress address, int port, string verb)
    {
        // A server that connects to any given address is a port scanner: RFC 2577 section 3.
        if (!address.Equals(session.Control.Remote.Address)) return $"500 Illegal {verb} command.";
        session.UseData(new ActiveTarget(new IPEndPoint(address, port), session.Control.Local.Address, session.Server));
        return $"200 {verb} command successful.";
    }
}
