namespace Accelerator.Ftp;

/// <summary>The server refused a command. The session remains usable unless the reply is 421.</summary>
/// <param name="what">The command as messages show it, for example <c>RETR /pub/a.iso at offset 4096</c>.</param>
/// <param name="verb">The command's verb.</param>
/// <param name="reply">The server's reply.</param>
public sealed class FtpReplyException(string what, string verb, FtpReply reply) : FtpException($"{what}: {reply}")
{
    /// <summary>The server's reply.</summary>
    public FtpReply Reply { get; } = reply;

    /// <summary>The verb that was refused, upper case.</summary>
    public string Verb { get; } = verb;

    /// <inheritdoc/>
    public override bool SessionUsable => !Reply.IsClosing;

    /// <inheritdoc/>
    public override bool IsTransient => Reply.IsTransientRefusal;
}
