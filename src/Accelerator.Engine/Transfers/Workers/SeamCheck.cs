using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Segments;
using Accelerator.Ftp;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Workers;

/// <summary>
/// Verifies the position of one range: keeps its first bytes for the range below, starts before its offset if that range has ended there,
/// and reads on into the range above.
/// </summary>
internal sealed class SeamCheck(
    OpenFile file, SegmentRun run, Fragment fragment, RunWriter writer, FtpSession session, bool keepsHead, Action<int> received)
{
    // Grows with what arrives: a short file has less than a sample.
    private byte[]? _head = keepsHead ? [] : null;
    private int _wanted = SeamSample.Length;
    private int _filled;

    /// <summary>Takes the range's next bytes while they belong to its head.</summary>
    /// <exception cref="StartOfFileException">They are the file's first bytes.</exception>
    public void Collect(ReadOnlySpan<byte> bytes)
    {
        if (_head is null) return;
        var part = bytes[..Math.Min(bytes.Length, _wanted - _filled)];
        if (_filled + part.Length > _head.Length)
            Array.Resize(ref _head, Math.Min(Math.Max(_filled + part.Length, 2 * _head.Length), _wanted));
        part.CopyTo(_head.AsSpan(_filled));
        _filled += part.Length;
        if (_filled < _wanted) return;
        if (_wanted < SeamSample.FlatLength && run.Start > 0 && SeamSample.IsFlat(_head))
        {
            _wanted = SeamSample.FlatLength;
            Collect(bytes[part.Length..]);
            return;
        }

        var head = _head;
        _head = null;
        Offer(head);
        if (run.Start > 0 && !file.Chain.RepeatsItsHead && IsStartOfFile(head)) throw new StartOfFileException(run.Start);
    }

    /// <summary>Offers the received bytes as the head of a range that has ended.</summary>
    public void OfferShortHead()
    {
        var head = _head;
        _head = null;
        if (head is not null && _filled > 0) file.Chain.OfferHead(fragment, _filled == head.Length ? head : head[.._filled]);
    }

    private void Offer(byte[] head)
    {
        if (file.Chain.OfferHead(fragment, head, out var compared) != SeamVerdict.Different) return;
        var (lower, tail) = compared!.Value;
        throw new SeamMismatchException(
            run.Start, withEarlierRun: false, IsStartOfFile(head), Dispute(lower, fragment, run.Start, tail, head));
    }

    /// <summary>Compares the bytes received before the start of the range with those stored there.</summary>
    /// <exception cref="SeamMismatchException">The bytes differ.</exception>
    public async Task CompareBelowAsync(DataTransfer transfer, int overlap, CancellationToken cancellationToken)
    {
        var fromServer = await ReadAsync(transfer, overlap).ConfigureAwait(false);
        var fromDisk = new byte[overlap];
        await file.Part.Sink.ReadAsync(run.Start - overlap, fromDisk, cancellationToken).ConfigureAwait(false);
        if (file.Chain.Below(run.Start) is { } below)
            Judge(below, fragment, run.Start - overlap, fromDisk, fromServer, transfer.RangeEnd is not null);
    }

    /// <summary>Reads on after the end of the range and compares with the start of the range above, if there is one.</summary>
    /// <exception cref="SeamMismatchException">The bytes differ.</exception>
    public async Task CompareAboveAsync(DataTransfer transfer, CancellationToken cancellationToken)
    {
        if (await AboveAsync().ConfigureAwait(false) is not { } above) return;
        var expected = await StartOfAsync(above, cancellationToken).ConfigureAwait(false);
        var length = Math.Min(expected?.Length ?? SeamSample.Length,
            Math.Min(transfer.RangeEnd ?? long.MaxValue, file.Map.Size) - run.Position);
        transfer.Want(length);
        var tail = await ReadAsync(transfer, checked((int)length)).ConfigureAwait(false);
        file.Chain.Grow(fragment, run.Position);
        // The stream above may not have delivered its first bytes yet; then it makes the comparison.
        if (expected is null && file.Chain.OfferTail(fragment, above, tail)) return;
        expected ??= above.Head!;
        Judge(fragment, above, above.Start, tail, expected, usedRang: transfer.RangeEnd is not null);
    }

    // A range that begins above after this one has been closed reads the bytes below from the disk.
    private async ValueTask<Fragment?> AboveAsync()
    {
        if (file.Chain.Above(run.Position) is { } above) return above;
        await writer.DrainAsync().ConfigureAwait(false);
        return file.Chain.AboveOrClose(fragment);
    }

    private async Task<byte[]?> StartOfAsync(Fragment above, CancellationToken cancellationToken)
    {
        if (above.Head is { } head) return head;
        var stored = new byte[checked((int)Math.Min(SeamSample.FlatLength, above.End - above.Start))];
        if (!above.IsRestored && (!above.IsHeadStored || stored.Length == 0
            || !file.Map.IsWritten(new ByteRange(above.Start, above.Start + stored.Length))))
            return null;
        await file.Part.Sink.ReadAsync(above.Start, stored, cancellationToken).ConfigureAwait(false);
        var takeAll = stored.Length <= SeamSample.Length || SeamSample.IsFlat(stored.AsSpan(0, SeamSample.Length));
        return takeAll ? stored : stored[..SeamSample.Length];
    }

    private void Judge(Fragment lower, Fragment upper, long offset, byte[] fromLower, byte[] fromUpper, bool usedRang)
    {
        if (usedRang && !fromLower.AsSpan().StartsWith(fromUpper.AsSpan(0, Math.Min(fromUpper.Length, fromLower.Length))))
        {
            // Before doubting the file, fetch the same range by REST: RANG is new and rarely used.
            session.Traits.RefuseRang();
            throw new FtpConnectionException(
                FtpStage.Data, $"RANG returned other bytes than those requested around offset {upper.Start}; continuing with REST.");
        }
        var verdict = file.Chain.Settle(lower, upper, fromLower, fromUpper);
        if (verdict == SeamVerdict.Equal && file.Checkpointer is { RestHonoured: null } checkpointer && fragment.Source == 0)
            checkpointer.RestHonoured = true;
        if (verdict != SeamVerdict.Different) return;
        var fetched = ReferenceEquals(upper, fragment) ? fromUpper : fromLower;
        throw new SeamMismatchException(
            upper.Start, lower.IsRestored || upper.IsRestored, IsStartOfFile(fetched), Dispute(lower, upper, offset, fromLower, fromUpper));
    }

    private static SeamDispute Dispute(Fragment lower, Fragment upper, long offset, byte[] fromLower, byte[] fromUpper) =>
        new(new SeamClaim(lower.Source, offset, fromLower), new SeamClaim(upper.Source, offset, fromUpper));

    private bool IsStartOfFile(ReadOnlySpan<byte> bytes) =>
        file.Chain.FileHead is { } start && bytes.Length >= start.Length && bytes[..start.Length].SequenceEqual(start);

    private async Task<byte[]> ReadAsync(DataTransfer transfer, int length)
    {
        var bytes = new byte[length];
        var filled = 0;
        // Count bytes as they arrive: a connection may crawl here as anywhere, and bytes received before a loss did cross the network.
        while (filled < length)
        {
            var read = await transfer.ReadAsync(bytes.AsMemory(filled)).ConfigureAwait(false);
            if (read == 0) return bytes[..filled];
            received(read);
            filled += read;
        }
        return bytes;
    }
}

/// <summary>
/// A range began with the same bytes as the file: the server ignored REST, or the file repeats itself. One probe distinguishes the two.
/// </summary>
internal sealed class StartOfFileException(long offset) : Exception($"The data at offset {offset} begins like the file.")
{
    /// <summary>Another offset, for the probe.</summary>
    public long ProbeOffset { get; } = Math.Max(1, offset - 13_579);
}
