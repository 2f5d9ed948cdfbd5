using System.Net;
using System.Net.Sockets;
using Accelerator.Ftp;
using Accelerator.Gateway.Data;

namespace Accelerator.Gateway.Protocol;

/// <summary>PASV, EPSV, PORT and EPRT.</summary>
internal static class DataCommands
{
    public static FtpReply Pasv(ClientSession session, CommandLine line)
    {
        var local = AddressRange.Plain(session.Control.Local.Address);
        if (local.AddressFamily != AddressFamily.InterNetwork) return Replies.Of(425, "PASV cannot name an IPv6 address: use EPSV.");
        var port = Listen(session);
        return Replies.Of(227, $"Entering Passive Mode ({local.ToString().Replace('.', ',')},{port >> 8},{port & 0xFF}).");
    }

    public static FtpReply Epsv(ClientSession session, CommandLine line)
    {
        var own = AddressRange.Plain(session.Control.Local.Address).AddressFamily == AddressFamily.InterNetwork ? "1" : "2";
        if (line.Argument.Equals("ALL", StringComparison.OrdinalIgnoreCase)) return Replies.Of(200, "EPSV ALL accepted.");
        return line.Argument.Length > 0 && line.Argument != own
            ? Replies.Of(522, $"Network protocol not supported, use ({own}).")
            : Replies.Of(229, $"Entering Extended Passive Mode (|||{Listen(session)}|).");
    }

    public static FtpReply Port(ClientSession session, CommandLine line) => Use(session, ActiveTarget.ReadPort(line.Argument), "PORT");

    public static FtpReply Eprt(ClientSession session, CommandLine line) => Use(session, ActiveTarget.ReadExtended(line.Argument), "EPRT");

    private static DataPeer PeerOf(ClientSession session) => new(session.Control.Local, session.Control.Remote);

    private static int Listen(ClientSession session)
    {
        var listener = new PassiveListener(PeerOf(session));
        session.UseData(listener);
        return listener.Port;
    }

    private static FtpReply Use(ClientSession session, IPEndPoint? named, string verb)
    {
        if (named is null) return Replies.Of(501, $"{verb} needs an address and a port.");
        if (!ActiveTarget.IsAllowed(named, session.Control.Remote))
            return Replies.Of(500, $"{verb} is accepted only for the address of this client and ports from 1024 on.");
        session.UseData(new ActiveTarget(named.Port, PeerOf(session)));
        return Replies.Of(200, $"{verb} accepted.");
    }
}
