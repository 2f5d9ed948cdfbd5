namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Sums up what deliveries show of the network path to a server. Only files that are large enough for their rate to be the path's, and not
/// the round trips', count. Thread-safe.
/// </summary>
internal sealed class TrafficMeter
{
    /// <summary>The smallest file that counts, in bytes.</summary>
    public const long LeastFile = 8 << 20;

    // Below this a single slow disk or a late first byte decides the figure.
    private static readonly TimeSpan LeastTime = TimeSpan.FromSeconds(2);

    private readonly object _lock = new();
    private readonly List<(DateTimeOffset Start, DateTimeOffset End, long Bytes)> _files = [];

    /// <summary>Adds a delivered file.</summary>
    /// <param name="end">The end of its transfer.</param>
    /// <param name="bytes">The bytes that were fetched.</param>
    /// <param name="elapsed">The duration of its transfer.</param>
    public void Add(DateTimeOffset end, long bytes, TimeSpan elapsed)
    {
        if (bytes < LeastFile) return;
        lock (_lock) _files.Add((end - elapsed, end, bytes));
    }

    /// <summary>Returns the figures of the files since the last call, and starts again.</summary>
    /// <param name="first">The files of before this time are due; null is returned until there is one.</param>
    /// <returns>Null if there is too little to tell.</returns>
    public (long Bytes, TimeSpan Busy, DateTimeOffset End)? Take(DateTimeOffset first)
    {
        List<(DateTimeOffset Start, DateTimeOffset End, long Bytes)> files;
        lock (_lock)
        {
            if (!_files.Exists(file => file.End <= first)) return null;
            files = [.. _files.OrderBy(static file => file.Start)];
            _files.Clear();
        }
        // The time in which at least one file was transferred.
        var (busy, until) = (TimeSpan.Zero, DateTimeOffset.MinValue);
        foreach (var (start, end, _) in files)
        {
            if (end <= until) continue;
            busy += end - (start > until ? start : until);
            until = end;
        }
        return busy < LeastTime ? null : (files.Sum(static file => file.Bytes), busy, until);
    }
}
