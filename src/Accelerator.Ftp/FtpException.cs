namespace Accelerator.Ftp;

/// <summary>
/// A failure in the dialogue with a server. There are two kinds: after <see cref="FtpReplyException"/> the session is usually still usable;
/// after all others it is dead. <see cref="SessionUsable"/> tells which, <see cref="IsTransient"/> whether a retry can help.
/// </summary>
public abstract class FtpException(string message, Exception? inner = null) : IOException(message, inner)
{
    /// <summary>Whether the session can carry another command.</summary>
    public virtual bool SessionUsable => false;

    /// <summary>Whether the same operation may succeed later.</summary>
    public abstract bool IsTransient { get; }
}
