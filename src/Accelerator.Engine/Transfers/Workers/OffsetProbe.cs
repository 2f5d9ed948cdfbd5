using System.Numerics;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers.Sampling;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Workers;

/// <summary>
/// Shows by content that a server honours the offsets of a part that is not joined to byte 0. The number of bytes shows it only if the
/// server sends what its file has from there: a server that seeks modulo its limit can count by the offset that was asked for. It then
/// sends the same bytes from two offsets whose distance is a multiple of the limit, so the end of the file is compared with the bytes at
/// its offset without the highest bit, which is such a distance for every limit that is a power of two.
/// </summary>
internal sealed class OffsetProbe
{
    // Up to here, bytes that come from byte 0, with no offset, cost little more than a sample.
    private const long Near = 256 << 10;

    private readonly long _offset;
    private readonly byte[] _other;
    private readonly byte[]? _own;
    private readonly bool _isTruth;
    private bool _coversPart;
    private OffsetProbe? _second;

    private OffsetProbe(long offset, byte[] other, byte[]? own, bool isTruth) =>
        (_offset, _other, _own, _isTruth) = (offset, other, own, isTruth);

    /// <summary>Reads what the last bytes of a file will be compared with. Must precede them, so that a failure is that of their range.
    /// </summary>
    /// <param name="session">The session to read over.</param>
    /// <param name="path">The file.</param>
    /// <param name="size">Its size.</param>
    /// <param name="start">The offset from which its last bytes will be read.</param>
    /// <param name="part">The part that is wanted.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public static async Task<OffsetProbe> ReadAsync(
        FtpSession session, FtpPath path, long size, long start, ByteRange part, CancellationToken cancellationToken)
    {
        var tail = OutputRange.TailStart(size);
        if (tail < Near)
        {
            return new(start, await TruthAsync(start, size).ConfigureAwait(false), null, isTruth: true)
            {
                _coversPart = start <= part.Start,
            };
        }
        // The range itself comes by REST and the others by RANG, which may count differently.
        var own = start == tail && !session.Traits.RangUsable ? null : await SampleAsync(tail).ConfigureAwait(false);
        var probe = new OffsetProbe(tail, await SampleAsync(WithoutHighestBit(tail)).ConfigureAwait(false), own, isTruth: false);
        // The padding at the end of a file repeats more often than the part does.
        if (!SeamSample.IsFlat(probe._other)) return probe;
        own = await SampleAsync(part.Start).ConfigureAwait(false);
        probe._second = part.Start < Near
            ? new(part.Start, await TruthAsync(part.Start, part.Start + own.Length).ConfigureAwait(false), own, isTruth: true)
            : new(part.Start, await SampleAsync(WithoutHighestBit(part.Start)).ConfigureAwait(false), own, isTruth: false);
        return probe;

        Task<byte[]> SampleAsync(long offset) => BytesAsync(offset, Math.Min(offset + SeamSample.Length, size));

        async Task<byte[]> TruthAsync(long from, long to) => (await BytesAsync(0, to).ConfigureAwait(false))[checked((int)from)..];

        async Task<byte[]> BytesAsync(long from, long to)
        {
            var bytes = await SeamProbe.ReadBoundedAsync(session, path, new ByteRange(from, to), null, cancellationToken)
                .ConfigureAwait(false);
            return bytes.Length == to - from ? bytes : throw new FtpConnectionException(
                FtpStage.Data, $"RETR {path} at offset {from}: the data ended after {bytes.Length:N0} bytes.");
        }
    }

    /// <summary>Compares the last bytes of the file.</summary>
    /// <param name="last">The bytes, as they came from the offset.</param>
    /// <returns>Whether the offsets are right; null if the bytes repeat, so that nothing shows it.</returns>
    /// <exception cref="OffsetDoubtException">The server does not honour the offset, or the file repeats itself.</exception>
    public bool? Judge(ReadOnlySpan<byte> last)
    {
        var own = _own ?? last;
        var isSame = own.SequenceEqual(_other);
        if (_isTruth)
        {
            if (!isSame) throw new OffsetDoubtException($"the server sends other bytes from offset {_offset:N0} than the file has there");
            return _coversPart || !SeamSample.IsFlat(own) ? true : null;
        }
        if (own.Length < last.Length || !own[^last.Length..].SequenceEqual(last))
            throw new OffsetDoubtException($"the server's ranges that begin at offset {_offset:N0} and behind it do not match");
        if (!isSame) return true;
        if (!SeamSample.IsFlat(own))
        {
            throw new OffsetDoubtException(
                $"the server sends the same bytes from offset {_offset:N0} as from {WithoutHighestBit(_offset):N0}, so it may not honour "
                    + "offsets");
        }
        return _second?.Judge(_second._own);
    }

    private static long WithoutHighestBit(long offset) => offset ^ (1L << BitOperations.Log2((ulong)offset));
}

/// <summary>The bytes of a range show that its offset may not be honoured.</summary>
/// <param name="why">The evidence, as the middle of a sentence.</param>
internal sealed class OffsetDoubtException(string why) : Exception(why);
