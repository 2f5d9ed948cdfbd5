using Accelerator.Engine.Streams;
using Accelerator.Ftp.Data;

namespace Accelerator.Gateway.Files;

/// <summary>Receives under the limit of the gateway.</summary>
internal static class LimitedRead
{
    // So small that programs with small files need not wait until a large one has been paid for.
    private const int Piece = 64 << 10;

    /// <summary>Fills a buffer, and charges each 64 KiB to the limit before the next.</summary>
    /// <returns>The number of bytes; fewer than the buffer has only at the end of the data.</returns>
    /// <exception cref="Accelerator.Ftp.FtpException">The transfer was lost.</exception>
    /// <exception cref="OperationCanceledException">The wait for the limit was cancelled.</exception>
    public static async ValueTask<int> FillAsync(
        DataTransfer transfer, Memory<byte> buffer, RateBudget rate, CancellationToken cancellationToken)
    {
        var count = 0;
        while (count < buffer.Length)
        {
            var piece = buffer.Slice(count, Math.Min(Piece, buffer.Length - count));
            var read = await transfer.FillAsync(piece).ConfigureAwait(false);
            await rate.ChargeAsync(read, cancellationToken).ConfigureAwait(false);
            count += read;
            if (read < piece.Length) break;
        }
        return count;
    }
}
