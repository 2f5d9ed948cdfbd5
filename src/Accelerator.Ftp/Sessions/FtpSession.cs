using System.Net.Security;
using System.Net.Sockets;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;

namespace Accelerator.Ftp.Sessions;

/// <summary>One login: a control connection in TYPE I, ready for commands and for one transfer at a time. Not thread-safe; whoever rented it owns it.</summary>
public sealed class FtpSession : IAsyncDisposable
{
    private readonly ControlChannel _control;
    private readonly SessionProfile _profile;
    private readonly TimeProvider _time;
    private readonly TlsHandshake? _tls;
    private readonly DataConnector _data;
    private bool _markerLeft;
    private bool _namesSent;
    private PreparedData? _prepared;

    internal FtpSession(ControlChannel control, SessionProfile profile, ServerTraits traits, TlsHandshake? tls, TimeProvider time)
    {
        _control = control;
        _profile = profile;
        _tls = tls;
        _time = time;
        Traits = traits;
        _data = new DataConnector(control, profile, traits, time);
    }

    /// <summary>Number of the control connection in the trace.</summary>
    public int Id => _control.Id;

    /// <summary>What is known of the server.</summary>
    public ServerTraits Traits { get; }

    /// <summary>Whether another command can be sent.</summary>
    public bool IsUsable => _control.State is ControlState.Ready or ControlState.Straying;

    /// <summary>Shortest time a reply took.</summary>
    public TimeSpan RoundTrip => _control.RoundTrip;

    /// <summary>The answer to FEAT: one round trip for the first session that asks, none for the others.</summary>
    public async ValueTask<FtpFeatures> FeaturesAsync(CancellationToken cancellationToken)
    {
        if (Traits.Features is { } known) return known;
        _prepared?.Drop();
        return Traits.Features = await _control.SendAsync(FtpCommands.Feat, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>SIZE in bytes; null when the server does not offer it.</summary>
    /// <exception cref="FtpReplyException">No such file (550), or refused.</exception>
    public ValueTask<long?> SizeAsync(FtpPath path, CancellationToken cancellationToken) => AskAsync(path, FtpCommands.Size(path), cancellationToken);

    /// <summary>MDTM as the server wrote it; null when it does not offer it.</summary>
    public ValueTask<string?> ModifiedAsync(FtpPath path, CancellationToken cancellationToken) => AskAsync(path, FtpCommands.Mdtm(path), cancellationToken);

    /// <summary>The size fact of MLST, for servers without SIZE; null when it is not offered.</summary>
    public async ValueTask<long?> ListedSizeAsync(FtpPath path, CancellationToken cancellationToken)
    {
        if (!(await FeaturesAsync(cancellationToken).ConfigureAwait(false)).Has("MLST")) return null;
        var facts = await FactsAsync(path, cancellationToken).ConfigureAwait(false);
        var size = facts?.Split(' ')[0].Split(';').FirstOrDefault(fact => fact.StartsWith("size=", StringComparison.OrdinalIgnoreCase));
        return long.TryParse(size?[5..], System.Globalization.NumberStyles.None, System.Globalization.CultureInfo.InvariantCulture, out var value) ? value : null;
    }

    /// <summary>MLST's line of facts as the server wrote it; null when it does not offer it.</summary>
    public ValueTask<string?> FactsAsync(FtpPath path, CancellationToken cancellationToken) => AskAsync(path, FtpCommands.Mlst(path), cancellationToken);

    /// <summary>What the server calls its system (SYST), safe to print; null when it does not say.</summary>
    public ValueTask<string?> SystemAsync(CancellationToken cancellationToken) => _control.SendAsync(FtpCommands.Syst, cancellationToken);

    /// <summary>Time of a NOOP and its answer: the path's round trip as it is now, queues included, and the server's quickest answer.</summary>
    public async ValueTask<TimeSpan> PingAsync(CancellationToken cancellationToken)
    {
        _prepared?.Drop();
        var sent = _time.GetTimestamp();
        await _control.SendAsync(FtpCommands.Noop, cancellationToken).ConfigureAwait(false);
        return _time.GetElapsedTime(sent);
    }

    /// <summary>What the operating system knows of the control connection now.</summary>
    public TcpFacts PathFacts() => _control.PathFacts();

    /// <summary>Whether the path is a directory, asked by CWD: the session's directory may change, so it is only for the error message of a session that ends.</summary>
    public ValueTask<bool> IsDirectoryAsync(FtpPath path, CancellationToken cancellationToken) => AskAsync(path, FtpCommands.Cwd(path), cancellationToken);

    /// <summary>Hash of the whole file, in lower-case hexadecimal; null when the server gives none.</summary>
    /// <param name="verb">HASH, XSHA256, XSHA512, XSHA1, XMD5 or XCRC.</param>
    /// <param name="path">The file.</param>
    /// <param name="digits">Hexadecimal digits of the digest.</param>
    /// <param name="limit">How long the server may compute: the control connection is silent meanwhile.</param>
    /// <param name="cancellationToken">Stops waiting, and ends the session.</param>
    public async ValueTask<string?> HashAsync(string verb, FtpPath path, int digits, TimeSpan limit, CancellationToken cancellationToken)
    {
        await ReadyAsync(path, cancellationToken).ConfigureAwait(false);
        return await _control.SendAsync(FtpCommands.Hash(verb, path, digits), limit, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Chooses the algorithm of HASH, for example <c>SHA-256</c>.</summary>
    /// <returns>Whether the server took it.</returns>
    public ValueTask<bool> ChooseHashAsync(string algorithm, CancellationToken cancellationToken)
    {
        _prepared?.Drop();
        return _control.SendAsync(FtpCommands.OptsHash(algorithm), cancellationToken);
    }

    /// <summary>Whether the data connection of the next transfer stands, or is on its way.</summary>
    public bool IsPrepared => _prepared is { IsFresh: true };

    /// <summary>
    /// Opens the data connection of the next transfer ahead of it, so that a RETR costs two round trips instead of three (one without an
    /// offset). Any other command lets it go again; so does <see cref="PreparedData.MaxAge"/>. Does nothing in active mode, where there is nothing to open.
    /// </summary>
    public async ValueTask PrepareAsync(CancellationToken cancellationToken)
    {
        if (_profile.ActiveMode || _prepared is { IsFresh: true }) return;
        _prepared?.Drop();
        var connecting = await _data.BeginPassiveAsync("the next RETR", cancellationToken).ConfigureAwait(false);
        _prepared = new PreparedData(connecting, _time);
    }

    /// <summary>
    /// Starts a RETR at an offset. Strictly EPSV, REST, RETR, with nothing between: some servers read the marker at PASV, some at RETR,
    /// and some drop the passive port on any other command.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="offset">First byte wanted.</param>
    /// <param name="end">One past the last byte wanted: sent as RANG where the site has proven it, else ignored.</param>
    /// <param name="cancellationToken">Stops the start; a running transfer is stopped by <see cref="DataTransfer.Abort"/>.</param>
    public async Task<DataTransfer> RetrieveAsync(FtpPath path, long offset, long? end, CancellationToken cancellationToken)
    {
        var what = offset == 0 ? $"RETR {path}" : $"RETR {path} at offset {offset}";
        if (_profile.ActiveMode) return await RetrieveActiveAsync(path, what, offset, end, cancellationToken).ConfigureAwait(false);

        await SendNamesAsync(path, cancellationToken).ConfigureAwait(false);
        if (_prepared is null || !_prepared.TryTake(out var connecting)) connecting = await _data.BeginPassiveAsync(what, cancellationToken).ConfigureAwait(false);
        try
        {
            var ranged = await SendMarkerAsync(offset, end, cancellationToken).ConfigureAwait(false);
            await connecting.ConfigureAwait(false);
            await _control.WriteAsync(FtpCommands.Retr(path), cancellationToken).ConfigureAwait(false);
            return await StartAsync(connecting, what, ranged, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            PreparedData.Drop(connecting);
            // After a data connection that failed, the passive port is still open at the server and the next command may be misread.
            if (e is FtpConnectionException { Stage: FtpStage.DataConnect }) _control.Break(e);
            throw;
        }
    }

    /// <summary>Says QUIT and closes without waiting for the answer: it can change nothing, and costs a round trip at the end of every transfer.</summary>
    public async ValueTask QuitAsync()
    {
        try
        {
            if (IsUsable) await _control.SayQuitAsync(CancellationToken.None).ConfigureAwait(false);
        }
        catch (FtpException)
        {
            // It is being closed anyway.
        }
        await DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _prepared?.Drop();
        return _control.DisposeAsync();
    }

    private async Task<DataTransfer> RetrieveActiveAsync(FtpPath path, string what, long offset, long? end, CancellationToken cancellationToken)
    {
        using var listener = await _data.ListenAsync(cancellationToken).ConfigureAwait(false);
        var ranged = await SendMarkerAsync(offset, end, cancellationToken).ConfigureAwait(false);
        await _control.WriteAsync(FtpCommands.Retr(path), cancellationToken).ConfigureAwait(false);
        var accepting = _data.AcceptAsync(listener, cancellationToken);
        try
        {
            return await StartAsync(accepting, what, ranged, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            listener.Dispose();
            PreparedData.Drop(accepting);
            throw;
        }
    }

    // The first reply, the data connection and the data may come in any order, and a 150 may never come: RETR is under way when there is
    // a good reply or data. With TLS it is the reply, because servers begin their handshake after it.
    private async Task<DataTransfer> StartAsync(Task<Socket> connecting, string what, long? ranged, CancellationToken cancellationToken)
    {
        var answer = new PendingReply(_control, _profile.Timeouts.FirstByte, what, _time, cancellationToken);
        try
        {
            await Task.WhenAny(answer.Reply, connecting).ConfigureAwait(false);
            if (answer.Reply.IsCompleted) ThrowIfRefused(await answer.Reply.ConfigureAwait(false), what);
            var socket = await connecting.ConfigureAwait(false);
            if (_tls is null && await HasDataFirstAsync(socket, answer.Reply, cancellationToken).ConfigureAwait(false))
            {
                answer.Restart(Timeout.InfiniteTimeSpan);
                return new DataTransfer(_control, socket, null, answer, null, what, Traits, _profile.Timeouts, _time) { RangeEnd = ranged };
            }

            var reply = await answer.Reply.ConfigureAwait(false);
            ThrowIfRefused(reply, what);
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
        SslStream? tls = null;
        if (_tls is not null)
        {
            using var deadline = new CancellationTokenSource(_profile.Timeouts.Connect, _time);
            using var linked = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellationToken);
            try
            {
                tls = await _tls.DataAsync(new NetworkStream(socket, ownsSocket: true), linked.Token).ConfigureAwait(false);
            }
            catch (Exception e)
            {
                throw await ExplainAsync(e, what, cancellationToken).ConfigureAwait(false);
            }
        }
        return new DataTransfer(_control, socket, tls, null, reply.IsPreliminary ? null : reply, what, Traits, _profile.Timeouts, _time);
    }

    // A server that wants the control connection's TLS session on the data connection says so on the control connection (522, 425).
    private async Task<Exception> ExplainAsync(Exception failure, string what, CancellationToken cancellationToken)
    {
        if (failure is OperationCanceledException && !cancellationToken.IsCancellationRequested)
            failure = new FtpTimeoutException(FtpStage.DataConnect, _profile.Timeouts.Connect, $"{what}: the TLS handshake of the data connection did not end within {_profile.Timeouts.Connect.TotalSeconds:0.#} s.");
        var reply = await TlsReuse.ReasonAsync(_control, what, _time, cancellationToken).ConfigureAwait(false);
        if (reply is { Code: 522 or 425 }) failure = TlsReuse.Demanded(what, reply);
        return _control.Break(failure);
    }

    // The end that the server has agreed to; null when it sends on to the end of the file.
    private async Task<long?> SendMarkerAsync(long offset, long? end, CancellationToken cancellationToken)
    {
        if (end is { } last && last > offset && Traits.RangUsable)
        {
            if (await _control.SendAsync(FtpCommands.Rang(offset, last - 1), cancellationToken).ConfigureAwait(false))
            {
                _markerLeft = true;
                return end;
            }
            Traits.RefuseRang();
        }
        if (offset == 0 && !_markerLeft) return null;
        await _control.SendAsync(FtpCommands.Rest(offset), cancellationToken).ConfigureAwait(false);
        // Only a marker that was taken is left behind: a server without REST would refuse the REST 0 too.
        _markerLeft = offset != 0;
        return null;
    }

    private void ThrowIfRefused(FtpReply reply, string what)
    {
        if (reply.IsPreliminary || reply.IsSuccess) return;
        var refusal = new FtpReplyException(what, "RETR", reply);
        if (reply.IsClosing) _control.Break(refusal);
        _control.EndTransfer(mayStray: false);
        throw refusal;
    }

    private async ValueTask<T> AskAsync<T>(FtpPath path, FtpCommand<T> command, CancellationToken cancellationToken)
    {
        await ReadyAsync(path, cancellationToken).ConfigureAwait(false);
        return await _control.SendAsync(command, cancellationToken).ConfigureAwait(false);
    }

    // Some servers drop the passive port on any command but REST and RETR.
    private ValueTask ReadyAsync(FtpPath path, CancellationToken cancellationToken)
    {
        _prepared?.Drop();
        return SendNamesAsync(path, cancellationToken);
    }

    // IIS reads names as UTF-8 only after OPTS UTF8 ON. It says nothing about names in ASCII, and costs a round trip before the first byte.
    private async ValueTask SendNamesAsync(FtpPath path, CancellationToken cancellationToken)
    {
        if (_namesSent || path.IsAscii || _profile.Charset is not System.Text.UTF8Encoding) return;
        _namesSent = true;
        if ((await FeaturesAsync(cancellationToken).ConfigureAwait(false)).Has("UTF8")) await _control.SendAsync(FtpCommands.OptsUtf8, cancellationToken).ConfigureAwait(false);
    }
}
