using Accelerator.Engine.Journals;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>
/// Compares the bytes that an earlier run stored with the checksums in its journal. Another program, a file system repair or a failing disk
/// may have changed them since. Reading a block from a local disk costs less than fetching it, so all are read, within a time limit.
/// </summary>
internal static class ReuseCheck
{
    /// <summary>
    /// The time limit for reading blocks that do not border on missing bytes. It covers 7 GB on a disk that reads 120 MB/s, and 30 GB on
    /// one that reads 500 MB/s.
    /// </summary>
    public static TimeSpan Longest { get; } = TimeSpan.FromMinutes(1);

    /// <summary>
    /// Reads and compares. Blocks next to missing bytes come first, and are compared regardless of the time: the ranges to be fetched are
    /// joined to them.
    /// </summary>
    /// <param name="sink">The partial file.</param>
    /// <param name="journal">The earlier run's journal. Bytes without a checksum are kept as they are.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Checked between reads.</param>
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
            var (sound, damaged, left) = (new List<SummedRange>(), new List<ByteRange>(), 0L);
            foreach (var part in journal.Sums.OrderBy(part => IsInner(part.Range)))
            {
                if (IsInner(part.Range) && time.GetElapsedTime(began) >= Longest)
                {
                    sound.Add(part);
                    left += part.Range.Length;
                }
                else if (await CompareAsync(sink, block, part, listed, cancellationToken).ConfigureAwait(false) is { } kept)
                    sound.AddRange(kept);
                else damaged.Add(part.Range);
            }
            return Without(journal, damaged, sound, listed, left);
        }
        finally
        {
            pool.Return(block);
        }

        bool IsInner(ByteRange part) => listed.Contains(new ByteRange(Math.Max(part.Start - 1, 0), Math.Min(part.End + 1, journal.Size)));
    }

    // The checksums of the part's listed bytes; null when they differ from the stored ones, or the bytes cannot be read.
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
            var wanted = (int)Math.Min(Block.Size, range.End - offset);
            try
            {
                cancellationToken.ThrowIfCancellationRequested();
                if (await sink.ReadAsync(offset, block.Memory[..wanted], cancellationToken).ConfigureAwait(false) < wanted) return null;
            }
            catch (StorageException)
            {
                return null;
            }
            sum = Crc32C.Join(sum, Crc32C.Of(block.Memory.Span[..wanted]), wanted);
            offset += wanted;
        }
        return sum;
    }

    private static ReusedBytes Without(
        JournalState journal, List<ByteRange> damaged, List<SummedRange> sound, IntervalSet listed, long left)
    {
        var (proven, unproven) = (new IntervalSet(), new IntervalSet());
        foreach (var range in journal.Proven) proven.Add(range);
        foreach (var range in journal.Unproven) unproven.Add(range);
        var before = listed.TotalLength;
        foreach (var range in damaged)
        {
            proven.Remove(range);
            unproven.Remove(range);
        }
        var state = journal with { Proven = proven.ToArray(), Unproven = unproven.ToArray(),
            Sums = [.. sound.OrderBy(static part => part.Range.Start)] };
        return new ReusedBytes(state, before - proven.TotalLength - unproven.TotalLength, left) { DamagedParts = damaged.Count };
    }
}

/// <summary>The data of an earlier run that this run reuses.</summary>
/// <param name="State">The journal without the bytes that do not match their checksums.</param>
/// <param name="DamagedBytes">The number of bytes that do not match.</param>
/// <param name="UncheckedBytes">The number of bytes that have a checksum but were not compared because the time limit was reached.</param>
internal sealed record ReusedBytes(JournalState State, long DamagedBytes, long UncheckedBytes)
{
    /// <summary>The number of blocks, or parts of blocks, that do not match.</summary>
    public int DamagedParts { get; init; }
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
        var reused = await ReuseCheck.RunAsync(part.Sink, journal, time, cancellationToken).ConfigureAwait(false);
        if (reused.DamagedBytes > 0)
        {
            var blocks = reused.DamagedParts == 1 ? "1 block" : $"{reused.DamagedParts:N0} blocks";
            notice(NoticeKind.ResumeRefused,
                $"{name}: {blocks} of '{part.PartPath}' changed on disk after the earlier run stored them; "
                    + $"{ByteText.Size(reused.DamagedBytes)} are fetched again.");
        }
        if (reused.UncheckedBytes > 0)
            notice(NoticeKind.Verification,
                $"{name}: {ByteText.Size(reused.UncheckedBytes)} of the earlier run are reused without comparing them with their "
                    + $"checksums, because reading the others took {ReuseCheck.Longest.TotalSeconds:0} s.");
        return reused;
    }
}
