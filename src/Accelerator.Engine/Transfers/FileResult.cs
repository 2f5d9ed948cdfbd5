using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Transfers;

/// <summary>How one file ended.</summary>
public sealed record FileResult
{
    /// <summary>The result of a file that failed before anything was done for it.</summary>
    /// <param name="source">Where it is, or was looked for.</param>
    /// <param name="targetPath">Final local path; empty where none is known yet.</param>
    /// <param name="kind">Why.</param>
    /// <param name="message">One sentence.</param>
    public static FileResult Failed(TransferSource source, string targetPath, FailureKind kind, string message) => new()
    {
        Source = source.ToString(),
        TargetPath = targetPath,
        Failure = kind,
        Message = message,
        Size = 0,
        BytesFetched = 0,
        BytesReused = 0,
        Elapsed = TimeSpan.Zero,
        VerifyElapsed = TimeSpan.Zero,
        PeakStreams = 0,
        VerifiedBy = "",
    };

    /// <summary>The source as messages name it.</summary>
    public required string Source { get; init; }

    /// <summary>Final local path.</summary>
    public required string TargetPath { get; init; }

    /// <summary>Null when the file is complete, proven and published; otherwise why not.</summary>
    public required FailureKind? Failure { get; init; }

    /// <summary>One sentence: on failure what happened and what to do, on success how the file was proven.</summary>
    public required string Message { get; init; }

    /// <summary>Size of the remote file in bytes; 0 when it was never learned.</summary>
    public required long Size { get; init; }

    /// <summary>Last change of the remote file, as MDTM or MLSD tells it: <c>20261120180000</c>; null when it was never learned.</summary>
    public string? Modified { get; init; }

    /// <summary>Bytes that came over the network in this run, overlaps and discarded bytes included.</summary>
    public required long BytesFetched { get; init; }

    /// <summary>Bytes taken over from an earlier try.</summary>
    public required long BytesReused { get; init; }

    /// <summary>From the first connection to publication.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>The part of <see cref="Elapsed"/> spent after the last byte on flushing, hashing and publishing.</summary>
    public required TimeSpan VerifyElapsed { get; init; }

    /// <summary>Most streams that received at once.</summary>
    public required int PeakStreams { get; init; }

    /// <summary>
    /// How the content was proven: <c>length and seams</c>, <c>HASH SHA-256</c>, <c>its companion .sha256 file</c>, <c>the given
    /// SHA-256</c>, … Empty on failure.
    /// </summary>
    public required string VerifiedBy { get; init; }

    /// <summary>What the result rests on; null on failure.</summary>
    public Assurance? Assurance { get; init; }

    /// <summary>
    /// What was compared, for people: <c>proven by XSHA256</c>, <c>complete; size, time and range overlaps match (no checksum
    /// available)</c>. Empty on failure.
    /// </summary>
    public string AssuranceText { get; init; } = "";

    /// <summary>SHA-256 of the content in lower-case hexadecimal when it was computed, else null.</summary>
    public string? Sha256 { get; init; }

    /// <summary>Whether it was written past the page cache; null when nothing was to be written yet.</summary>
    public bool? Unbuffered { get; init; }

    /// <summary>Why it was not, where that was wanted: <c>its folder lies in memory</c>; else null.</summary>
    public string? WhyBuffered { get; init; }

    /// <summary>
    /// Sources that bytes came from though nothing shows that they hold the same file: see <see cref="TransferRequest.TrustReplicas"/>.
    /// Empty where all was proven.
    /// </summary>
    public IReadOnlyList<string> TrustedSources { get; init; } = [];

    /// <summary>Whether <c>.part</c> and journal are kept so that the same command continues.</summary>
    public bool CanResume { get; init; }

    /// <summary>
    /// Bytes that it does not fetch again then, samples at seams apart; 0 where nothing is kept, or where the run ended before it looked.
    /// </summary>
    public long BytesKept { get; init; }
}
