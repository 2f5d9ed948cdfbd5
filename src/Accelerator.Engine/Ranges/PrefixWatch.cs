namespace Accelerator.Engine.Ranges;

/// <summary>
/// One reader's view of the bytes of a <see cref="FileMap"/> that are written from its first one on without a gap. Created by
/// <see cref="FileMap.Watch"/>; its state is guarded by the map's lock.
/// </summary>
internal sealed class PrefixWatch
{
    private readonly FileMap _map;

    internal PrefixWatch(FileMap map) => _map = map;

    /// <summary>The offset that the last <see cref="Read"/> returned. Used by the map only.</summary>
    internal long Reported { get; set; }

    /// <summary>The first of these bytes that was discarded since; <see cref="long.MaxValue"/> for none. Used by the map only.</summary>
    internal long DiscardedFrom { get; set; } = long.MaxValue;

    /// <summary>
    /// Returns the end of the bytes that are written from the first one on without a gap. Bytes reported before may have been discarded
    /// since, to be fetched again: then a reader that has read them has read bytes that the file will not contain.
    /// </summary>
    /// <param name="discardedFrom">The offset of the first of them; <see cref="long.MaxValue"/> if none was discarded.</param>
    public long Read(out long discardedFrom) => _map.Read(this, out discardedFrom);

    /// <summary>Records that bytes from an offset on were discarded. Used by the map only.</summary>
    internal void NoteDiscard(long start)
    {
        if (start < Reported) DiscardedFrom = Math.Min(DiscardedFrom, start);
    }
}
