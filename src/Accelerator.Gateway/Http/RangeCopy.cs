using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Data;
using Accelerator.Gateway.Data;
using Accelerator.Gateway.Files;

namespace Accelerator.Gateway.Http;

/// <summary>Passes on the first bytes of a file, over one stream, which needs no offset.</summary>
internal static class RangeCopy
{
    private const int Block = 64 << 10;

    /// <summary>
    /// Passes on the first bytes of a transfer and ends it. The last 64 KiB are held back until <paramref name="isUnchanged"/> agrees.
    /// </summary>
    /// <param name="transfer">The transfer; the caller disposes of it.</param>
    /// <param name="length">Bytes to pass on, 1 or more.</param>
    /// <param name="isUnchanged">Asks whether the file is still the same. The transfer has then ended.</param>
    /// <param name="rate">The limit to observe.</param>
    /// <param name="output">The client.</param>
    /// <param name="cancellationToken">Ends the transfer.</param>
    /// <exception cref="Accelerator.Ftp.FtpException">The transfer was lost.</exception>
    /// <exception cref="IOException">The client closed the connection.</exception>
    public static async Task<FetchEnd> RunAsync(
        DataTransfer transfer, long length, Func<Task<bool>> isUnchanged, RateBudget rate, DataOutput output,
        CancellationToken cancellationToken)
    {
        using var stop = cancellationToken.Register(() => transfer.Abort(new OperationCanceledException(cancellationToken)));
        var (block, left) = (new byte[Block], length);
        while (left > 0)
        {
            transfer.Want(left);
            // Up to the last block, which is read alone and held back.
            var wanted = checked((int)(left > Block ? Math.Min(left - Block, Block) : left));
            var read = await LimitedRead.FillAsync(transfer, block.AsMemory(0, wanted), rate, cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            if (read == 0) return new FetchEnd(FailureKind.Network, $"The server's data ended {left:N0} bytes early.", 1);
            left -= read;
            if (left > 0)
            {
                await output.WriteAsync(block.AsMemory(0, read), cancellationToken).ConfigureAwait(false);
                continue;
            }
            await transfer.AbandonAsync(cancellationToken).ConfigureAwait(false);
            if (!await isUnchanged().ConfigureAwait(false)) return FetchEnd.Changed();
            await output.WriteAsync(block.AsMemory(0, read), cancellationToken).ConfigureAwait(false);
        }
        return new FetchEnd(null, "", 1);
    }
}
