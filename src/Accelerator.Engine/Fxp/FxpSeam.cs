using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>Where an interrupted copy goes on: the last bytes that the destination holds are to be the source's. They are the only ones that come to this computer.</summary>
internal static class FxpSeam
{
    /// <summary>Compares.</summary>
    /// <returns><see cref="SeamVerdict.Pending"/> where a server does not let the bytes be read; <see cref="SeamVerdict.Flat"/> where they say nothing.</returns>
    /// <exception cref="FtpException">A session was lost.</exception>
    public static async Task<SeamVerdict> CompareAsync(FtpSession source, FtpSession destination, FxpPlan plan, ByteRange seam, CancellationToken cancellationToken)
    {
        var sent = ReadAsync(source, plan.Item.From, seam, cancellationToken);
        var held = ReadAsync(destination, plan.Part, seam, cancellationToken);
        await Task.WhenAll(sent, held).ConfigureAwait(false);
        if (await sent.ConfigureAwait(false) is not { } left || await held.ConfigureAwait(false) is not { } right) return SeamVerdict.Pending;
        return !left.AsSpan().SequenceEqual(right) ? SeamVerdict.Different : SeamSample.IsFlat(left) ? SeamVerdict.Flat : SeamVerdict.Equal;
    }

    private static async Task<byte[]?> ReadAsync(FtpSession session, FtpPath path, ByteRange range, CancellationToken cancellationToken)
    {
        try
        {
            return await SeamProbe.ReadAsync(session, path, range.Start, (int)range.Length, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            return null;
        }
    }
}
