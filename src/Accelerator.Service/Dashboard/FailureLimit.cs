namespace Accelerator.Service.Dashboard;

/// <summary>
/// Counts requests with a wrong token or none: the first ten a minute are answered, and further ones are rejected. A client with the right
/// token is never blocked by the failures of others.
/// </summary>
internal sealed class FailureLimit(TimeProvider time)
{
    /// <summary>The most failures that are answered in a <see cref="Window"/>.</summary>
    public const int Most = 10;

    /// <summary>How long a failure counts.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromMinutes(1);

    private readonly object _lock = new();
    private long _since;
    private int _count;

    /// <summary>Counts one more failure.</summary>
    /// <returns>The number of the failure within its minute, from 1.</returns>
    public int Add()
    {
        lock (_lock)
        {
            if (_count == 0 || time.GetElapsedTime(_since) >= Window) (_since, _count) = (time.GetTimestamp(), 0);
            return ++_count;
        }
    }
}
