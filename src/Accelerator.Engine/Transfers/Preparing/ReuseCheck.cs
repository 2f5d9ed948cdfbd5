using Accelerator.Engine.Journals;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>
/// Compares the bytes that an earlier run stored with the checksums in its journal. Another program, a file system repair or a failing disk
/// may have changed them since. Reading a block from a local disk costs less than fetching it, so all are read, within a time limit.
/// </summary>
/// <remarks>
/// A block that cannot be read is fetched again: a disk replaces a bad sector when it is written, and a run that ended here would end here
/// every time. If the disk fails as a whole, or a network drive is gone, the bytes are not discarded: then the run ends.
/// </remarks>
internal static class ReuseCheck
{
    /// <summary>
    /// The time limit for reading blocks that do not border on missing bytes. It covers 7 GB on a disk that reads 120 MB/s, and 30 GB on
    /// one that reads 500 MB/s.
    /// </summary>
    public static TimeSpan Longest { get; } = TimeSpan.FromMinutes(1);

    /// <summary>
    /// The time limit for the blocks that border on missing bytes. A block has 128 MiB in a file of 1 TB, and 64 streams leave up to 128
    /// borders: 16 GiB, or 2.4 minutes on a disk that reads 120 MB/s.
    /// </summary>
    public static TimeSpan LongestAtBorders { get; } = TimeSpan.FromMinutes(5);

    /// <summary>The number of unreadable blocks above which the disk has failed.</summary>
    public const int MostUnreadable = 16;

    /// <summary>
    /// Reads and compares. Blocks next to missing bytes come first and have a longer time limit: the ranges to be fetched are joined to
    /// them.
    /// </summary>
    /// <param name="sink">The partial file.</param>
    /// <param name="journal">The earlier run's journal. Bytes without a checksum are kept as they are.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Checked between reads.</param>
    /// <exception cref="StorageException">No block can be read, or more than <see cref="MostUnreadable"/> cannot.</exception>
    public static async Task<ReusedBytes> RunAsync(
        IFileSink sink, JournalState journal, TimeProvider time, CancellationToken cancellationToken)
    {
        if (journal.Sums.Count == 0) return new ReusedBytes(journal, 0, 0);
        var listed = new IntervalSet();
        foreach (var range in journal.Proven.Concat(journal.Unproven)) listed.Add(range);
        using var pool = new BlockPool(Block.Size);
        var block = await pool.RentAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var began = time.GetTimestamp();
            var (sound, damaged, unreadable, left) = (new List<SummedRange>(), new List<ByteRange>(), new List<ByteRange>(), 0L);
            var (compared, failure) = (0, (StorageException?)null);
            foreach (var part in journal.Sums.OrderBy(part => IsInner(part.Range)))
            {
                if (time.GetElapsedTime(began) >= (IsInner(part.Range) ? Longest : LongestAtBorders))
                {
                    sound.Add(part);
                    left += part.Range.Length;
                    continue;
                }
                try
                {
                    var kept = await CompareAsync(sink, block, part, listed, cancellationToken).ConfigureAwait(false);
                    compared++;
                    if (kept is null) damaged.Add(part.Range);
                    else sound.AddRange(kept);
                }
                catch (StorageException e)
                {
                    failure = e;
                    unreadable.Add(part.Range);
                    if (unreadable.Count > MostUnreadable) throw;
                }
            }
            if (failure is not null && compared == 0) throw failure;
            return Without(journal, damaged, unreadable, sound, listed) with { UncheckedBytes = left, ReadFailure = failure };
        }
        finally
        {
            pool.Return(block);
        }

        bool IsInner(ByteRange part) => listed.Contains(new ByteRange(Math.Max(part.Start - 1, 0), Math.Min(part.End + 1, journal.Size)));
    }

    // The checksums of the part's listed bytes; null when they differ from the stored ones.
    private static async Task<IReadOnlyList<SummedRange>?> CompareAsync(
        IFileSink sink, Block block, SummedRange part, IntervalSet listed, CancellationToken cancellationToken)
    {
        var whole = new IntervalSet();
        whole.Add(part.Range);
        var inside = listed.Intersect(whole);
        var kept = new List<SummedRange>();
        var sum = 0u;
        foreach (var range in inside.ToArray().Concat(inside.Gaps(part.Range)).OrderBy(static range => range.Start))
        {
            if (await SumAsync(sink, block, range, cancellationToken).ConfigureAwait(false) is not { } own) return null;
            sum = Crc32C.Join(sum, own, range.Length);
            if (inside.Contains(range)) kept.Add(new SummedRange(range, own));
        }
        return sum == part.Sum ? kept : null;
    }

    private static async Task<uint?> SumAsync(IFileSink sink, Block block, ByteRange range, CancellationToken cancellationToken)
    {
        var sum = 0u;
        for (var offset = range.Start; offset < range.End;)
        {
            var wanted = checked((int)Math.Min(Block.Size, range.End - offset));
            cancellationToken.ThrowIfCancellationRequested();
            if (await sink.ReadAsync(offset, block.Memory[..wanted], cancellationToken).ConfigureAwait(false) < wanted) return null;
            sum = Crc32C.Join(sum, Crc32C.Of(block.Memory.Span[..wanted]), wanted);
            offset += wanted;
        }
        return sum;
    }

    private static ReusedBytes Without(
        JournalState journal, List<ByteRange> damaged, List<ByteRange> unreadable, List<SummedRange> sound, IntervalSet listed)
    {
        var (proven, unproven) = (new IntervalSet(), new IntervalSet());
        foreach (var range in journal.Proven) proven.Add(range);
        foreach (var range in journal.Unproven) unproven.Add(range);
        var all = listed.TotalLength;
        var changed = Remove(damaged);
        var lost = Remove(unreadable);
        var state = journal with { Proven = proven.ToArray(), Unproven = unproven.ToArray(),
            Sums = [.. sound.OrderBy(static part => part.Range.Start)] };
        return new ReusedBytes(state, changed, 0)
        {
            ChangedParts = damaged.Count,
            UnreadableBytes = lost,
            UnreadableParts = unreadable.Count,
        };

        long Remove(List<ByteRange> parts)
        {
            foreach (var range in parts)
            {
                proven.Remove(range);
                unproven.Remove(range);
            }
            var removed = all - proven.TotalLength - unproven.TotalLength;
            all -= removed;
            return removed;
        }
    }
}

/// <summary>The data of an earlier run that this run reuses.</summary>
/// <param name="State">The journal without the bytes that do not match their checksums or cannot be read.</param>
/// <param name="ChangedBytes">The number of bytes that do not match.</param>
/// <param name="UncheckedBytes">The number of bytes that have a checksum but were not compared because the time limit was reached.</param>
internal sealed record ReusedBytes(JournalState State, long ChangedBytes, long UncheckedBytes)
{
    /// <summary>The number of blocks, or parts of blocks, that do not match.</summary>
    public int ChangedParts { get; init; }

    /// <summary>The number of bytes that cannot be read.</summary>
    public long UnreadableBytes { get; init; }

    /// <summary>The number of blocks, or parts of blocks, that cannot be read.</summary>
    public int UnreadableParts { get; init; }

    /// <summary>The disk's last failure; null if all blocks could be read.</summary>
    public StorageException? ReadFailure { get; init; }
}

/// <summary>Checks whether an earlier run's stored bytes are unchanged.</summary>
internal static class ResumeCheck
{
    /// <summary>Compares the bytes that a journal lists with their checksums, and notifies the user of changes.</summary>
    /// <param name="part">The partial file, locked by this run.</param>
    /// <param name="name">The file's name for messages.</param>
    /// <param name="journal">The earlier run's journal.</param>
    /// <param name="time">Clock.</param>
    /// <param name="notice">Reports to the user.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public static async Task<ReusedBytes> CompareAsync(
        PartialFile part, string name, JournalState journal, TimeProvider time, Action<NoticeKind, string> notice,
        CancellationToken cancellationToken)
    {
        // The file comes in one stream from its start: nothing is reused.
        if (journal.RestHonoured == false) return new ReusedBytes(journal, 0, 0);
        var began = time.GetTimestamp();
        var reused = await ReuseCheck.RunAsync(part.Sink, journal, time, cancellationToken).ConfigureAwait(false);
        if (reused.ChangedBytes > 0)
            notice(NoticeKind.ResumeRefused,
                $"{name}: {CountText.Of(reused.ChangedParts, "block")} of '{part.PartPath}' changed on disk after the earlier run stored "
                    + $"them; {ByteText.Size(reused.ChangedBytes)} are downloaded again.");
        if (reused.ReadFailure is { } failure)
            notice(NoticeKind.ResumeRefused,
                $"{name}: {CountText.Of(reused.UnreadableParts, "block")} of '{part.PartPath}' cannot be read "
                    + $"({(failure.InnerException ?? failure).Message}); {ByteText.Size(reused.UnreadableBytes)} are downloaded again. "
                    + "Check the disk.");
        var took = time.GetElapsedTime(began);
        if (reused.UncheckedBytes > 0)
            notice(NoticeKind.Verification,
                $"{name}: {ByteText.Size(reused.UncheckedBytes)} of the earlier run are reused without comparing them with their "
                    + $"checksums, because reading the others took {took.TotalSeconds:0} s.");
        return reused;
    }
}
