using System.Collections.Concurrent;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Delivering;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>
/// The files that are being fetched, from events. A file without progress stays, with a rate of zero, until its end is reported; a run that
/// ends without reporting a file is over after <see cref="Longest"/> at the latest.
/// </summary>
internal sealed class LiveTransfers(TimeProvider time) : IProgress<JobEvent>
{
    /// <summary>The maximum number of files that are returned.</summary>
    public const int Most = 100;

    // Progress is reported five times a second while bytes move, and stops with them.
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(2);

    // A run without a new byte for 90 s ends (--max-idle).
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(2);

    private readonly ConcurrentDictionary<string, Entry> _files = new(StringComparer.Ordinal);

    public void Report(JobEvent value)
    {
        switch (value)
        {
            case JobEvent.Begun(var claim, var path):
                _files[path] = new Entry(claim, time.GetUtcNow(), time.GetTimestamp(), null);
                break;
            case JobEvent.Progress(_, var snapshot):
                foreach (var file in snapshot.Files)
                {
                    if (!_files.TryGetValue(file.TargetPath, out var known)) continue;
                    // A file whose end was reported at this moment is not added again.
                    _files.TryUpdate(file.TargetPath, known with { At = time.GetTimestamp(), File = file }, known);
                }
                break;
            case JobEvent.Delivered(_, var path, _, _, _):
                _files.TryRemove(path, out _);
                break;
            case JobEvent.Refused(var claim, _, _, _):
                foreach (var (path, _) in _files.Where(file => file.Value.Claim.FileId == claim.FileId)) _files.TryRemove(path, out _);
                break;
        }
    }

    /// <summary>Returns the files in progress whose bytes arrive, the longest-running first.</summary>
    public IReadOnlyList<TransferFigures> Read()
    {
        foreach (var (path, _) in _files.Where(file => time.GetElapsedTime(file.Value.At) > Longest)) _files.TryRemove(path, out _);
        return [.. _files.Values.Where(entry => entry.File is not null).OrderBy(entry => entry.Since).ThenBy(entry => entry.Claim.FileId)
            .Take(Most).Select(FiguresOf)];
    }

    private TransferFigures FiguresOf(Entry entry)
    {
        var (claim, file) = (entry.Claim, entry.File!.Value);
        var isFresh = time.GetElapsedTime(entry.At) < Fresh;
        return new TransferFigures(claim.Job, claim.Server, $"{claim.Folder.TrimEnd('/')}/{claim.Name}", entry.Since, file.BytesDone,
            file.Size ?? claim.Size, isFresh ? file.Streams : 0, isFresh ? file.BytesPerSecond : 0);
    }

    private sealed record Entry(Claim Claim, DateTimeOffset Since, long At, FileSnapshot? File);
}
