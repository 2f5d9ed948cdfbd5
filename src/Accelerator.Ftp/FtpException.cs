namespace Accelerator.Ftp;

/// <summary>
/// Something went wrong with a server. There are two kinds: after <see cref="FtpReplyException"/> the session usually goes on; after all
/// others it is dead. <see cref="SessionUsable"/> says which, <see cref="IsTransient"/> whether trying again can help.
/// </summary>
public abstract class FtpException(string message, Exception? inner = null) : IOException(message, inner)
{
    /// <summary>Whether the session can carry another command.</summary>
    public virtual bool SessionUsable => false;

    /// <summary>Whether the same operation may succeed later.</summary>
    public abstract bool IsTransient { get; }
}
