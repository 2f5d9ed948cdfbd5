using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Transfers;

/// <summary>One file to fetch, from one or several sources that hold the same content.</summary>
public sealed record TransferItem
{
    /// <summary>
    /// Shorter files of a listing are not worth further sources, bytes: to prove that one holds the same costs round trips at each server,
    /// and the file is over in few. What makes items of a listing heeds it; one that names several sources all the same is fetched from
    /// them.
    /// </summary>
    public const long LeastForReplicas = 16 << 20;

    /// <summary>Where the file is. At least one; the first is the one whose identity counts.</summary>
    public required IReadOnlyList<TransferSource> Sources { get; init; }

    /// <summary>
    /// Absolute path of the final local file. Until it is complete and verified, the data is in <c>TargetPath + ".part"</c>.
    /// </summary>
    public required string TargetPath { get; init; }

    /// <summary>
    /// What that name has before <c>.part</c>, where the usual one is held by another process that must not be waited for. Null, the
    /// default, for the usual one.
    /// </summary>
    public string? PartTag { get; init; }

    /// <summary>
    /// Folder below which none on the way to <see cref="TargetPath"/> may be a link when the file is opened. Null, the default: the way is
    /// the user's own.
    /// </summary>
    public string? Root { get; init; }

    /// <summary>
    /// What a listing told of it: of a short file nothing more is asked, a long one is fetched beside the short ones. Null when there was
    /// no listing. Default null.
    /// </summary>
    public ListedFacts? Listed { get; init; }

    /// <summary>Most streams that fetch it at once, 1 or more; null, the default, for as many as the run has.</summary>
    public int? MostStreams { get; init; }
}
