namespace Accelerator.Engine.Streams;

/// <summary>A sample for the controller, taken several times a second.</summary>
internal readonly record struct StreamSample
{
    /// <summary>Time since the start of the run, seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>R of the path, seconds.</summary>
    public required double RoundTrip { get; init; }

    /// <summary>Bytes received from the network since the start of the run.</summary>
    public required long Fetched { get; init; }

    /// <summary>
    /// Time of the last reply on a control connection without a transfer, seconds: R and the queues of the path. 0 while none was measured.
    /// </summary>
    public double Ping { get; init; }

    /// <summary>Bytes not received yet; <see cref="long.MaxValue"/> if unknown.</summary>
    public required long Left { get; init; }

    /// <summary>The number of streams to start with, as far as known; used until data arrives. 0 to use the number of the limits.</summary>
    public int Start { get; init; }

    /// <summary>The number of streams that receive data.</summary>
    public required int Receiving { get; init; }

    /// <summary>The number of receiving streams whose rate has levelled off, because their slow start is over.</summary>
    public required int Level { get; init; }

    /// <summary>The median rate of the levelled streams, in bytes per second; 0 if there are none.</summary>
    public required double LevelRate { get; init; }

    /// <summary>Sessions that the server is known to allow.</summary>
    public required int Ceiling { get; init; }

    /// <summary>The number of streams that the files justify.</summary>
    public required int Worth { get; init; }

    /// <summary>
    /// Whether another route is trying a number of its own over the same server or path: the effects of two trials at once could not be
    /// separated.
    /// </summary>
    public bool IsHeld { get; init; }

    /// <summary>
    /// Goodput of the other routes, bytes per second: a stream that only takes from them adds nothing. 0, the default, where there are
    /// none.
    /// </summary>
    public double Others { get; init; }

    /// <summary>Data connections that were lost since the last sample.</summary>
    public int Deaths { get; init; }

    /// <summary>Whether the streams wait for this computer's disk or processor.</summary>
    public bool IsLocalBound { get; init; }
}
