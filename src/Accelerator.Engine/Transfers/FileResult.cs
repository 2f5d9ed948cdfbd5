using System.Diagnostics.CodeAnalysis;
using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Transfers;

/// <summary>The outcome of one file.</summary>
public sealed record FileResult
{
    private readonly TransferSource? _from;
    private readonly string? _source;
    private readonly string? _message;

    /// <summary>Creates an empty result.</summary>
    public FileResult()
    {
    }

    // The texts are composed when they are asked for: the results of a mirror stay in memory until its end.
    [SetsRequiredMembers]
    internal FileResult(TransferSource from, string targetPath, string verifiedBy)
    {
        (_from, TargetPath, VerifiedBy) = (from, targetPath, verifiedBy);
        (Source, Message) = (null!, null!);
    }

    /// <summary>Returns the result of a file that failed before any work on it.</summary>
    /// <param name="source">The location of the file, or where it was expected.</param>
    /// <param name="targetPath">Final local path; empty when not known yet.</param>
    /// <param name="kind">The kind of failure.</param>
    /// <param name="message">One sentence.</param>
    public static FileResult Failed(TransferSource source, string targetPath, FailureKind kind, string message) =>
        Untouched(source, targetPath, message) with { Failure = kind };

    /// <summary>Returns the result of a file that was skipped, because a local file of its name exists.</summary>
    /// <param name="source">The location of the file.</param>
    /// <param name="targetPath">The local path.</param>
    /// <param name="size">Its size in bytes.</param>
    /// <param name="modified">The time on the server as digits; null when it was not learned.</param>
    /// <param name="message">One sentence.</param>
    internal static FileResult Skipped(TransferSource source, string targetPath, long size, string? modified, string message) =>
        Untouched(source, targetPath, message) with { WasThere = true, Size = size, Modified = modified };

    /// <summary>Returns the result of a file that a filter left out.</summary>
    /// <param name="source">The location of the file.</param>
    /// <param name="message">One sentence.</param>
    internal static FileResult NotSelected(TransferSource source, string message) =>
        Untouched(source, "", message) with { LeftOut = true };

    private static FileResult Untouched(TransferSource source, string targetPath, string message) => new()
    {
        Source = source.ToString(),
        TargetPath = targetPath,
        Failure = null,
        Message = message,
        Size = 0,
        BytesFetched = 0,
        BytesReused = 0,
        Elapsed = TimeSpan.Zero,
        VerifyElapsed = TimeSpan.Zero,
        PeakStreams = 0,
        VerifiedBy = "",
    };

    /// <summary>The source as shown in messages.</summary>
    public required string Source
    {
        get => _source ?? _from?.ToString() ?? "";
        init => _source = value;
    }

    /// <summary>Final local path.</summary>
    public required string TargetPath { get; init; }

    /// <summary>
    /// Null when the file is complete, verified and published, and when it was skipped (<see cref="WasThere"/>,
    /// <see cref="LeftOut"/>); otherwise the reason why not.
    /// </summary>
    public required FailureKind? Failure { get; init; }

    /// <summary>Whether it was skipped because a local file of its name exists: see <see cref="TransferRequest.Skips"/>.</summary>
    public bool WasThere { get; init; }

    /// <summary>Whether a filter left the file out, so that nothing was downloaded.</summary>
    public bool LeftOut { get; init; }

    /// <summary>One sentence: on failure what happened and what to do, on success how the file was verified.</summary>
    public required string Message
    {
        get => _message ?? $"{Path.GetFileName(TargetPath)}: {AssuranceText}.";
        init => _message = value;
    }

    /// <summary>
    /// Size of the remote file in bytes, or of the part that <see cref="TransferItem.OutputRange"/> names; 0 when it was never learned.
    /// </summary>
    public required long Size { get; init; }

    /// <summary>
    /// Last modification of the remote file, as reported by MDTM or MLSD: <c>20261120180000</c>; null when it was never learned.
    /// </summary>
    public string? Modified { get; init; }

    /// <summary>Bytes received over the network in this run, including overlaps and discarded bytes.</summary>
    public required long BytesFetched { get; init; }

    /// <summary>Bytes reused from an earlier try.</summary>
    public required long BytesReused { get; init; }

    /// <summary>Time from the first request for its bytes, for the first file of a run from the first connection, to publication.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>The part of <see cref="Elapsed"/> spent after the last byte on flushing, hashing and publishing.</summary>
    public required TimeSpan VerifyElapsed { get; init; }

    /// <summary>The highest number of streams that received at once.</summary>
    public required int PeakStreams { get; init; }

    /// <summary>
    /// How the content was verified: <c>length and seams</c>, <c>HASH SHA-256</c>, <c>its companion .sha256 file</c>, <c>the given
    /// SHA-256</c>, … Empty on failure.
    /// </summary>
    public required string VerifiedBy { get; init; }

    /// <summary>The evidence behind the result; null on failure.</summary>
    public Assurance? Assurance { get; init; }

    /// <summary>
    /// The comparisons made, in readable form: <c>verified by XSHA256</c>, <c>complete; size, time and range overlaps match (no checksum
    /// available)</c>. Empty on failure.
    /// </summary>
    public string AssuranceText { get; init; } = "";

    /// <summary>SHA-256 of the content in lower-case hexadecimal when it was computed, else null.</summary>
    public string? Sha256 { get; init; }

    /// <summary>Whether the file was written past the page cache; null when nothing was to be written yet.</summary>
    public bool? Unbuffered { get; init; }

    /// <summary>
    /// The reason why the page cache was used although unbuffered writes were requested: <c>its folder lies in memory</c>; else null.
    /// </summary>
    public string? WhyBuffered { get; init; }

    /// <summary>
    /// Sources that contributed bytes without evidence that they hold the same file: see <see cref="TransferRequest.TrustReplicas"/>. Empty
    /// when everything was verified.
    /// </summary>
    public IReadOnlyList<string> TrustedSources { get; init; } = [];

    /// <summary>
    /// Whether the server, which accepted the login and the data connection, refused to send this file: nothing shows that it would refuse
    /// others.
    /// </summary>
    public bool IsRefused { get; init; }

    /// <summary>Whether <c>.part</c> and journal are kept so that the same command continues.</summary>
    public bool CanResume { get; init; }

    /// <summary>
    /// Bytes that the same command does not fetch again, apart from samples at seams; 0 when nothing is kept, or when the run ended before
    /// this was determined.
    /// </summary>
    public long BytesKept { get; init; }
}
