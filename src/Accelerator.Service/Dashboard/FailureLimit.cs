namespace Accelerator.Service.Dashboard;

/// <summary>
/// Counts requests that show a wrong token or none: ten a minute are answered, what comes beyond is turned away unheard. Who has the right
/// one is never kept out by others.
/// </summary>
internal sealed class FailureLimit(TimeProvider time)
{
    /// <summary>So many in <see cref="Window"/>.</summary>
    public const int Most = 10;

    /// <summary>How long they count.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromMinutes(1);

    private readonly object _lock = new();
    private long _since;
    private int _count;

    /// <summary>One more failure.</summary>
    /// <returns>Which one it is in its minute, from 1.</returns>
    public int Add()
    {
        lock (_lock)
        {
            if (_count == 0 || time.GetElapsedTime(_since) >= Window) (_since, _count) = (time.GetTimestamp(), 0);
            return ++_count;
        }
    }
}
