namespace Accelerator.Engine.Streams;

/// <summary>What the controller is told, some times a second.</summary>
internal readonly record struct StreamSample
{
    /// <summary>Since the start of the run, seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>R of the path, seconds.</summary>
    public required double RoundTrip { get; init; }

    /// <summary>Bytes off the network since the start of the run.</summary>
    public required long Fetched { get; init; }

    /// <summary>
    /// Time of the last answer on a control connection where nothing flows, seconds: R and the queues of the path. 0 while nobody has
    /// asked.
    /// </summary>
    public double Ping { get; init; }

    /// <summary>Bytes still to come; <see cref="long.MaxValue"/> while that is unknown.</summary>
    public required long Left { get; init; }

    /// <summary>Streams to begin with, as far as is known yet; counts while nothing has come. 0 leaves it at the limits' own.</summary>
    public int Start { get; init; }

    /// <summary>Streams that receive.</summary>
    public required int Receiving { get; init; }

    /// <summary>How many of them have levelled off: their slow start is over.</summary>
    public required int Level { get; init; }

    /// <summary>The median rate of those, bytes per second; 0 when there are none.</summary>
    public required double LevelRate { get; init; }

    /// <summary>Sessions the server has shown to allow.</summary>
    public required int Ceiling { get; init; }

    /// <summary>Streams the files are worth.</summary>
    public required int Worth { get; init; }

    /// <summary>
    /// Whether another lane is trying a number of its own over the same server or path: two trials at once could not be told apart.
    /// </summary>
    public bool IsHeld { get; init; }

    /// <summary>
    /// What the other lanes bring, bytes per second: a stream that only takes from them brings nothing. 0, the default, where there are
    /// none.
    /// </summary>
    public double Others { get; init; }

    /// <summary>Data connections that died since the last sample.</summary>
    public int Deaths { get; init; }

    /// <summary>Whether this computer's disk or processor is what the streams wait for.</summary>
    public bool IsLocalBound { get; init; }
}
