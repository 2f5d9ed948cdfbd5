using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers;

/// <summary>One file to fetch, from one or several sources that hold the same content.</summary>
public sealed record TransferItem
{
    /// <summary>
    /// Shorter files of a listing, in bytes, are not worth further sources: verifying that a source holds the same file costs round trips
    /// at each server, and the file takes only a few. The code that creates items from a listing applies this bound; an item that names
    /// several sources anyway is fetched from them.
    /// </summary>
    public const long LeastForReplicas = 16 << 20;

    /// <summary>
    /// Shorter files that are fetched in one run have no journal, in bytes: fetching them again costs less than flushing for them.
    /// </summary>
    internal const long LeastJournalled = 16 << 20;

    /// <summary>The sources of the file. At least one; the identity at the first one is authoritative.</summary>
    public required IReadOnlyList<TransferSource> Sources { get; init; }

    /// <summary>
    /// Absolute path of the final local file. Until it is complete and verified, the data is in <c>TargetPath + ".part"</c>.
    /// </summary>
    public required string TargetPath { get; init; }

    /// <summary>
    /// The part of the temporary name before <c>.part</c>, when the usual one is locked by another process that must not be waited for.
    /// Null, the default, for the usual one.
    /// </summary>
    public string? PartTag { get; init; }

    /// <summary>
    /// The folder below which no component of the path to <see cref="TargetPath"/> may be a link when the file is opened. Null, the
    /// default: the user chose the path.
    /// </summary>
    public string? Root { get; init; }

    /// <summary>
    /// The facts from a listing: a short file is not queried further, a long one is fetched in parallel with the short ones. Null, the
    /// default, when there was no listing.
    /// </summary>
    public ListedFacts? Listed { get; init; }

    /// <summary>
    /// Size in bytes and time as MDTM wrote it, if the caller has just asked the server; null, the default, if not. The engine then does
    /// not ask before the first byte, and compares both after the last one.
    /// </summary>
    internal (long Size, string Modified)? Identified { get; init; }

    /// <summary>
    /// Receives the bytes of the file in order, while it is fetched; null, the default, for none. <see cref="TargetPath"/> then names a
    /// spool, which is neither journalled nor flushed to stable storage, and is deleted at the end: no file gets that name, and <see
    /// cref="TransferRequest.BeforePublish"/> is not called. A byte is written to the output when it and all bytes before it are joined to
    /// byte 0 by equal overlaps; the last 64 KiB only when the whole file is verified. If the reader is slow, the fetch waits. If the file
    /// fails, its result says how many bytes were written: they are incomplete, and doubtful for <see cref="FailureKind.Verification"/>. A
    /// write that throws ends the file with <see cref="FailureKind.Disk"/>. The stream is flushed at the end and never closed; when the run
    /// is stopped during a write, the write is abandoned.
    /// </summary>
    public Stream? Output { get; init; }

    /// <summary>
    /// The part of the file that goes to <see cref="Output"/>; null, the default, for all of it. Ignored without an output. Only the part
    /// and the last 64 KiB of the file are fetched, over parallel ranges, from the first source. The last bytes show that the server's
    /// offsets are right, and nothing of a part that begins above byte 0 is written before. A server without REST or SIZE sends the file
    /// from byte 0 on, and the bytes before the part are dropped. A range beyond the end of the file ends it with <see
    /// cref="FailureKind.Usage"/>, and so does a verification by a hash, which is one of the whole file.
    /// </summary>
    public OutputRange? OutputRange { get; init; }

    /// <summary>The part of the file that is fetched; null for all of it.</summary>
    internal OutputRange? Part => Output is null ? null : OutputRange;

    /// <summary>
    /// Whether <see cref="Output"/> gets its first byte only when the whole file is verified. Default false.
    /// </summary>
    public bool VerifyBeforeOutput { get; init; }

    /// <summary>How far the fetch may be ahead of <see cref="Output"/>, bytes; 1 MiB or more. Default 256 MiB.</summary>
    internal long OutputWindow { get; init; } = 256 << 20;

    /// <summary>
    /// Whether the window grows where the path itself holds much, up to 32 times and to a quarter of the free space of the spool's disk: on
    /// 10 Gbit/s and 186 ms the bytes in flight alone fill 256 MiB. Default false.
    /// </summary>
    internal bool OutputWindowGrows { get; init; }

    /// <summary>What the user can do if the disk has no room for the file; a sentence. Default: choose another folder.</summary>
    internal string RoomAdvice { get; init; } = FreeSpace.Advice;

    /// <summary>The maximum number of streams that fetch it at once, 1 or more; null, the default, for as many as the run has.</summary>
    public int? MostStreams { get; init; }

    /// <summary>The verification of this file; null, the default, for that of the request.</summary>
    public Verification? Verify { get; init; }

    /// <summary>
    /// Returns whether a listing reports a short file: then the server is not queried about it, and its own hash is not compared.
    /// </summary>
    internal bool IsSmall(VerifyMode verify) =>
        Output is null && Listed is { Size: < LeastJournalled } && verify != VerifyMode.Always;
}
