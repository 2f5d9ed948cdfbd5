using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Journals;

/// <summary>
/// What a later run needs to go on where this one stopped. It holds no user name and no password: neither decides what the bytes are.
/// </summary>
/// <param name="Identity">The remote file the bytes came from. One that differs makes the journal worthless.</param>
/// <param name="Size">Bytes in the whole file.</param>
/// <param name="Proven">Durable bytes joined to byte 0 by a chain of equal seams, in order: done.</param>
/// <param name="Unproven">
/// Durable bytes whose seam with the chain was not yet compared, in order. A run in the middle of a file becomes proven only when the run
/// below it arrives, often the last thing of all; to drop such runs at a crash would throw away most of a parallel transfer. A later run
/// keeps them and compares their seams itself; until then they are not done.
/// </param>
/// <param name="RestHonoured">Whether the server's REST was shown to work (true) or not (false); null when not yet known.</param>
/// <param name="UpdatedUtc">When this was true. For people; nothing is decided by it.</param>
internal sealed record JournalState(
    RemoteIdentity Identity,
    long Size,
    IReadOnlyList<ByteRange> Proven,
    IReadOnlyList<ByteRange> Unproven,
    bool? RestHonoured,
    DateTimeOffset UpdatedUtc)
{
    /// <summary>
    /// Further sources, as messages name them, whose bytes may be among those listed though nothing has shown yet that they hold the same
    /// file. Only a run that proves the whole, or that trusts them, goes on with such bytes. Default: none.
    /// </summary>
    public IReadOnlyList<string> UnprovenSources { get; init; } = [];

    /// <summary>
    /// Checksums of what is listed, in order, as <see cref="RangeSums"/> divides it. They may reach over bytes that are not listed.
    /// Default: none, as in the journals of older versions.
    /// </summary>
    public IReadOnlyList<SummedRange> Sums { get; init; } = [];
}
