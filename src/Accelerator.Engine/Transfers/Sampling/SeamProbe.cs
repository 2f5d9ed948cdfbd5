using Accelerator.Engine.Ranges;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Sampling;

/// <summary>Fetches a few bytes from the middle of a file, for a comparison.</summary>
internal static class SeamProbe
{
    /// <summary>Reads up to <paramref name="length"/> bytes from an offset, and ends the transfer.</summary>
    public static Task<byte[]> ReadAsync(FtpSession session, FtpPath path, long offset, int length, CancellationToken cancellationToken) =>
        ReadAsync(session, path, offset, length, null, null, cancellationToken);

    /// <summary>
    /// Reads a range and, if the server supports it (RANG), asks it to end there, so that the session need not survive an early close.
    /// </summary>
    /// <param name="session">The session to read over.</param>
    /// <param name="path">The file.</param>
    /// <param name="range">The bytes.</param>
    /// <param name="arrived">Gets the bytes when they have arrived, some two round trips before the server has confirmed the end; may be
    /// null.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public static Task<byte[]> ReadBoundedAsync(
        FtpSession session, FtpPath path, ByteRange range, Action<byte[]>? arrived, CancellationToken cancellationToken) =>
        ReadAsync(session, path, range.Start, checked((int)range.Length), range.End, arrived, cancellationToken);

    /// <summary>Reads a short file to its end.</summary>
    /// <param name="session">The session to read over.</param>
    /// <param name="path">The file.</param>
    /// <param name="most">The most bytes to read.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The bytes, and why they may not be all; null if the server confirmed the end, or there are <paramref name="most"/>.
    /// </returns>
    public static Task<(byte[] Bytes, string? Doubt)> ReadToEndAsync(
        FtpSession session, FtpPath path, int most, CancellationToken cancellationToken) =>
        FetchAsync(session, path, 0, most, null, null, cancellationToken);

    private static async Task<byte[]> ReadAsync(
        FtpSession session, FtpPath path, long offset, int length, long? end, Action<byte[]>? arrived,
        CancellationToken cancellationToken) =>
        (await FetchAsync(session, path, offset, length, end, arrived, cancellationToken).ConfigureAwait(false)).Bytes;

    private static async Task<(byte[] Bytes, string? Doubt)> FetchAsync(
        FtpSession session, FtpPath path, long offset, int length, long? end, Action<byte[]>? arrived, CancellationToken cancellationToken)
    {
        var transfer = await session.RetrieveAsync(path, offset, end, isBulk: false, cancellationToken).ConfigureAwait(false);
        await using var ending = transfer.ConfigureAwait(false);
        await using var stop = cancellationToken.Register(
            () => transfer.Abort(new OperationCanceledException(cancellationToken))).ConfigureAwait(false);
        var bytes = new byte[length];
        var filled = await transfer.FillAsync(bytes).ConfigureAwait(false);
        if (filled == length) arrived?.Invoke(bytes);
        if (filled < length || transfer.RangeEnd is not null) await transfer.CompleteAsync(cancellationToken).ConfigureAwait(false);
        else await transfer.AbandonAsync(cancellationToken).ConfigureAwait(false);
        return (bytes[..filled], filled == length || transfer.IsEndConfirmed ? null : transfer.EndText);
    }
}
