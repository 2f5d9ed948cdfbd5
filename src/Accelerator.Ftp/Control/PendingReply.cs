namespace Accelerator.Ftp.Control;

/// <summary>The first reply to a RETR, read in the background: data may come before it, and some servers never send it.</summary>
internal sealed class PendingReply : IDisposable
{
    private readonly ReplyDeadline _deadline;

    public PendingReply(ControlChannel control, TimeSpan limit, string what, TimeProvider time, CancellationToken cancellationToken)
    {
        _deadline = new ReplyDeadline(limit, time);
        Reply = control.ReadReplyAsync(_deadline, what, cancellationToken).AsTask();
    }

    /// <summary>The reply, or why there is none.</summary>
    public Task<FtpReply> Reply { get; }

    /// <summary>Gives it another limit, from now: none while data flows, a short one when the data has ended.</summary>
    public void Restart(TimeSpan limit) => _deadline.Restart(limit);

    /// <summary>Nobody will ask for it any more. The read itself ends with the control connection.</summary>
    public void Dispose() => _ = Reply.ContinueWith(
        static (reply, deadline) =>
        {
            _ = reply.Exception;
            ((ReplyDeadline)deadline!).Dispose();
        },
        _deadline, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
}
