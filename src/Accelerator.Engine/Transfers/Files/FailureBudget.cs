namespace Accelerator.Engine.Transfers.Files;

/// <summary>
/// Limits how long the failures of one file are tolerated, over all its streams. Each stream's own retry count restarts whenever another
/// stream has taken its range, so eight silent streams would retry forever without this limit.
/// </summary>
internal sealed class FailureBudget(TimeProvider time, RetryLimits limits)
{
    private readonly object _lock = new();
    private readonly Dictionary<long, int> _ends = [];
    private readonly Dictionary<long, int> _wholes = [];
    private int _fruitless;
    private long _restsUntil;
    private int _refusedOffsets;
    private long _since;
    private long _writtenThen;

    /// <summary>The number of fruitless tries, and the pauses.</summary>
    public RetryLimits Limits => limits;

    /// <summary>
    /// The minimum pause before the next try, without jitter: 0.5 s, doubled with every four fruitless tries of all streams together, at
    /// most 15 s. A stream whose range another one has taken meanwhile starts with the shortest pause again: eight streams, in front of
    /// data ports that could not be reached, logged in 250 times in a minute.
    /// </summary>
    public TimeSpan Pause
    {
        get
        {
            lock (_lock) return limits.Pause(1 + (_fruitless / 4));
        }
    }

    /// <summary>Whether the file waits after a refusal.</summary>
    public bool IsResting
    {
        get { lock (_lock) return time.GetTimestamp() < _restsUntil; }
    }

    /// <summary>
    /// Makes the file wait, and not the stream: by default 0.5 s after the first refusal, doubled with each counted one, at most 15 s.
    /// </summary>
    /// <returns>How long it waits.</returns>
    public TimeSpan Rest()
    {
        lock (_lock)
        {
            var pause = limits.Pause(Math.Max(1, _fruitless));
            _restsUntil = time.GetTimestamp() + (long)(pause.TotalSeconds * time.TimestampFrequency);
            return pause;
        }
    }

    /// <summary>Counts how often the data ended at a position without a byte.</summary>
    public int CountEndAt(long position)
    {
        lock (_lock) return _ends[position] = _ends.GetValueOrDefault(position) + 1;
    }

    /// <summary>Counts how often data that began at byte 0 ended at a position in good order.</summary>
    public int CountWholeTo(long position)
    {
        lock (_lock) return _wholes[position] = _wholes.GetValueOrDefault(position) + 1;
    }

    /// <summary>Records that the server has sent bytes from an offset: then a refusal of one is no property of the server.</summary>
    public void NoteOffsetServed()
    {
        lock (_lock) _refusedOffsets = int.MinValue;
    }

    /// <summary>
    /// Counts a temporary refusal of a RETR behind a REST. A server that refuses each of them, but not the file, was asked again for a
    /// minute in every run.
    /// </summary>
    /// <returns>Whether it is the second one, and the server has sent nothing from any offset.</returns>
    public bool IsOffsetRefused()
    {
        lock (_lock) return ++_refusedOffsets >= 2;
    }

    /// <summary>Counts a fruitless try.</summary>
    /// <param name="written">Bytes of the file in place.</param>
    /// <returns>Whether the fruitless tries since the last progress are as many, over as long a time, as one stream alone would
    /// make.</returns>
    public bool IsOver(long written)
    {
        lock (_lock)
        {
            if (written != _writtenThen || _fruitless == 0) (_writtenThen, _fruitless, _since) = (written, 0, time.GetTimestamp());
            return !limits.Allows(++_fruitless) && time.GetElapsedTime(_since) >= limits.Patience;
        }
    }
}
