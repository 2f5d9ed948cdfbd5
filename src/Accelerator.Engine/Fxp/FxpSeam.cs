using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers.Sampling;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// Compares bytes that must be equal at both servers: those before the offset at which an interrupted copy resumes, and samples of a
/// complete one. They are the only bytes that come to this computer.
/// </summary>
internal static class FxpSeam
{
    /// <summary>Compares one range at both servers.</summary>
    /// <param name="source">A session at the source.</param>
    /// <param name="destination">A session at the destination.</param>
    /// <param name="item">The file.</param>
    /// <param name="held">Its current name at the destination.</param>
    /// <param name="range">The bytes.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns><see cref="SeamVerdict.Pending"/> where a server does not let the bytes be read; <see cref="SeamVerdict.Flat"/> where they
    /// are not distinctive.</returns>
    /// <exception cref="FtpException">A session was lost.</exception>
    public static Task<SeamVerdict> CompareAsync(
        FtpSession source, FtpSession destination, FxpItem item, FtpPath held, ByteRange range, CancellationToken cancellationToken) =>
        CompareAsync(ReadAsync(source, item.From, range, cancellationToken), destination, held, range, cancellationToken);

    /// <summary>Compares the destination's bytes with those already read at the source.</summary>
    /// <inheritdoc cref="CompareAsync(FtpSession, FtpSession, FxpItem, FtpPath, ByteRange, CancellationToken)"/>
    public static async Task<SeamVerdict> CompareAsync(
        Task<byte[]?> sent, FtpSession destination, FtpPath held, ByteRange range, CancellationToken cancellationToken)
    {
        var stored = ReadAsync(destination, held, range, cancellationToken);
        await Task.WhenAll(sent, stored).ConfigureAwait(false);
        if (await sent.ConfigureAwait(false) is not { } left || await stored.ConfigureAwait(false) is not { } right)
            return SeamVerdict.Pending;
        return !left.AsSpan().SequenceEqual(right) ? SeamVerdict.Different : SeamSample.IsFlat(left) ? SeamVerdict.Flat : SeamVerdict.Equal;
    }

    /// <summary>Reads bytes of a file; returns null where the server does not allow it.</summary>
    /// <exception cref="FtpException">The session was lost.</exception>
    public static async Task<byte[]?> ReadAsync(
        FtpSession session, FtpPath path, ByteRange range, CancellationToken cancellationToken, Action<byte[]>? arrived = null)
    {
        try
        {
            return await SeamProbe.ReadBoundedAsync(session, path, range, arrived, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            return null;
        }
    }
}
