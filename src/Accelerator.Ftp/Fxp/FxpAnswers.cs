using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Fxp;

/// <summary>
/// The replies to one server's transfer command, read in the background up to the last one. Its tasks never fail: <see cref="Lost"/> holds
/// the failure. No time limit ends the reading except the one set by <see cref="AbortAsync"/>, so that a late server can still be told to
/// stop.
/// </summary>
internal sealed class FxpAnswers : IDisposable
{
    private readonly object _lock = new();
    private readonly ControlChannel _control;
    private readonly string _what;
    private readonly ReplyDeadline _deadline;
    private readonly TaskCompletionSource _firstReply = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _failed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _isAborted;
    private bool _isOver;

    /// <param name="control">The control connection; its transfer command has just been sent.</param>
    /// <param name="what">The command as messages show it.</param>
    /// <param name="time">Clock.</param>
    public FxpAnswers(ControlChannel control, string what, TimeProvider time)
    {
        _control = control;
        _what = what;
        _deadline = new ReplyDeadline(Timeout.InfiniteTimeSpan, time, CancellationToken.None);
        Ended = ReadAsync();
    }

    /// <summary>Completes when the server has sent any reply, or is lost.</summary>
    public Task FirstReply => _firstReply.Task;

    /// <summary>Completes when the server has refused or is lost; never otherwise.</summary>
    public Task Failed => _failed.Task;

    /// <summary>Completes when no further reply is expected.</summary>
    public Task Ended { get; }

    /// <summary>Whether the server has accepted the transfer, by a 150 or a similar reply.</summary>
    public bool IsOpen { get; private set; }

    /// <summary>Whether the transfer succeeded and the session is still usable.</summary>
    public bool IsDone => Ended.IsCompleted && Lost is null && Final is { IsSuccess: true };

    /// <summary>The transfer's last reply; null until it arrives.</summary>
    public FtpReply? Final { get; private set; }

    /// <summary>Why the control connection was lost; null while it is open.</summary>
    public FtpException? Lost { get; private set; }

    /// <summary>
    /// Sends ABOR, unless the transfer is over, and waits for both last replies. A server that does not send them in time is in an unknown
    /// state: its session ends.
    /// </summary>
    public async Task AbortAsync(TimeSpan limit)
    {
        lock (_lock)
        {
            if (!_isOver) _isAborted = true;
        }
        if (_isAborted)
        {
            _deadline.Restart(limit);
            try
            {
                await _control.WriteBehindAsync(FtpCommands.Abor, CancellationToken.None).ConfigureAwait(false);
            }
            catch (FtpException)
            {
                // The connection is lost; the background reader sees that too.
            }
        }
        await Ended.ConfigureAwait(false);
    }

    public void Dispose() => _deadline.Dispose();

    private async Task ReadAsync()
    {
        try
        {
            Final = await ReadFinalAsync().ConfigureAwait(false);
            if (!Final.IsSuccess) _failed.TrySetResult();
            _firstReply.TrySetResult();
            if (Final.IsClosing) throw _control.Break(new FtpConnectionException(FtpStage.Data, $"{_what}: {Final}"));
            if (IsOver()) _control.EndTransfer(mayStray: false);
            else await EndAbortedAsync().ConfigureAwait(false);
        }
        catch (FtpException e)
        {
            Lost = e;
            _failed.TrySetResult();
            _firstReply.TrySetResult();
            IsOver();
        }
    }

    // RFC 959: 426 for the transfer and 226 for the ABOR, or 226 and 225. Servers that send only one of them are recognized by their
    // silence.
    private async Task EndAbortedAsync()
    {
        await _control.ReadReplyAsync(_deadline, "ABOR").ConfigureAwait(false);
        _control.EndAborted();
    }

    private async Task<FtpReply> ReadFinalAsync()
    {
        while (true)
        {
            var reply = await _control.ReadReplyAsync(_deadline, _what).ConfigureAwait(false);
            if (!reply.IsPreliminary) return reply;
            IsOpen = true;
            _firstReply.TrySetResult();
        }
    }

    // From here on no ABOR is sent, unless one already was.
    private bool IsOver()
    {
        lock (_lock) return _isOver = !_isAborted;
    }
}
