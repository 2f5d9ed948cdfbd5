using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>The plan for one file: printable, complete, and created without network or disk access. <c>--dry-run</c> shows it.</summary>
public sealed record TransferPlan
{
    /// <summary>The planned item.</summary>
    public required TransferItem Item { get; init; }

    /// <summary>The remote file as it was found.</summary>
    public required RemoteIdentity Identity { get; init; }

    /// <summary>
    /// Whether the size is from LIST, because the server has neither SIZE nor MLST: a hint, until the end of the data confirms it.
    /// </summary>
    internal bool IsSizeListed { get; init; }

    /// <summary>
    /// Last modification in UTC, for the local file's timestamp; null when the server's MDTM is absent or cannot be read.
    /// </summary>
    public required DateTime? ModifiedUtc { get; init; }

    /// <summary>Bytes kept from an earlier try.</summary>
    public required long BytesReused { get; init; }

    /// <summary>The local paths; null lets the system choose.</summary>
    public IReadOnlyList<LocalPath?> LocalPaths { get; init; } = [null];

    /// <summary>Ranges that the first streams start with, in offset order. One range from 0 when the size is unknown.</summary>
    public required IReadOnlyList<ByteRange> Ranges { get; init; }

    /// <summary>The part of the file that goes to the output; null, the default, for all of it.</summary>
    public ByteRange? Part { get; init; }

    /// <summary>The bytes to fetch, in order.</summary>
    internal IReadOnlyList<ByteRange> Missing { get; init; } = [];

    /// <summary>Streams to start with.</summary>
    public required int InitialStreams { get; init; }

    /// <summary>Streams to start with as soon as so many are allowed; at least <see cref="InitialStreams"/>.</summary>
    internal int WantedStreams { get; init; }

    /// <summary>The maximum number of streams.</summary>
    public required int MaxStreams { get; init; }

    /// <summary>Whether ranges may be used at all: false where REST is refused or known to be ignored.</summary>
    public required bool Segmented { get; init; }

    /// <summary>
    /// Hash commands the server lists in FEAT, strongest first, for example <c>XSHA256</c>; empty when none, null while FEAT has not been
    /// asked.
    /// </summary>
    public required IReadOnlyList<string>? ServerHashes { get; init; }

    /// <summary>
    /// Names of the companion files that hold its digest; empty when there are none, null while the server has not been asked.
    /// </summary>
    public IReadOnlyList<string>? Companions { get; init; }

    /// <summary>Whether a listing reports a short file: then it is not queried further, and no hash of the server is compared.</summary>
    public bool IsSmall => Item.IsSmall(Verify.Mode);

    /// <summary>The requested verification.</summary>
    public required Verification Verify { get; init; }

    /// <summary>The requested use of the page cache.</summary>
    public required UnbufferedWrites Writes { get; init; }

    /// <summary>Whether the file is to be written past the page cache, if its disk supports that.</summary>
    public bool Unbuffered => SinkChoice.IsWanted(Writes, Identity.Size);

    /// <summary>Maximum bytes of buffers between network and disk, for all streams and files of the run together.</summary>
    public required long MostBufferBytes { get; init; }
}
