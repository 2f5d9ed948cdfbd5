using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Transfers.Files;

/// <summary>
/// Returns the disk space of a spool behind its reader (docs/decisions/0030). What may be read again stays: 64 KiB behind the reader for
/// the next seam, the samples of <see cref="Samples"/>, and the bytes that a hash has not taken yet. The whole spool stays if the file is
/// short, if its bytes are needed at the end, or if the file system cannot free a part of a file.
/// </summary>
internal sealed class SpoolSpace
{
    private const long LeastStep = 1 << 20;
    private const long LongestStep = 8 << 20;
    private const int MostSamples = 8;

    private readonly OpenFile _file;
    private readonly long _start;
    private readonly long _step;
    private readonly List<ByteRange> _samples = [];
    private bool? _isFreed;
    private long _end;
    private int _restarts;

    /// <param name="file">The file, which has an output.</param>
    public SpoolSpace(OpenFile file)
    {
        _file = file;
        _start = _end = file.Map.Wanted.Start;
        _step = Math.Clamp(file.Item.OutputWindow / 4, LeastStep, LongestStep);
        if (!IsPossible(file.Item, file.Plan.Identity.Size)) _isFreed = false;
        else PlaceSamples(file.BytesWanted ?? 0);
    }

    /// <summary>Whether bytes were freed: then the whole file cannot be read any more.</summary>
    public bool HasFreed => Volatile.Read(ref _end) > _start;

    /// <summary>Ranges of 64 KiB, at equal distances, that were not freed.</summary>
    public IReadOnlyList<ByteRange> Samples => _samples;

    /// <summary>
    /// Returns whether the space of a file's spool may be freed while it is written to the output: not if the first byte waits for the
    /// verification, if several sources may have to be compared, or if the file fits in the window.
    /// </summary>
    /// <param name="item">The file.</param>
    /// <param name="size">Its bytes; null when unknown.</param>
    public static bool IsPossible(TransferItem item, long? size) =>
        item is { Output: not null, VerifyBeforeOutput: false, Sources.Count: 1 } && !(size <= item.OutputWindow);

    /// <summary>Returns whether a hash of the whole file can still be computed.</summary>
    /// <param name="kind">Its algorithm.</param>
    public bool CanCompute(HashKind kind) =>
        !HasFreed || (_file.Hash is { } hash && hash.Kind == kind && hash.Restarts == _restarts);

    /// <summary>Frees what is no longer needed. Called by one thread at a time.</summary>
    /// <param name="position">The offset of the reader.</param>
    public void Release(long position)
    {
        if (position - SeamSample.Length - _end < _step) return;
        _isFreed ??= Decide();
        if (_isFreed != true) return;
        var end = Math.Min(position - SeamSample.Length, _file.Hash?.Taken ?? long.MaxValue);
        end -= (end - _start) % _step;
        if (end <= _end || !(_file.Hash is null || _file.Hash.Restarts == _restarts)) return;
        foreach (var gap in Between(_end, end))
        {
            if (_file.Part.TryFree(gap.Start, gap.End)) continue;
            // Gaps freed before stay free.
            _isFreed = false;
            return;
        }
        Volatile.Write(ref _end, end);
    }

    // Null while it is unknown which hash the verification will compare.
    private bool? Decide()
    {
        var (plan, answers) = (_file.Plan, _file.Transfer.MetadataProbe);
        HashKind? needed = null;
        if (plan is { Part: null, Verify.Mode: VerifyMode.Given }) needed = plan.Verify.Given!.Kind;
        else if (plan is { Part: null, Verify.Mode: not VerifyMode.None })
        {
            if (!answers.IsComplete)
            {
                // A single stream would ask after its last byte.
                if (_file.Queue.Runs() is [var only]) _file.Queue.Truncate(only);
                return null;
            }
            needed = KindOf(answers);
        }
        if (needed is { } kind) _file.Follow(kind);
        _restarts = _file.Hash?.Restarts ?? 0;
        return needed is null || _file.Hash?.Kind == needed;
    }

    private HashKind? KindOf(MetadataProbe answers)
    {
        foreach (var question in CompanionFile.All)
        {
            if (CompanionFile.Digest(answers, question, _file.Item.Sources[0].Path) is not null)
                return CompanionFile.KindOf(question);
        }
        return answers.Features is { } features ? HashCommand.Listed(features).FirstOrDefault()?.Kind : null;
    }

    // Only the start of a file of unknown size is read again.
    private void PlaceSamples(long length)
    {
        for (var i = 0; i < (length > 0 ? MostSamples : 1); i++)
        {
            var start = _start + (length / MostSamples * i);
            _samples.Add(new ByteRange(start, start + SeamSample.Length));
        }
    }

    private ByteRange[] Between(long start, long end)
    {
        var kept = new IntervalSet();
        foreach (var sample in _samples) kept.Add(sample);
        return kept.Gaps(new ByteRange(start, end));
    }
}
