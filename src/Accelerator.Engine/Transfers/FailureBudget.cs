namespace Accelerator.Engine.Transfers;

/// <summary>
/// How long one file's trouble is borne, over all its streams: each stream's own count of tries begins anew whenever another one has taken
/// the range, so eight silent streams alone would try for ever.
/// </summary>
internal sealed class FailureBudget(TimeProvider time)
{
    private readonly object _lock = new();
    private readonly Dictionary<long, int> _ends = [];
    private int _fruitless;
    private long _since;
    private long _writtenThen;

    /// <summary>
    /// The least pause before the next try, jitter aside: 0.5 s, doubled with every four tries of all streams together that brought
    /// nothing, at most 15 s. A stream whose range another one has taken meanwhile begins with the shortest pause again: eight of them, in
    /// front of data ports that nobody could reach, logged in 250 times in a minute.
    /// </summary>
    public TimeSpan Pause
    {
        get
        {
            lock (_lock) return RetryPipeline.Pause(1 + (_fruitless / 4));
        }
    }

    /// <summary>Counts how often the data ended at a position without a byte.</summary>
    public int CountEndAt(long position)
    {
        lock (_lock) return _ends[position] = _ends.GetValueOrDefault(position) + 1;
    }

    /// <summary>Counts a try that brought nothing.</summary>
    /// <param name="written">Bytes of the file in place.</param>
    /// <returns>Whether there have been as many of them, for as long, as one stream alone would make since the file last came on.</returns>
    public bool IsOver(long written)
    {
        lock (_lock)
        {
            if (written != _writtenThen || _fruitless == 0) (_writtenThen, _fruitless, _since) = (written, 0, time.GetTimestamp());
            return ++_fruitless > RetryPipeline.MaxRetries && time.GetElapsedTime(_since) >= RetryPipeline.Patience;
        }
    }
}
