using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Ftp.Fxp;

/// <summary>
/// A session at the server that receives, and the only place that holds commands which change anything at a server. Its STOR and APPE need an
/// <see cref="FxpRoute"/>, so their data comes from another server and never from here; outside of this assembly no command can be sent that a method does not offer.
/// </summary>
public sealed class FxpDestination(FtpSession session, TimeProvider time)
{
    /// <summary>What the names of files end with that are not whole yet, and of files for a trial: no other is ever removed.</summary>
    public const string TemporarySuffix = ".part";

    /// <summary>The session.</summary>
    public FtpSession Session => session;

    internal FxpEnd End { get; } = new(FxpSide.Destination, session, time);

    /// <summary>Gives a file its final name: RNFR, RNTO (RFC 959). Most servers replace what has that name, IIS and ProFTPD do so only where they are told to.</summary>
    /// <exception cref="FxpException">The server refused either; the file has its old name then.</exception>
    public async Task RenameAsync(FtpPath from, FtpPath to, CancellationToken cancellationToken)
    {
        await session.ReadyForAsync(from, cancellationToken).ConfigureAwait(false);
        await session.ReadyForAsync(to, cancellationToken).ConfigureAwait(false);
        await End.AskAsync(FxpStep.Rename, RenameFrom(from), static reply => reply.IsIntermediate, cancellationToken).ConfigureAwait(false);
        await End.AskAsync(FxpStep.Rename, RenameTo(to), static reply => reply.IsSuccess, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Removes a temporary file (DELE). A server that still writes an old transfer into it, because it has not seen yet that nobody listens, goes on in a file
    /// without a name, and not in the one that is begun next.
    /// </summary>
    /// <returns>Null where it is gone, or was not there; else the server's refusal.</returns>
    /// <exception cref="InvalidOperationException">The name does not end with <see cref="TemporarySuffix"/>: it may be somebody's file.</exception>
    /// <exception cref="FxpException">The session is lost.</exception>
    public async Task<FtpReply?> RemoveAsync(FtpPath temporary, CancellationToken cancellationToken)
    {
        if (!temporary.Name.EndsWith(TemporarySuffix, StringComparison.Ordinal) || temporary.Name.Length == TemporarySuffix.Length)
            throw new InvalidOperationException($"{temporary} is not a temporary file of this program and is not removed.");
        await session.ReadyForAsync(temporary, cancellationToken).ConfigureAwait(false);
        var reply = await End.AskAsync(FxpStep.Remove, Delete(temporary), static _ => true, cancellationToken).ConfigureAwait(false);
        return reply.IsSuccess ? null : reply;
    }

    /// <summary>Sends STOR, or APPE.</summary>
    /// <param name="route">Where the data comes from.</param>
    /// <param name="path">The file.</param>
    /// <param name="append">Whether the bytes go to its end.</param>
    /// <param name="cancellationToken">Stops the sending.</param>
    internal ValueTask<FxpAnswers> StoreAsync(FxpRoute route, FtpPath path, bool append, CancellationToken cancellationToken)
    {
        if (route.Passive != End && route.Active != End) throw new InvalidOperationException("The route leads to another server.");
        return End.StartAsync(append ? Append(path) : Store(path), cancellationToken);
    }

    private static FtpCommand<FtpReply> Store(FtpPath path) => new("STOR", path.Bytes, static (_, reply) => reply);

    private static FtpCommand<FtpReply> Append(FtpPath path) => new("APPE", path.Bytes, static (_, reply) => reply);

    private static FtpCommand<FtpReply> Delete(FtpPath path) => new("DELE", path.Bytes, static (_, reply) => reply);

    private static FtpCommand<FtpReply> RenameFrom(FtpPath path) => new("RNFR", path.Bytes, static (_, reply) => reply);

    private static FtpCommand<FtpReply> RenameTo(FtpPath path) => new("RNTO", path.Bytes, static (_, reply) => reply);
}
