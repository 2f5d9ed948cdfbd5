namespace Accelerator.Service.Dashboard;

/// <summary>
/// Counts the requests of a minute: the first ones are answered, and further ones are rejected. Requests with a wrong token or none have a
/// limit for each client (<see cref="PageClients"/>), so that no client is blocked by the failures of others.
/// </summary>
/// <param name="time">The clock.</param>
/// <param name="most">The most requests that are answered in a <see cref="Window"/>.</param>
internal sealed class RequestLimit(TimeProvider time, int most)
{
    /// <summary>The most failures in a <see cref="Window"/>.</summary>
    public const int MostFailures = 10;

    /// <summary>The most changes by administrators in a <see cref="Window"/>.</summary>
    public const int MostChanges = 60;

    /// <summary>How long a request counts.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromMinutes(1);

    private readonly object _lock = new();
    private long _since;
    private int _count;

    /// <summary>Whether the next request is above the limit.</summary>
    public bool IsReached { get { lock (_lock) return _count >= most && !HasEnded; } }

    /// <summary>Whether no counted request counts any more.</summary>
    public bool IsOver { get { lock (_lock) return HasEnded; } }

    private bool HasEnded => _count == 0 || time.GetElapsedTime(_since) >= Window;

    /// <summary>Counts one more request.</summary>
    /// <returns>Whether it is within the limit.</returns>
    public bool Add()
    {
        lock (_lock)
        {
            if (HasEnded) (_since, _count) = (time.GetTimestamp(), 0);
            return ++_count <= most;
        }
    }
}
