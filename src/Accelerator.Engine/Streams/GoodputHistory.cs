namespace Accelerator.Engine.Streams;

/// <summary>The last seconds of a byte counter: rates over any window.</summary>
internal sealed class GoodputHistory
{
    // 10 s at ten samples a second.
    private const int Most = 100;

    private readonly Queue<(double Seconds, long Bytes)> _samples = new();

    /// <summary>Adds a sample; time only goes forward.</summary>
    public void Add(double seconds, long bytes)
    {
        _samples.Enqueue((seconds, bytes));
        if (_samples.Count > Most) _samples.Dequeue();
    }

    /// <summary>Forgets all samples: the earlier ones belong to another number of streams.</summary>
    public void Clear() => _samples.Clear();

    /// <summary>Returns the bytes per second between two times; null when the history does not reach back that far.</summary>
    public double? Rate(double from, double to)
    {
        if (_samples.Count < 2 || from < _samples.Peek().Seconds || to <= from) return null;
        return (BytesAt(to) - BytesAt(from)) / (to - from);
    }

    private double BytesAt(double seconds)
    {
        var before = _samples.Peek();
        foreach (var sample in _samples)
        {
            if (sample.Seconds >= seconds)
            {
                var span = sample.Seconds - before.Seconds;
                return span <= 0 ? sample.Bytes : before.Bytes + ((sample.Bytes - before.Bytes) * (seconds - before.Seconds) / span);
            }
            before = sample;
        }
        return before.Bytes;
    }
}
