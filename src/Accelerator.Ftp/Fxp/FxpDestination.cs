using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Ftp.Fxp;

/// <summary>
/// A session at the receiving server, and the only place that holds commands which change anything on a server, besides
/// <see cref="RemoteChanges"/>, which only scripts for ftp.exe reach. Its STOR and APPE need an <see cref="FxpRoute"/> or a transfer that
/// supplies the bytes, so their data comes from another server and never from a local file. Outside this assembly, only the commands that a
/// method offers can be sent.
/// </summary>
internal sealed class FxpDestination(FtpSession session, TimeProvider time)
{
    /// <summary>The suffix of incomplete files and of test files: no other file is ever removed.</summary>
    public const string TemporarySuffix = ".part";

    /// <summary>The session.</summary>
    public FtpSession Session => session;

    internal FxpEnd End { get; } = new(FxpSide.Destination, session, time);

    /// <summary>
    /// Gives a file its final name: RNFR, RNTO (RFC 959), followed by SIZE of that name, all in one round trip if the server takes them at
    /// once. Most servers replace an existing file of that name; IIS and ProFTPD do so only if configured to.
    /// </summary>
    /// <returns>SIZE of the final name; null if it still has to be requested.</returns>
    /// <exception cref="FxpException">The server refused either command; the file then keeps its old name.</exception>
    public async Task<long?> RenameAsync(FtpPath from, FtpPath to, CancellationToken cancellationToken)
    {
        await session.ReadyForAsync(from, cancellationToken).ConfigureAwait(false);
        await session.ReadyForAsync(to, cancellationToken).ConfigureAwait(false);
        if (await End.AskTogetherAsync(FxpStep.Rename, [RenameFrom(from), RenameTo(to), FtpCommands.Size(to).Raw()],
            cancellationToken).ConfigureAwait(false) is { } replies)
        {
            if (!replies[0].IsIntermediate) throw End.Refused(FxpStep.Rename, RenameFrom(from), replies[0]);
            if (!replies[1].IsSuccess) throw End.Refused(FxpStep.Rename, RenameTo(to), replies[1]);
            return replies[2].IsSuccess ? FtpCommands.Size(to).Read(FtpCommands.Size(to), replies[2]) : null;
        }
        await End.AskAsync(FxpStep.Rename, RenameFrom(from), static reply => reply.IsIntermediate, cancellationToken).ConfigureAwait(false);
        await End.AskAsync(FxpStep.Rename, RenameTo(to), static reply => reply.IsSuccess, cancellationToken).ConfigureAwait(false);
        return null;
    }

    /// <summary>Creates a folder: MKD (RFC 959).</summary>
    /// <returns>Whether the server created it. An existing folder is refused with the same codes as a folder that may not be
    /// created.</returns>
    /// <exception cref="FtpException">The session was lost.</exception>
    public async Task<bool> MakeFolderAsync(FtpPath path, CancellationToken cancellationToken)
    {
        await session.ReadyForAsync(path, cancellationToken).ConfigureAwait(false);
        return (await session.Control.SendAsync(MakeFolder(path), cancellationToken).ConfigureAwait(false)).IsSuccess;
    }

    /// <summary>
    /// Removes a temporary file (DELE). A server that has not yet noticed the end of an old transfer then continues to write to a file
    /// without a name, and not to the one started next.
    /// </summary>
    /// <returns>Null if the file was removed or did not exist; else the server's refusal.</returns>
    /// <exception cref="InvalidOperationException">The name does not end with <see cref="TemporarySuffix"/>: it may be a user's
    /// file.</exception>
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
    /// <param name="route">The data connection that supplies the bytes.</param>
    /// <param name="path">The file.</param>
    /// <param name="append">Whether the bytes are appended.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    internal ValueTask<FxpAnswers> StoreAsync(FxpRoute route, FtpPath path, bool append, CancellationToken cancellationToken)
    {
        if (route.Passive != End && route.Active != End) throw new InvalidOperationException("The route leads to another server.");
        return End.StartAsync(append ? Append(path) : Store(path), cancellationToken);
    }

    /// <summary>Sends STOR, or APPE, for data that passes through this computer.</summary>
    /// <param name="coming">The transfer at the other server that supplies the bytes.</param>
    /// <param name="path">The file.</param>
    /// <param name="offset">Offset of the first byte; with <paramref name="append"/> it is the end of the file.</param>
    /// <param name="append">Whether the bytes are appended, wherever the file ends.</param>
    /// <param name="cancellationToken">A token to cancel the start.</param>
    /// <exception cref="FtpReplyException">The server refused it.</exception>
    internal Task<DataTransfer> StoreAsync(DataTransfer coming, FtpPath path, long offset, bool append, CancellationToken cancellationToken)
    {
        if (coming.LastReply is { IsPreliminary: false, IsSuccess: false })
            throw new InvalidOperationException("The transfer brings nothing.");
        return session.OpenForAsync(append ? Append(path) : Store(path), path, append ? 0 : offset, cancellationToken);
    }

    private static FtpCommand<FtpReply> Store(FtpPath path) => new("STOR", path.Bytes, static (_, reply) => reply);

    private static FtpCommand<FtpReply> Append(FtpPath path) => new("APPE", path.Bytes, static (_, reply) => reply);

    private static FtpCommand<FtpReply> MakeFolder(FtpPath path) => new("MKD", path.Bytes, static (_, reply) => reply);

    private static FtpCommand<FtpReply> Delete(FtpPath path) => new("DELE", path.Bytes, static (_, reply) => reply);

    private static FtpCommand<FtpReply> RenameFrom(FtpPath path) => new("RNFR", path.Bytes, static (_, reply) => reply);

    private static FtpCommand<FtpReply> RenameTo(FtpPath path) => new("RNTO", path.Bytes, static (_, reply) => reply);
}
