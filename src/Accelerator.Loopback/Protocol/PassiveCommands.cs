using System.Net;
using System.Net.Sockets;
using Accelerator.Loopback.Faults;

namespace Accelerator.Loopback.Protocol;

internal static class PassiveCommands
{
    public static string Pasv(Session session, string argument)
    {
        // Pure-FTPd's answer; vsftpd names 0.0.0.0 there.
        if (session.Control.Local.AddressFamily != AddressFamily.InterNetwork)
        {
            return "425 You cannot use PASV on IPv6 connections. Use EPSV instead.";
        }

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

    private static string Open(Session session, Func<IPEndPoint, string> usual)
    {
        var script = session.Script;
        var listener = new PassiveListener(session.Control.Local.Address, script.Port, script.ForeignAddress, session.Server);
        session.UseData(listener);
        var named = new IPEndPoint(script.ForeignAddress ?? listener.EndPoint.Address, listener.EndPoint.Port);
        return (script.PassiveReply ?? usual)(named);
    }
}
