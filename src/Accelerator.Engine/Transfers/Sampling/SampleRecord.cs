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
