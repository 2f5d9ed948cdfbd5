namespace Accelerator.Ftp.Control;

/// <summary>A command as it is sent.</summary>
/// <param name="Verb">Upper case, for example <c>SIZE</c>.</param>
/// <param name="Argument">Bytes after the space; empty for none.</param>
/// <param name="IsSecret">Whether the argument is masked wherever it is shown.</param>
internal abstract record FtpCommand(string Verb, ReadOnlyMemory<byte> Argument, bool IsSecret)
{
    /// <summary>Returns the command as messages and traces show it.</summary>
    public sealed override string ToString() =>
        Argument.IsEmpty ? SafeText.Escape(Verb) : IsSecret ? $"{Verb} ****"
        : $"{Verb} {SafeText.Escape(FtpCharsets.Utf8.GetString(Argument.Span))}";

    /// <summary>Returns the refusal as an exception.</summary>
    public FtpReplyException Refused(FtpReply reply) => new(ToString(), Verb, reply);
}

/// <summary>A command and how its own reply is read.</summary>
/// <param name="Verb">Upper case, for example <c>SIZE</c>.</param>
/// <param name="Argument">Bytes after the space; empty for none.</param>
/// <param name="Read">Turns a reply into the result; called for every final reply, refusals included, and throws for those it does not
/// accept.</param>
/// <param name="IsSecret">Whether the argument is masked wherever it is shown.</param>
internal sealed record FtpCommand<T>(
    string Verb, ReadOnlyMemory<byte> Argument, Func<FtpCommand<T>, FtpReply, T> Read, bool IsSecret = false)
    : FtpCommand(Verb, Argument, IsSecret)
{
    /// <summary>Returns the same command with the reply itself as its result.</summary>
    internal FtpCommand<FtpReply> Raw() => new(Verb, Argument, static (_, reply) => reply, IsSecret);
}
