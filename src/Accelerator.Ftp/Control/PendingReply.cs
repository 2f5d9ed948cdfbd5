namespace Accelerator.Ftp.Control;

/// <summary>The first reply to a RETR, read in the background: data may arrive before it, and some servers never send it.</summary>
internal sealed class PendingReply : IDisposable
{
    private readonly ReplyDeadline _deadline;

    public PendingReply(ControlChannel control, TimeSpan limit, string what, TimeProvider time, CancellationToken cancellationToken)
    {
        _deadline = new ReplyDeadline(limit, time, cancellationToken);
        Reply = control.ReadReplyAsync(_deadline, what).AsTask();
    }

    /// <summary>The reply, or the reason there is none.</summary>
    public Task<FtpReply> Reply { get; }

    /// <summary>Restarts the deadline with another limit: none while data flows, a short one after the data has ended.</summary>
    public void Restart(TimeSpan limit) => _deadline.Restart(limit);

    /// <summary>Releases the reply. The read itself ends with the control connection.</summary>
    public void Dispose() => _ = Reply.ContinueWith(
        static (reply, deadline) =>
        {
            _ = reply.Exception;
            ((ReplyDeadline)deadline!).Dispose();
        },
        _deadline, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
}
