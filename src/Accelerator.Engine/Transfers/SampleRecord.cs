namespace Accelerator.Engine.Transfers;

/// <summary>The samples of one file that were found equal. Thread-safe.</summary>
internal sealed class SampleRecord
{
    private readonly Dictionary<long, byte[]> _equal = [];

    /// <summary>The server has sent the bytes of this sample as they are on the disk.</summary>
    public void Add(ContentSample sample)
    {
        lock (_equal) _equal[sample.Start] = sample.Stored;
    }

    /// <summary>
    /// Returns whether the same bytes at the same place were found equal before. What was fetched anew since holds other bytes or must be
    /// asked for again.
    /// </summary>
    public bool Has(ContentSample sample)
    {
        lock (_equal) return _equal.TryGetValue(sample.Start, out var stored) && stored.AsSpan().SequenceEqual(sample.Stored);
    }
}
