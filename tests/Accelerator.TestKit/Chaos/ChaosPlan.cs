namespace Accelerator.TestKit.Chaos;

/// <summary>
/// The effects of a <see cref="ChaosProxy"/> on the connections that pass through it. The default forwards everything as it comes.
/// </summary>
public sealed record ChaosPlan
{
    /// <summary>The seed for the sizes of pieces: the same seed gives the same pieces.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>The delay in each direction; a round trip takes twice as long.</summary>
    public TimeSpan Latency { get; init; }

    /// <summary>
    /// The largest piece of control connections, which are forwarded in pieces of 1 to this many bytes; 1 = single bytes, 0 = as they come.
    /// </summary>
    public int LargestControlPiece { get; init; }

    /// <summary>The same for data connections.</summary>
    public int LargestDataPiece { get; init; }

    /// <summary>Bytes per second of a data connection by its ordinal, from 1, and the bytes that it has carried; null = no limit.</summary>
    public Func<int, long, long?>? RateOf { get; init; }

    /// <summary>The idle time after which a control connection is forgotten: bytes that come later are lost. Null = never.</summary>
    public TimeSpan? ForgetsControlAfter { get; init; }

    /// <summary>The most control connections within a time; a connection beyond the limit is reset. Null = no limit.</summary>
    public (int Count, TimeSpan Within)? MostConnections { get; init; }

    /// <summary>
    /// The text of a 227 for the endpoint at which the proxy listens for the data connection; null = the server's text with the proxy's
    /// port.
    /// </summary>
    public Func<IPEndPoint, string>? Reply227 { get; init; }

    /// <summary>The rules: which action happens at which point.</summary>
    public IReadOnlyList<ChaosRule> Rules { get; init; } = [];
}
