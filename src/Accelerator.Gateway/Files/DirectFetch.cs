using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Data;
using Accelerator.Gateway.Data;

namespace Accelerator.Gateway.Files;

/// <summary>Passes one transfer of the upstream server on to the client, over one stream.</summary>
internal static class DirectFetch
{
    private const int Block = 64 << 10;

    /// <summary>
    /// Passes on a file. The last 64 to 128 KiB are held back until the server has confirmed the end, the length is right and
    /// <paramref name="isUnchanged"/> agrees.
    /// </summary>
    /// <param name="transfer">The transfer; the caller disposes of it.</param>
    /// <param name="length">The bytes to expect; null if unknown, as in TYPE A.</param>
    /// <param name="isUnchanged">Asks whether the file is still the same.</param>
    /// <param name="observe">Sees the bytes.</param>
    /// <param name="rate">The limit to observe.</param>
    /// <param name="output">The client.</param>
    /// <param name="cancellationToken">Ends the transfer.</param>
    /// <exception cref="Accelerator.Ftp.FtpException">The transfer was lost.</exception>
    /// <exception cref="IOException">The client closed the connection.</exception>
    public static async Task<FetchEnd> CopyAsync(
        DataTransfer transfer, long? length, Func<Task<bool>> isUnchanged, Observer observe, RateBudget rate, DataOutput output,
        CancellationToken cancellationToken)
    {
        using var stop = cancellationToken.Register(() => transfer.Abort(new OperationCanceledException(cancellationToken)));
        var (held, next) = (new byte[Block], new byte[Block]);
        var (total, heldLength, read) = (0L, 0, 0);
        while ((read = await LimitedRead.FillAsync(transfer, next, rate, cancellationToken).ConfigureAwait(false)) == Block)
        {
            observe(next);
            await output.WriteAsync(held.AsMemory(0, heldLength), cancellationToken).ConfigureAwait(false);
            (held, next, heldLength, total) = (next, held, read, total + read);
        }
        total += read;
        observe(next.AsSpan(0, read));
        cancellationToken.ThrowIfCancellationRequested();
        var final = await transfer.CompleteAsync(cancellationToken).ConfigureAwait(false);
        if (length is { } expected && total != expected)
        {
            return Failed(
                FailureKind.Network, $"The server sent {total:N0} bytes in place of {expected:N0} ({final?.ToString() ?? "no reply"}).");
        }
        if (length is null ? !transfer.IsEndConfirmed : final is not { IsSuccess: true })
            return Failed(FailureKind.Network, $"The server did not confirm the end of the file ({transfer.EndText}).");
        if (!await isUnchanged().ConfigureAwait(false))
            return FetchEnd.Changed();
        await output.WriteAsync(held.AsMemory(0, heldLength), cancellationToken).ConfigureAwait(false);
        await output.WriteAsync(next.AsMemory(0, read), cancellationToken).ConfigureAwait(false);
        return new FetchEnd(null, "", 1);
    }

    /// <summary>A reader of the bytes that pass through.</summary>
    public delegate void Observer(ReadOnlySpan<byte> bytes);

    /// <summary>Passes on a listing as it arrives, byte for byte. No limit applies.</summary>
    /// <param name="transfer">The transfer; the caller disposes of it.</param>
    /// <param name="observe">Sees the bytes.</param>
    /// <param name="output">The client.</param>
    /// <param name="cancellationToken">Ends the transfer.</param>
    /// <exception cref="Accelerator.Ftp.FtpException">The transfer was lost.</exception>
    /// <exception cref="IOException">The client closed the connection.</exception>
    public static async Task RelayAsync(
        DataTransfer transfer, Observer observe, DataOutput output, CancellationToken cancellationToken)
    {
        using var stop = cancellationToken.Register(() => transfer.Abort(new OperationCanceledException(cancellationToken)));
        var block = new byte[Block];
        int read;
        while ((read = await transfer.ReadAsync(block).ConfigureAwait(false)) > 0)
        {
            observe(block.AsSpan(0, read));
            await output.WriteAsync(block.AsMemory(0, read), cancellationToken).ConfigureAwait(false);
        }
        cancellationToken.ThrowIfCancellationRequested();
    }

    private static FetchEnd Failed(FailureKind kind, string message) => new(kind, message, 1);
}
