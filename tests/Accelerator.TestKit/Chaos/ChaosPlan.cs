namespace Accelerator.TestKit.Chaos;

/// <summary>What a <see cref="ChaosProxy"/> does to the connections that go through it. The default hands everything on as it comes.</summary>
public sealed record ChaosPlan
{
    /// <summary>The sizes of pieces come from it: the same seed, the same pieces.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>Added each way; a round trip takes twice as long.</summary>
    public TimeSpan Latency { get; init; }

    /// <summary>Control connections are handed on in pieces of 1 to so many bytes; 1 = single bytes, 0 = as they come.</summary>
    public int LargestControlPiece { get; init; }

    /// <summary>The same for data connections.</summary>
    public int LargestDataPiece { get; init; }

    /// <summary>Bytes per second of a data connection by its ordinal, from 1, and the bytes that it has carried; null = no limit.</summary>
    public Func<int, long, long?>? RateOf { get; init; }

    /// <summary>A control connection on which nothing went through for this long is forgotten: what comes after is lost. Null = never.</summary>
    public TimeSpan? ForgetsControlAfter { get; init; }

    /// <summary>At most so many control connections in this time; one too many is reset. Null = no limit.</summary>
    public (int Count, TimeSpan Within)? MostConnections { get; init; }

    /// <summary>Words a 227, given where the proxy listens for the data connection; null = the server's words with the proxy's port.</summary>
    public Func<IPEndPoint, string>? Reply227 { get; init; }

    /// <summary>What happens at which point.</summary>
    public IReadOnlyList<ChaosRule> Rules { get; init; } = [];
}
