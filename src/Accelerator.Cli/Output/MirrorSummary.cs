using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Output;

/// <summary>
/// The outcome of a mirror in numbers. Each wanted file of the server is counted once: new, changed, unchanged, failed or remaining.
/// </summary>
internal sealed record MirrorSummary
{
    /// <summary>Files that did not exist locally and were fetched.</summary>
    public required long New { get; init; }

    /// <summary>Files that existed locally with different content.</summary>
    public required long Changed { get; init; }

    /// <summary>Files that already matched the server.</summary>
    public required long Same { get; init; }

    /// <summary>Files that could not be fetched.</summary>
    public required long Failed { get; init; }

    /// <summary>Files that remain for the next run after a stop.</summary>
    public required long ToCome { get; init; }

    /// <summary>Files deleted locally.</summary>
    public required long Deleted { get; init; }

    /// <summary>Bytes received over the network, with overlaps and discarded bytes.</summary>
    public required long BytesFetched { get; init; }

    /// <summary>Bytes of the files put in place, without overlaps and what was reused; for a failed file, the bytes received.</summary>
    public required long Bytes { get; init; }

    /// <summary>Wanted files on the server.</summary>
    public long Files => New + Changed + Same + Failed + ToCome;

    /// <summary>Counts the files of a result.</summary>
    public static MirrorSummary Of(MirrorResult result)
    {
        var ended = result.Plan.Fetches.Zip(result.Files).ToList();
        return new MirrorSummary
        {
            New = ended.Count(pair => pair is { First.Change: MirrorChange.New, Second.Failure: null }),
            Changed = ended.Count(pair => pair is { First.Change: MirrorChange.Changed, Second.Failure: null }),
            Same = result.Plan.SameFiles,
            Failed = ended.Count(pair => pair.Second.Failure is not (null or FailureKind.Cancelled)),
            ToCome = ended.Count(pair => pair.Second.Failure == FailureKind.Cancelled),
            Deleted = result.Deleted.Sum(extra => extra.Files),
            Bytes = result.Files.Sum(file => file.Failure is null ? file.Size - file.BytesReused : file.BytesFetched),
            BytesFetched = result.Files.Sum(file => file.BytesFetched),
        };
    }
}
