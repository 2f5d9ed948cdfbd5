namespace Accelerator.Cli.Report;

/// <summary>
/// A list that never holds more than its capacity, however many entries are added: when it is full, every second entry is removed, and from
/// then on one entry of two, of four, of eight is kept. The entries held are spread evenly over all that were added. The first entry stays.
/// </summary>
/// <param name="capacity">The maximum number of entries held, 2 or more.</param>
internal sealed class ThinnedList<T>(int capacity)
{
    private readonly List<T> _kept = [];
    private long _stride = 1;

    /// <summary>The number of entries added.</summary>
    public long Seen { get; private set; }

    /// <summary>The number of entries added and not held.</summary>
    public long LeftOut => Seen - _kept.Count;

    /// <summary>The entries held, in the order in which they were added.</summary>
    public IReadOnlyList<T> Kept => [.. _kept];

    /// <summary>Adds an entry, or counts it as omitted.</summary>
    public void Add(T entry)
    {
        if (Seen++ % _stride != 0) return;
        if (_kept.Count == capacity)
        {
            for (var i = 0; 2 * i < _kept.Count; i++) _kept[i] = _kept[2 * i];
            _kept.RemoveRange((_kept.Count + 1) / 2, _kept.Count / 2);
            _stride *= 2;
            if ((Seen - 1) % _stride != 0) return;
        }
        _kept.Add(entry);
    }
}
