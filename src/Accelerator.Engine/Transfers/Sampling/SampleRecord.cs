using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Transfers.Sampling;

/// <summary>The samples of one file that matched. Thread-safe.</summary>
internal sealed class SampleRecord
{
    private readonly Dictionary<long, byte[]> _equal = [];

    /// <summary>Records a sample for which the server has sent the same bytes as on the disk.</summary>
    public void Add(ContentSample sample)
    {
        lock (_equal) _equal[sample.Start] = sample.Stored;
    }

    /// <summary>
    /// Returns whether the same bytes at the same offset matched before. Bytes fetched again since then differ, or must be queried again.
    /// </summary>
    public bool Has(ContentSample sample)
    {
        lock (_equal) return _equal.TryGetValue(sample.Start, out var stored) && stored.AsSpan().SequenceEqual(sample.Stored);
    }
}

/// <summary>Bytes as stored on the disk, to be compared with what the server sends now.</summary>
/// <param name="Start">Offset of the first byte in the file.</param>
/// <param name="Stored">The bytes on the disk, 1 to 64 KiB.</param>
internal readonly record struct ContentSample(long Start, byte[] Stored)
{
    /// <summary>The range of the sample in the file.</summary>
    public ByteRange Range => new(Start, Start + Stored.Length);
}
