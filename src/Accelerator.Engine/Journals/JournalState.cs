using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Journals;

/// <summary>
/// The state that a later run needs to resume where this one stopped. It holds no user name and no password: neither determines the
/// content.
/// </summary>
/// <param name="Identity">The remote file that the bytes came from. If the server's file differs, the journal is not used.</param>
/// <param name="Size">Bytes in the complete file.</param>
/// <param name="Proven">
/// Durable bytes, in order, that a chain of matching overlap checks (seams) connects to byte 0. A later run does not fetch them again.
/// </param>
/// <param name="Unproven">
/// Durable bytes whose seam with the chain was not yet compared, in order. A range in the middle of a file is verified only when the range
/// below it arrives, which is often the very last. Dropping such ranges at a crash would discard most of a parallel transfer. A later run
/// keeps them and compares their seams itself; until then they do not count as done.
/// </param>
/// <param name="RestHonoured">Whether the server's REST was shown to work (true) or not (false); null while unknown.</param>
/// <param name="UpdatedUtc">When this state was current. For display only.</param>
internal sealed record JournalState(
    RemoteIdentity Identity,
    long Size,
    IReadOnlyList<ByteRange> Proven,
    IReadOnlyList<ByteRange> Unproven,
    bool? RestHonoured,
    DateTimeOffset UpdatedUtc)
{
    /// <summary>
    /// Further sources, by the names used in messages, whose bytes may be among the listed ones although they are not yet known to hold the
    /// same file. Only a run that verifies the complete file, or that trusts them, resumes with such bytes. Default: none.
    /// </summary>
    public IReadOnlyList<string> UnprovenSources { get; init; } = [];

    /// <summary>
    /// Checksums of the listed bytes, in order, as <see cref="RangeSums"/> divides them. They may cover bytes that are not listed. Default:
    /// none, as in the journals of older versions.
    /// </summary>
    public IReadOnlyList<SummedRange> Sums { get; init; } = [];
}
