using System.Net.Sockets;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// Opens one session's transfers, of files and of listings, from the port request to the first byte. Strictly EPSV, REST, RETR, with
/// nothing in between: some servers read the marker at PASV, some at RETR, and some close the passive port on any other command.
/// </summary>
internal sealed class TransferOpener(
    ControlChannel control, SessionProfile profile, ServerTraits traits, TlsHandshake? tls, TimeProvider time)
{
    private readonly DataConnector _data = new(control, profile, traits, time);
    private readonly DataHandshake _handshake = new(control, profile, traits, time);
    private PreparedData? _prepared;
    private bool _isBehind;
    private volatile Task<DataSocket>? _starting;

    public bool IsPrepared => _prepared is { IsFresh: true };

    public Task? Connecting => _prepared is { IsFresh: true } prepared ? prepared.Connecting : null;

    /// <summary>Whether a marker may still be set: the next transfer from the start then sends REST 0.</summary>
    public bool MayHoldMarker { get; set; }

    /// <summary>
    /// Returns whether MDTM and RETR may be sent together. Only if the site has accepted a command behind a transfer; one session tries it
    /// before the others do.
    /// </summary>
    public bool TryPair() => MayPipeline && traits.BehindWorks == true && traits.TryPair();

    // By then, everything the server has already sent has arrived.
    private TimeSpan OneWay => TimeSpan.FromSeconds(Math.Min(control.RoundTrip.TotalSeconds, 10) + 0.2);

    private bool MayPipeline => profile.Pipelining && !profile.ActiveMode;

    // The reply to MDTM had arrived when this wait began, so the network path is not the delay. A server that takes one line at a time
    // sends nothing more at all.
    private TimeSpan PairLimit => TimeSpan.FromSeconds(Math.Max(5, 4 * Math.Min(control.RoundTrip.TotalSeconds, 10)));

    public async ValueTask PrepareAsync(bool isBulk, CancellationToken cancellationToken)
    {
        if (profile.ActiveMode || IsPrepared) return;
        _prepared?.Drop();
        _prepared = new PreparedData(await ConnectAsync("the next RETR", isBulk, cancellationToken).ConfigureAwait(false), time);
    }

    // SslStream decrypts asynchronously.
    private Task<Task<DataSocket>> ConnectAsync(string what, bool isBulk, CancellationToken cancellationToken) =>
        _data.BeginPassiveAsync(what, isBulk && tls is null, cancellationToken);

    public async ValueTask PrepareBehindAsync(CancellationToken cancellationToken)
    {
        if (!MayPipeline || _isBehind || !traits.TryBehind()) return;
        _isBehind = true;
        await _data.AskBehindAsync(cancellationToken).ConfigureAwait(false);
    }

    public async ValueTask TakePreparedAsync(FtpReply? final, CancellationToken cancellationToken)
    {
        if (!_isBehind) return;
        try
        {
            if (final is not { IsSuccess: true, Code: not (227 or 229) })
                throw new FtpConnectionException(FtpStage.Data, $"A command behind a transfer was answered before its end ({final}).");
            // The site keeps the result: a server that is busy for some seconds must not count as one that drops commands.
            var limit = TimeSpan.FromSeconds(Math.Max(5, 4 * Math.Min(control.RoundTrip.TotalSeconds, 5)));
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

    public bool AwaitsStart => _starting is { IsCompletedSuccessfully: true };

    /// <summary>Takes the reply to an EPSV sent with the login: the next transfer uses its port.</summary>
    public void Announce(FtpReply reply) => _data.Announce(reply);

    /// <summary>Closes the prepared connection, and forgets an announced port: another command is sent, or the session ends.</summary>
    public void DropPrepared()
    {
        _prepared?.Drop();
        _data.ForgetPort();
    }

    /// <summary>Sends a transfer command.</summary>
    /// <param name="wanted">The command.</param>
    /// <param name="cancellationToken">Cancels the start; a running transfer is stopped by <see cref="DataTransfer.Abort"/>.</param>
    /// <exception cref="FtpReplyException">The server refused it.</exception>
    /// <exception cref="FtpConnectionException">The two commands were not answered in order: the session is broken, and no more commands
    /// are sent ahead to this site.</exception>
    public async Task<DataTransfer> OpenAsync(DataCommand wanted, CancellationToken cancellationToken)
    {
        if (profile.ActiveMode) return await OpenActiveAsync(wanted, cancellationToken).ConfigureAwait(false);
        if (_prepared is null || !_prepared.TryTake(out var connecting))
            return await OpenNewAsync(wanted, cancellationToken).ConfigureAwait(false);
        if (!MayMarkTogether(wanted) || !traits.TryRestTogether())
            return await OpenAsync(connecting, wanted, cancellationToken).ConfigureAwait(false);
        var isTrial = traits.RestTogetherWorks is null;
        try
        {
            return await OpenTogetherAsync(connecting, wanted, isTrial, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (isTrial && e.SessionUsable)
        {
            // The reason may be that both commands were sent at once.
            var transfer = await OpenNewAsync(wanted, cancellationToken).ConfigureAwait(false);
            traits.RefuseRestTogether();
            return transfer;
        }
    }

    // While the data connection is being opened, the reply to REST takes no longer than that: sending RETR with it would save nothing.
    private async Task<DataTransfer> OpenNewAsync(DataCommand wanted, CancellationToken cancellationToken)
    {
        var connecting = await ConnectAsync(wanted.What, wanted.IsBulk, cancellationToken).ConfigureAwait(false);
        return await OpenAsync(connecting, wanted, cancellationToken).ConfigureAwait(false);
    }

    // An upload at a wrong offset would destroy data.
    private bool MayMarkTogether(DataCommand wanted) => profile.Pipelining && control.State == ControlState.Ready
        && wanted is { Timed: null, Command.Verb: "RETR" } && (wanted.Offset > 0 || MayHoldMarker)
        && (wanted.End is null || traits is { RangUsable: false } or { RangWorks: true });

    // REST and RETR (or RANG and RETR) at once: one round trip less up to the first byte. The replies must come in order, because a RETR
    // that was executed first sends the file from another byte.
    private async Task<DataTransfer> OpenTogetherAsync(
        Task<DataSocket> connecting, DataCommand wanted, bool isTrial, CancellationToken cancellationToken)
    {
        long? ranged = wanted.End > wanted.Offset && traits.RangUsable ? wanted.End : null;
        var marker = ranged is { } end ? FtpCommands.Rang(wanted.Offset, end - 1).Raw() : FtpCommands.Rest(wanted.Offset).Raw();
        try
        {
            await connecting.ConfigureAwait(false);
            await control.WriteAsync(marker, cancellationToken).ConfigureAwait(false);
            await control.WriteBehindAsync(wanted.Command, cancellationToken).ConfigureAwait(false);
            MayHoldMarker = true;
            var reply = await control.ReadAheadAsync(marker, cancellationToken).ConfigureAwait(false);
            if (!reply.IsIntermediate)
            {
                traits.RefuseRestTogether();
                throw control.Break(new FtpConnectionException(
                    FtpStage.Data,
                    $"{wanted.What}: {control.Peer} answered {marker.Verb} and RETR, sent together, "
                        + $"with {reply.ToString().TrimEnd('.')}."));
            }
            MayHoldMarker = wanted.Offset != 0 || ranged is not null;
            var limit = isTrial ? PairLimit : profile.Timeouts.FirstByte;
            var transfer = await StartAsync(connecting, wanted, ranged, limit, cancellationToken).ConfigureAwait(false);
            traits.NoteRestTogether(isProven: true);
            return transfer;
        }
        catch (Exception e)
        {
            Abandon(connecting, e);
            if (e is FtpReplyException or OperationCanceledException or FtpConnectionException { Stage: FtpStage.DataConnect })
                traits.NoteRestTogether(isProven: false);
            else if (isTrial || e is FtpTimeoutException) traits.RefuseRestTogether();
            throw;
        }
    }

    private async Task<DataTransfer> OpenAsync(
        Task<DataSocket> connecting, DataCommand wanted, CancellationToken cancellationToken)
    {
        try
        {
            var ranged = await SendMarkerAsync(wanted, cancellationToken).ConfigureAwait(false);
            // Do not send the command if the connect has already failed. Otherwise it need not wait for the connect: the server accepts the
            // connection on its port.
            if (connecting.IsCompleted) await connecting.ConfigureAwait(false);
            if (wanted.Timed is { } timed)
                return await StartPairAsync(connecting, timed, wanted, ranged, cancellationToken).ConfigureAwait(false);
            await control.WriteAsync(wanted.Command, cancellationToken).ConfigureAwait(false);
            return await StartAsync(connecting, wanted, ranged, profile.Timeouts.FirstByte, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            Abandon(connecting, e);
            throw;
        }
    }

    // After a failed data connection the passive port is still open at the server, and the next command may be misread.
    private void Abandon(Task<DataSocket> connecting, Exception reason)
    {
        PreparedData.Drop(connecting);
        if (reason is not FtpConnectionException { Stage: FtpStage.DataConnect } failure) return;
        if (!failure.ByProxy) _data.NoteUnreachable();
        control.Break(reason);
    }

    private async Task<DataTransfer> StartPairAsync(
        Task<DataSocket> connecting,
        FtpCommand<string?> timed,
        DataCommand wanted,
        long? ranged,
        CancellationToken cancellationToken)
    {
        try
        {
            await control.WriteAsync(timed, cancellationToken).ConfigureAwait(false);
            await control.WriteBehindAsync(wanted.Command, cancellationToken).ConfigureAwait(false);
            var answer = await control.ReadAheadAsync(timed.Raw(), cancellationToken).ConfigureAwait(false);
            if (answer.IsPreliminary)
                throw control.Break(new FtpConnectionException(
                    FtpStage.Data, $"{wanted.What}: {control.Peer} answered MDTM and RETR, sent together, with {answer}."));
            var modified = timed.Read(timed, answer);
            traits.NoteMdtm(modified is not null);
            var transfer = await StartAsync(connecting, wanted, ranged, PairLimit, cancellationToken).ConfigureAwait(false);
            transfer.Modified = modified;
            if (answer.IsSuccess || answer.Code is >= 500 and < 550) return transfer;
            await transfer.DisposeAsync().ConfigureAwait(false);
        }
        catch (FtpTimeoutException)
        {
            traits.RefuseBehind();
            throw;
        }
        catch (FtpConnectionException)
        {
            traits.DoubtBehind();
            throw;
        }
        // A server with MDTM knows the time of a file that it sends: the refusal may belong to another command (npm's ftpd answers in any
        // order).
        traits.RefuseBehind();
        throw control.Break(new FtpConnectionException(
            FtpStage.Data, $"{wanted.What}: {control.Peer} refused MDTM but sent the file; both were requested together."));
    }

    private async Task<DataTransfer> OpenActiveAsync(DataCommand wanted, CancellationToken cancellationToken)
    {
        using var listener = await _data.ListenAsync(cancellationToken).ConfigureAwait(false);
        var ranged = await SendMarkerAsync(wanted, cancellationToken).ConfigureAwait(false);
        await control.WriteAsync(wanted.Command, cancellationToken).ConfigureAwait(false);
        var accepting = _data.AcceptAsync(listener, cancellationToken);
        try
        {
            return await StartAsync(accepting, wanted, ranged, profile.Timeouts.FirstByte, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            if (e is FtpTimeoutException) control.Break(e);
            listener.Dispose();
            PreparedData.Drop(accepting);
            throw;
        }
    }

    // The end that the server has agreed to; null if it sends to the end of the file.
    private async Task<long?> SendMarkerAsync(DataCommand wanted, CancellationToken cancellationToken)
    {
        var offset = wanted.Offset;
        if (wanted.End is { } last && last > offset && traits.RangUsable)
        {
            if ((await control.SendAsync(FtpCommands.Rang(offset, last - 1), cancellationToken).ConfigureAwait(false)).IsIntermediate)
            {
                MayHoldMarker = true;
                return last;
            }
            traits.RefuseRang();
        }
        if (offset == 0 && !MayHoldMarker) return null;
        await control.SendAsync(FtpCommands.Rest(offset), cancellationToken).ConfigureAwait(false);
        // Only an accepted marker stays set: a server without REST would refuse the REST 0 too.
        MayHoldMarker = offset != 0;
        return null;
    }

    // The first reply, the data connection and the data may arrive in any order, and a 150 may never arrive: the transfer has started when
    // there is a positive reply or data.
    private async Task<DataTransfer> StartAsync(
        Task<DataSocket> connecting, DataCommand wanted, long? ranged, TimeSpan limit, CancellationToken cancellationToken)
    {
        var (verb, what) = (wanted.Command.Verb, wanted.What);
        var answer = new PendingReply(control, limit, what, time, cancellationToken);
        _starting = connecting;
        try
        {
            await Task.WhenAny(answer.Reply, connecting).ConfigureAwait(false);
            if (answer.Reply.IsCompleted)
            {
                var first = await answer.Reply.ConfigureAwait(false);
                if (first.Code == 425 && !profile.ActiveMode)
                    await ThrowIfUnreachableAsync(connecting, first, what, cancellationToken).ConfigureAwait(false);
                ThrowIfRefused(first, verb, what);
            }
            FtpReply? ended = null;
            if (profile.ActiveMode && answer.Reply.IsCompletedSuccessfully && (await answer.Reply.ConfigureAwait(false)).IsPreliminary)
                ended = await UntilConnectedAsync(connecting, verb, what, cancellationToken).ConfigureAwait(false);
            var connection = await ConnectedAsync(connecting, answer, verb, what, cancellationToken).ConfigureAwait(false);
            if (tls is null && await HasDataFirstAsync(connection, answer.Reply, cancellationToken).ConfigureAwait(false))
            {
                answer.Restart(Timeout.InfiniteTimeSpan);
                return Transfer(null, answer, null);
            }
            var encrypted = tls is null
                ? null
                : await _handshake.RunAsync(
                    tls, connection.Socket, answer, what, reply => ThrowIfRefused(reply, verb, what), cancellationToken)
                    .ConfigureAwait(false);
            var reply = await answer.Reply.ConfigureAwait(false);
            // After a handshake that has succeeded, ProFTPD's 425 and vsftpd's 522 mean the TLS session.
            if (encrypted is not null && reply.Code is 425 or 522) throw control.Break(TlsReuse.Demanded(traits, what, reply));
            ThrowIfRefused(reply, verb, what);
            answer.Dispose();
            var isEmpty = tls is not null && encrypted is null;
            var early = isEmpty ? _handshake.Ended : reply.IsPreliminary ? ended : reply;
            var transfer = Transfer(encrypted, null, early, isEmpty);
            if (reply.IsPreliminary) transfer.Opening = reply;
            return transfer;

            DataTransfer Transfer(WatchedTls? encrypted, PendingReply? pending, FtpReply? final, bool isEmpty = false) =>
                new(control, connection, encrypted, pending, final, what, traits, profile.Timeouts, time)
                {
                    RangeEnd = ranged,
                    IsEmpty = isEmpty,
                };
        }
        catch
        {
            answer.Dispose();
            throw;
        }
        finally
        {
            _starting = null;
        }
    }

    // In active mode a server may announce the transfer and then fail to connect: its next reply ends the wait and is the reason. Null if
    // the connection comes first.
    private async Task<FtpReply?> UntilConnectedAsync(
        Task<DataSocket> connecting, string verb, string what, CancellationToken cancellationToken)
    {
        using var deadline = new ReplyDeadline(Timeout.InfiniteTimeSpan, time, cancellationToken);
        while (true)
        {
            var next = control.TryReadReplyAsync(deadline, what).AsTask();
            // It fails with the connection's own reason if that breaks the session.
            _ = next.ContinueWith(
                static t => t.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
            await Task.WhenAny(next, connecting).ConfigureAwait(false);
            if (connecting.IsFaulted || connecting.IsCanceled) return null;
            if (connecting.IsCompleted) deadline.Expire();
            if (await next.ConfigureAwait(false) is not { } reply) return null;
            if (reply.IsPreliminary) continue;
            ThrowIfRefused(reply, verb, what);
            await Task.WhenAny(connecting, Task.Delay(OneWay, time, cancellationToken)).ConfigureAwait(false);
            if (connecting.IsCompleted) return reply;
            throw control.Break(new FtpConnectionException(
                FtpStage.DataConnect,
                $"{what}: {reply.ToString().TrimEnd('.')}, and the server did not open the active-mode data connection. "
                    + "A firewall may block it. Use passive mode (omit --active)."));
        }
    }

    // A server that refuses the command closes its port too, and the refusal may arrive after the reset: then the refusal is the cause, not
    // the port. If there is one, it is already on its way: an unreachable port must not delay a stream for long.
    private async Task<DataSocket> ConnectedAsync(
        Task<DataSocket> connecting, PendingReply answer, string verb, string what, CancellationToken cancellationToken)
    {
        try
        {
            return await connecting.ConfigureAwait(false);
        }
        catch (FtpConnectionException e)
        {
            await Task.WhenAny(answer.Reply, Task.Delay(OneWay, time, cancellationToken)).ConfigureAwait(false);
            if (answer.Reply.IsCompletedSuccessfully && await answer.Reply.ConfigureAwait(false) is { } reply
                && (reply.Code is not (425 or 426) || WasReached(e)))
                ThrowIfRefused(reply, verb, what);
            throw;
        }
    }

    // An unreachable port refuses a connection or does not answer. A reset comes from a server that had accepted it.
    private static bool WasReached(FtpConnectionException failure) =>
        failure.InnerException is SocketException { SocketErrorCode: SocketError.ConnectionReset };

    // A 425 has two causes. A server without a free port or slot sends it although the connection is established; if none is established,
    // the passive port is the problem.
    private async Task ThrowIfUnreachableAsync(
        Task<DataSocket> connecting, FtpReply reply, string what, CancellationToken cancellationToken)
    {
        await Task.WhenAny(connecting, Task.Delay(OneWay, time, cancellationToken)).ConfigureAwait(false);
        if (connecting is { IsFaulted: true, Exception.InnerException: FtpConnectionException failure } && WasReached(failure)) return;
        if (connecting.IsCompleted) await connecting.ConfigureAwait(false);
        else
            throw new FtpConnectionException(
                FtpStage.DataConnect,
                $"{what}: {reply}, and this computer could not connect to the port that the server announced. "
                    + "A firewall may block the server's passive ports.");
    }

    // A data connection that ends or breaks before its first byte carries no information: the reply will.
    private static async Task<bool> HasDataFirstAsync(
        DataSocket connection, Task<FtpReply> answering, CancellationToken cancellationToken)
    {
        var arriving = connection.HasDataAsync(cancellationToken);
        await Task.WhenAny(answering, arriving).ConfigureAwait(false);
        return !answering.IsCompleted && await arriving.ConfigureAwait(false);
    }

    private void ThrowIfRefused(FtpReply reply, string verb, string what)
    {
        // Replies to FEAT, SIZE or MDTM, PASV, EPSV and PWD: the session is out of step.
        if (reply.Code is 211 or 213 or 227 or 229 or 257)
        {
            traits.RefuseBehind();
            throw control.Break(new FtpConnectionException(FtpStage.Data, $"{what}: {control.Peer} answered another command ({reply})."));
        }
        if (reply.IsPreliminary || reply.IsSuccess) return;
        var refusal = new FtpReplyException(what, verb, reply);
        if (reply.IsClosing) control.Break(refusal);
        control.EndTransfer(mayStray: false);
        throw refusal;
    }
}
