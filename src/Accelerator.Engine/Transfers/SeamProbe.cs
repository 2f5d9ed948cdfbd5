using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers;

/// <summary>Fetches a few bytes from the middle of a file, for a comparison.</summary>
internal static class SeamProbe
{
    /// <summary>Reads up to <paramref name="length"/> bytes from an offset, and ends the transfer.</summary>
    public static async Task<byte[]> ReadAsync(FtpSession session, FtpPath path, long offset, int length, CancellationToken cancellationToken)
    {
        var transfer = await session.RetrieveAsync(path, offset, null, cancellationToken).ConfigureAwait(false);
        await using var ending = transfer.ConfigureAwait(false);
        await using var stop = cancellationToken.Register(() => transfer.Abort(new OperationCanceledException(cancellationToken))).ConfigureAwait(false);
        var bytes = new byte[length];
        var filled = await transfer.FillAsync(bytes).ConfigureAwait(false);
        if (filled < length) await transfer.CompleteAsync(cancellationToken).ConfigureAwait(false);
        else await transfer.AbandonAsync(cancellationToken).ConfigureAwait(false);
        return bytes[..filled];
    }
}
