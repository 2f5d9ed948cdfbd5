using System.Net.Security;
using System.Net.Sockets;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// Takes one session's transfers, of files and of listings, from the question for a port to the first byte. Strictly EPSV, REST, RETR, with
/// nothing between: some servers read the marker at PASV, some at RETR, and some drop the passive port on any other command.
/// </summary>
internal sealed class TransferOpener(ControlChannel control, SessionProfile profile, ServerTraits traits, TlsHandshake? tls, TimeProvider time)
{
    private readonly DataConnector _data = new(control, profile, traits, time);
    private PreparedData? _prepared;
    private bool _isBehind;

    /// <summary>Whether the data connection of the next transfer stands, or is on its way.</summary>
    public bool IsPrepared => _prepared is { IsFresh: true };

    /// <summary>Whether a marker may have been left behind: the next transfer from the start sends REST 0 then.</summary>
    public bool MayHoldMarker { get; set; }

    /// <summary>Whether commands may be sent before the one before them is answered: the site has proven that it takes them in order.</summary>
    public bool MayPipeline => !profile.ActiveMode && traits.BehindWorks == true;

    /// <summary>Opens the data connection of the next transfer ahead of it. Does nothing in active mode, where there is nothing to open.</summary>
    public async ValueTask PrepareAsync(CancellationToken cancellationToken)
    {
        if (profile.ActiveMode || IsPrepared) return;
        DropPrepared();
        var connecting = await _data.BeginPassiveAsync("the next RETR", cancellationToken).ConfigureAwait(false);
        _prepared = new PreparedData(connecting, time);
    }

    /// <summary>Asks for the next transfer's port behind the one that runs, if the server is known or to be tried.</summary>
    public async ValueTask PrepareBehindAsync(CancellationToken cancellationToken)
    {
        if (profile.ActiveMode || _isBehind || !traits.TryBehind()) return;
        _isBehind = true;
        await _data.AskBehindAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Takes what was asked for behind the transfer that has ended.</summary>
    /// <param name="final">Its last reply.</param>
    /// <param name="cancellationToken">Stops it, and ends the session.</param>
    public async ValueTask TakePreparedAsync(FtpReply? final, CancellationToken cancellationToken)
    {
        if (!_isBehind) return;
        try
        {
            if (final is not { IsSuccess: true, Code: not (227 or 229) }) throw new FtpConnectionException(FtpStage.Data, $"A command behind a transfer was answered before its end ({final}).");
            var limit = TimeSpan.FromSeconds(Math.Max(2, 4 * Math.Min(control.RoundTrip.TotalSeconds, 5)));
            _prepared = new PreparedData(await _data.TakeBehindAsync(limit, cancellationToken).ConfigureAwait(false), time);
            _isBehind = false;
            traits.ProveBehind();
        }
        catch (FtpException e)
        {
            traits.RefuseBehind();
            control.Break(e);
        }
    }

    /// <summary>The session ends: a command that is still behind a transfer may be the reason.</summary>
    public void NoteEnd()
    {
        if (_isBehind) traits.DoubtBehind();
    }

    /// <summary>Lets the prepared connection go: another command is sent, or the session ends.</summary>
    public void DropPrepared() => _prepared?.Drop();

    /// <summary>Sends a transfer command.</summary>
    /// <param name="command">RETR, MLSD, LIST or NLST.</param>
    /// <param name="what">The transfer as messages name it.</param>
    /// <param name="offset">First byte wanted; 0 for a listing.</param>
    /// <param name="end">One past the last byte wanted: sent as RANG where the site has proven it, else ignored.</param>
    /// <param name="timed">MDTM of the same file, to go out with the command; only where <see cref="MayPipeline"/>. Null for none.</param>
    /// <param name="cancellationToken">Stops the start; a running transfer is stopped by <see cref="DataTransfer.Abort"/>.</param>
    /// <exception cref="FtpReplyException">The server refused it.</exception>
    public async Task<DataTransfer> OpenAsync(FtpCommand<FtpReply> command, string what, long offset, long? end, FtpCommand<string?>? timed, CancellationToken cancellationToken)
    {
        if (profile.ActiveMode) return await OpenActiveAsync(command, what, offset, end, cancellationToken).ConfigureAwait(false);

        if (_prepared is null || !_prepared.TryTake(out var connecting)) connecting = await _data.BeginPassiveAsync(what, cancellationToken).ConfigureAwait(false);
        try
        {
            var ranged = await SendMarkerAsync(offset, end, cancellationToken).ConfigureAwait(false);
            // One that has failed already is not asked for; else the command need not wait for it: the server takes the connection from its port.
            if (connecting.IsCompleted) await connecting.ConfigureAwait(false);
            var modified = await WriteAsync(command, timed, cancellationToken).ConfigureAwait(false);
            var transfer = await StartAsync(connecting, command.Verb, what, ranged, cancellationToken).ConfigureAwait(false);
            transfer.Modified = modified;
            return transfer;
        }
        catch (Exception e)
        {
            PreparedData.Drop(connecting);
            // Something else between port and RETR may have closed the port.
            if (timed is not null && e is FtpReplyException { Verb: "RETR", Reply.Code: 425 or 503 }) traits.RefuseBehind();
            // After a data connection that failed, the passive port is still open at the server and the next command may be misread.
            if (e is FtpConnectionException { Stage: FtpStage.DataConnect })
            {
                _data.NoteUnreachable();
                control.Break(e);
            }
            throw;
        }
    }

    private async ValueTask<string?> WriteAsync(FtpCommand<FtpReply> command, FtpCommand<string?>? timed, CancellationToken cancellationToken)
    {
        if (timed is null)
        {
            await control.WriteAsync(command, cancellationToken).ConfigureAwait(false);
            return null;
        }
        await control.WriteAsync(timed, cancellationToken).ConfigureAwait(false);
        await control.WriteBehindAsync(command, cancellationToken).ConfigureAwait(false);
        try
        {
            var modified = await control.ReadAheadAsync(timed, cancellationToken).ConfigureAwait(false);
            traits.NoteMdtm(modified is not null);
            return modified;
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            // What is wrong with the file the answer to RETR will say.
            return null;
        }
    }

    private async Task<DataTransfer> OpenActiveAsync(FtpCommand<FtpReply> command, string what, long offset, long? end, CancellationToken cancellationToken)
    {
        using var listener = await _data.ListenAsync(cancellationToken).ConfigureAwait(false);
        var ranged = await SendMarkerAsync(offset, end, cancellationToken).ConfigureAwait(false);
        await control.WriteAsync(command, cancellationToken).ConfigureAwait(false);
        var accepting = _data.AcceptAsync(listener, cancellationToken);
        try
        {
            return await StartAsync(accepting, command.Verb, what, ranged, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            listener.Dispose();
            PreparedData.Drop(accepting);
            throw;
        }
    }

    // The end that the server has agreed to; null when it sends on to the end of the file.
    private async Task<long?> SendMarkerAsync(long offset, long? end, CancellationToken cancellationToken)
    {
        if (end is { } last && last > offset && traits.RangUsable)
        {
            if ((await control.SendAsync(FtpCommands.Rang(offset, last - 1), cancellationToken).ConfigureAwait(false)).IsIntermediate)
            {
                MayHoldMarker = true;
                return end;
            }
            traits.RefuseRang();
        }
        if (offset == 0 && !MayHoldMarker) return null;
        await control.SendAsync(FtpCommands.Rest(offset), cancellationToken).ConfigureAwait(false);
        // Only a marker that was taken is left behind: a server without REST would refuse the REST 0 too.
        MayHoldMarker = offset != 0;
        return null;
    }

    // The first reply, the data connection and the data may come in any order, and a 150 may never come: the transfer is under way when there
    // is a good reply or data. With TLS it is the reply, because servers begin their handshake after it.
    private async Task<DataTransfer> StartAsync(Task<Socket> connecting, string verb, string what, long? ranged, CancellationToken cancellationToken)
    {
        var answer = new PendingReply(control, profile.Timeouts.FirstByte, what, time, cancellationToken);
        try
        {
            await Task.WhenAny(answer.Reply, connecting).ConfigureAwait(false);
            if (answer.Reply.IsCompleted) ThrowIfRefused(await answer.Reply.ConfigureAwait(false), verb, what);
            var socket = await ConnectedAsync(connecting, answer, verb, what, cancellationToken).ConfigureAwait(false);
            if (tls is null && await HasDataFirstAsync(socket, answer.Reply, cancellationToken).ConfigureAwait(false))
            {
                answer.Restart(Timeout.InfiniteTimeSpan);
                return new DataTransfer(control, socket, null, answer, null, what, traits, profile.Timeouts, time) { RangeEnd = ranged };
            }

            var reply = await answer.Reply.ConfigureAwait(false);
            ThrowIfRefused(reply, verb, what);
            answer.Dispose();
            var transfer = await WrapAsync(socket, reply, what, cancellationToken).ConfigureAwait(false);
            transfer.RangeEnd = ranged;
            return transfer;
        }
        catch
        {
            answer.Dispose();
            throw;
        }
    }

    // A server that refuses the command closes its port with it, and the refusal may come behind the reset: it is the reason then, not the port. It is
    // on its way already, if there is one: a port that nobody can reach must not hold a stream up for long.
    private async Task<Socket> ConnectedAsync(Task<Socket> connecting, PendingReply answer, string verb, string what, CancellationToken cancellationToken)
    {
        try
        {
            return await connecting.ConfigureAwait(false);
        }
        catch (FtpConnectionException)
        {
            var moment = TimeSpan.FromSeconds(Math.Min(control.RoundTrip.TotalSeconds, 10) + 0.2);
            await Task.WhenAny(answer.Reply, Task.Delay(moment, time, cancellationToken)).ConfigureAwait(false);
            if (answer.Reply.IsCompletedSuccessfully && await answer.Reply.ConfigureAwait(false) is { Code: not (425 or 426) } reply) ThrowIfRefused(reply, verb, what);
            throw;
        }
    }

    // A data connection that ends, or breaks, before its first byte says nothing: the reply will.
    private static async Task<bool> HasDataFirstAsync(Socket socket, Task<FtpReply> answering, CancellationToken cancellationToken)
    {
        var arriving = socket.ReceiveAsync(Memory<byte>.Empty, SocketFlags.None, cancellationToken).AsTask();
        _ = arriving.ContinueWith(static t => t.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
        await Task.WhenAny(answering, arriving).ConfigureAwait(false);
        return !answering.IsCompleted && arriving.IsCompletedSuccessfully && socket.Available > 0;
    }

    private async Task<DataTransfer> WrapAsync(Socket socket, FtpReply reply, string what, CancellationToken cancellationToken)
    {
        SslStream? wrapped = null;
        if (tls is not null)
        {
            using var deadline = new CancellationTokenSource(profile.Timeouts.Connect, time);
            using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
            try
            {
                wrapped = await tls.DataAsync(new NetworkStream(socket, ownsSocket: true), linked.Token).ConfigureAwait(false);
            }
            catch (Exception e)
            {
                throw await ExplainAsync(e, what, cancellationToken).ConfigureAwait(false);
            }
        }
        return new DataTransfer(control, socket, wrapped, null, reply.IsPreliminary ? null : reply, what, traits, profile.Timeouts, time);
    }

    // A server that wants the control connection's TLS session on the data connection says so on the control connection (522, 425).
    private async Task<Exception> ExplainAsync(Exception failure, string what, CancellationToken cancellationToken)
    {
        if (failure is OperationCanceledException && !cancellationToken.IsCancellationRequested)
            failure = new FtpTimeoutException(FtpStage.DataConnect, profile.Timeouts.Connect, $"{what}: the TLS handshake of the data connection did not end within {profile.Timeouts.Connect.TotalSeconds:0.#} s.");
        var reply = await TlsReuse.ReasonAsync(control, what, time, cancellationToken).ConfigureAwait(false);
        if (reply is { Code: 522 or 425 }) failure = TlsReuse.Demanded(what, reply);
        return control.Break(failure);
    }

    private void ThrowIfRefused(FtpReply reply, string verb, string what)
    {
        if (reply.IsPreliminary || reply.IsSuccess) return;
        var refusal = new FtpReplyException(what, verb, reply);
        if (reply.IsClosing) control.Break(refusal);
        control.EndTransfer(mayStray: false);
        throw refusal;
    }
}
