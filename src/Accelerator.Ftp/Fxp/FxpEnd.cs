using System.Net;
using System.Net.Sockets;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Ftp.Fxp;

/// <summary>One of the two sessions of a third-party transfer, and the commands sent to it before the transfer command.</summary>
internal sealed class FxpEnd(FxpSide side, FtpSession session, TimeProvider time)
{
    private ControlChannel Control => session.Control;

    public FxpSide Side => side;

    public FtpSession Session => session;

    /// <summary>The peer address of the control connection; null if only the proxy knows it.</summary>
    public IPAddress? Address => Control.Peer.Address;

    /// <summary>How long to wait for a possible refusal: a round trip, and a margin for the server.</summary>
    public TimeSpan Moment => TimeSpan.FromSeconds((Math.Min(Control.RoundTrip.TotalSeconds, 10) * 1.25) + 0.05);

    /// <summary>Sends SSCN ON or OFF, unless that is already the current setting.</summary>
    public async ValueTask TakeTlsClientAsync(bool isClient, CancellationToken cancellationToken)
    {
        if (session.IsTlsClient == isClient) return;
        await AskAsync(FxpStep.Protection, FtpCommands.Sscn(isClient), static reply => reply.IsSuccess,
            cancellationToken).ConfigureAwait(false);
        session.IsTlsClient = isClient;
    }

    /// <summary>
    /// Requests a port. Over IPv4, PASV comes first: servers expect it in a third-party transfer. Only the port is read, and the address is
    /// the control connection's peer, which must be known. An address in the 227 is neither used nor passed to the other server
    /// (CVE-2026-8328).
    /// </summary>
    public async ValueTask<IPEndPoint> ListenAsync(bool isTlsClient, CancellationToken cancellationToken)
    {
        var isIPv4 = !Control.Peer.IsIPv6;
        var command = isTlsClient ? FtpCommands.Cpsv : isIPv4 ? FtpCommands.Pasv : FtpCommands.Epsv;
        var reply = await AskAsync(FxpStep.Listen, command, static _ => true, cancellationToken).ConfigureAwait(false);
        if (reply.Code is 500 or 501 or 502 && command == FtpCommands.Pasv)
            reply = await AskAsync(FxpStep.Listen, command = FtpCommands.Epsv, static _ => true, cancellationToken).ConfigureAwait(false);
        if (PassiveAddress.ReadPort(reply) is { } port) return new IPEndPoint(Address!, port);
        throw new FxpException(FxpStep.Listen, side, reply,
            $"{Describe(command.ToString())}: {reply}{(reply.Code >= 400 ? "" : " names no port from 1024 on")}");
    }

    /// <summary>Sends the address to connect to and the start offset.</summary>
    public async Task CallAsync(IPEndPoint other, FxpCopy copy, CancellationToken cancellationToken)
    {
        var call = other.AddressFamily == AddressFamily.InterNetworkV6 ? FtpCommands.Eprt(other) : FtpCommands.Port(other);
        if (Marker(copy) is { } marker
            && await AskTogetherAsync(FxpStep.Call, [call.Raw(), marker.Raw()], cancellationToken).ConfigureAwait(false) is { } replies)
        {
            // A refused PORT leaves the marker set.
            session.Transfers.MayHoldMarker = replies[1].IsIntermediate;
            if (!replies[0].IsSuccess) throw Refused(FxpStep.Call, call, replies[0]);
            if (!replies[1].IsIntermediate) throw Refused(FxpStep.Marker, marker, replies[1]);
            return;
        }
        await AskAsync(FxpStep.Call, call, static reply => reply.IsSuccess, cancellationToken).ConfigureAwait(false);
        await MarkAsync(copy, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Sends the start offset of the transfer: REST, for 0 only if an earlier marker may still be set; RANG if the transfer ends before the
    /// file does.
    /// </summary>
    public async Task MarkAsync(FxpCopy copy, CancellationToken cancellationToken)
    {
        if (Marker(copy) is not { } marker) return;
        await AskAsync(FxpStep.Marker, marker, static reply => reply.IsIntermediate, cancellationToken).ConfigureAwait(false);
        session.Transfers.MayHoldMarker = Place(copy) is not (0, null);
    }

    /// <summary>Sends the transfer command.</summary>
    public async ValueTask<FxpAnswers> StartAsync(FtpCommand<FtpReply> command, CancellationToken cancellationToken)
    {
        try
        {
            await Control.WriteAsync(command, cancellationToken).ConfigureAwait(false);
            return new FxpAnswers(Control, command.ToString(), time);
        }
        catch (FtpException e)
        {
            throw new FxpException(FxpStep.Command, side, null, e.Message, e);
        }
    }

    /// <summary>Sends a command and attributes any failure to this server.</summary>
    /// <exception cref="FxpException">The server refused, or is lost.</exception>
    public async ValueTask<FtpReply> AskAsync(
        FxpStep step, FtpCommand<FtpReply> command, Func<FtpReply, bool> accepts, CancellationToken cancellationToken)
    {
        try
        {
            var reply = await Control.SendAsync(command, cancellationToken).ConfigureAwait(false);
            return accepts(reply) ? reply : throw Refused(step, command, reply);
        }
        catch (FtpReplyException e)
        {
            throw Refused(step, command, e.Reply, e);
        }
        catch (FtpException e) when (e is not FxpException)
        {
            throw new FxpException(step, side, null, e.Message, e);
        }
    }

    /// <summary>Sends several commands at once.</summary>
    /// <returns>The replies, including refusals; null, with nothing sent, if the server is known not to support it.</returns>
    /// <exception cref="FxpException">The session is lost.</exception>
    public async ValueTask<FtpReply[]?> AskTogetherAsync(
        FxpStep step, IReadOnlyList<FtpCommand<FtpReply>> commands, CancellationToken cancellationToken)
    {
        try
        {
            return await session.TogetherAsync(commands, isTrial: true, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException e)
        {
            throw new FxpException(step, side, (e as FtpReplyException)?.Reply, e.Message, e);
        }
    }

    private (long Offset, long? End) Place(FxpCopy copy) =>
        side == FxpSide.Source ? (copy.Offset, copy.End) : (copy.Append ? 0 : copy.Offset, null);

    private FtpCommand<FtpReply>? Marker(FxpCopy copy) => Place(copy) switch
    {
        (0, null) when !session.Transfers.MayHoldMarker => null,
        (var offset, { } end) => FtpCommands.Rang(offset, end - 1).Raw(),
        (var offset, null) => FtpCommands.Rest(offset).Raw(),
    };

    /// <summary>Returns a refusal as the exception to throw.</summary>
    public FxpException Refused(FxpStep step, FtpCommand<FtpReply> command, FtpReply reply, Exception? cause = null) =>
        new(step, side, reply, $"{Describe(command.ToString())}: {reply}", cause);

    /// <summary>Returns a command as messages show it.</summary>
    public string Describe(string command) => $"{command} at {session.Endpoint}";
}
