using System.Text;
using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// The changes that a script for ftp.exe may make on a server, once the user has allowed them (decisions/0009). Besides
/// <see cref="Fxp.FxpDestination"/> the only place that holds such commands; a test restricts its callers.
/// </summary>
internal sealed class RemoteChanges(PromptSession session)
{
    private const int BlockSize = 64 << 10;

    /// <summary>STOR, or APPE, by one stream, in the selected type. The server's final reply is the only evidence of the result.</summary>
    /// <param name="readAsync">Returns the next bytes, as they go over the wire; 0 at their end.</param>
    /// <param name="path">The file.</param>
    /// <param name="append">Whether the bytes are appended.</param>
    /// <param name="sent">Called with the byte count of each block.</param>
    /// <param name="cancellationToken">Cancels the transfer: the connection is reset, because a server takes an orderly close for the end
    /// of the file.</param>
    /// <returns>The last reply; null if none arrived and the session is dead.</returns>
    /// <exception cref="FtpException">The server refused, or the session was lost.</exception>
    /// <exception cref="IOException">The bytes cannot be read.</exception>
    public async Task<FtpReply?> StoreAsync(Func<Memory<byte>, CancellationToken, ValueTask<int>> readAsync, FtpPath path, bool append,
        Action<int> sent, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(readAsync);
        ArgumentNullException.ThrowIfNull(sent);
        var transfer = await session.OpenAsync(append ? Append(path) : Store(path), path, cancellationToken).ConfigureAwait(false);
        await using var open = transfer.ConfigureAwait(false);
        var block = new byte[BlockSize];
        try
        {
            while (true)
            {
                var read = await readAsync(block, cancellationToken).ConfigureAwait(false);
                if (read == 0) break;
                await transfer.SendAsync(block.AsMemory(0, read)).ConfigureAwait(false);
                sent(read);
            }
            await transfer.EndSendingAsync().ConfigureAwait(false);
        }
        catch
        {
            await transfer.BreakOffAsync(CancellationToken.None).ConfigureAwait(false);
            throw;
        }
        return await transfer.CompleteAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>DELE.</summary>
    public Task<FtpReply> DeleteAsync(FtpPath path, CancellationToken cancellationToken) => SendAsync("DELE", path, cancellationToken);

    /// <summary>MKD.</summary>
    public Task<FtpReply> MakeFolderAsync(FtpPath path, CancellationToken cancellationToken) => SendAsync("MKD", path, cancellationToken);

    /// <summary>RMD.</summary>
    public Task<FtpReply> RemoveFolderAsync(FtpPath path, CancellationToken cancellationToken) => SendAsync("RMD", path, cancellationToken);

    /// <summary>RNFR, then RNTO if the server asks for it.</summary>
    /// <returns>The reply that decided.</returns>
    public async Task<FtpReply> RenameAsync(FtpPath from, FtpPath to, CancellationToken cancellationToken)
    {
        // Before RNFR: some servers forget the rename when another command than RNTO follows.
        await session.SendNamesAsync(from, cancellationToken).ConfigureAwait(false);
        await session.SendNamesAsync(to, cancellationToken).ConfigureAwait(false);
        var reply = await SendAsync("RNFR", from, cancellationToken).ConfigureAwait(false);
        return reply.IsIntermediate ? await SendAsync("RNTO", to, cancellationToken).ConfigureAwait(false) : reply;
    }

    /// <summary>Sends a user-written command, whatever it changes.</summary>
    /// <exception cref="InvalidOperationException">The command would disrupt the session's own transfers.</exception>
    /// <exception cref="ArgumentException">The text is not a command.</exception>
    public Task<FtpReply> QuoteAsync(string line, Encoding charset, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(charset);
        if (QuotedCommand.KindOf(line) == QuotedKind.OwnBusiness)
            throw new InvalidOperationException($"{QuotedCommand.VerbOf(line)} is the session's own business.");
        return session.SendAsync(
            new FtpCommand<FtpReply>(QuotedCommand.VerbOf(line), charset.GetBytes(QuotedCommand.ArgumentOf(line)),
                static (_, reply) => reply), cancellationToken);
    }

    private Task<FtpReply> SendAsync(string verb, FtpPath path, CancellationToken cancellationToken) =>
        session.SendAsync(new FtpCommand<FtpReply>(verb, path.Bytes, static (_, reply) => reply), path, cancellationToken);

    private static FtpCommand<FtpReply> Store(FtpPath path) => new("STOR", path.Bytes, static (_, reply) => reply);

    private static FtpCommand<FtpReply> Append(FtpPath path) => new("APPE", path.Bytes, static (_, reply) => reply);
}
