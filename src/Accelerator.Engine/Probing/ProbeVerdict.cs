namespace Accelerator.Engine.Probing;

/// <summary>The conclusion from the measurements.</summary>
public sealed record ProbeVerdict
{
    /// <summary>The one limit that binds.</summary>
    public required ProbeLimit Limit { get; init; }

    /// <summary>The limit of a single stream; <see cref="ProbeLimit.Unknown"/> when one stream is as fast as all.</summary>
    public required ProbeLimit StreamLimit { get; init; }

    /// <summary>Bytes per second of one stream at its plateau; 0 when nothing was measured.</summary>
    public required double StreamRate { get; init; }

    /// <summary>
    /// Bytes in flight that follow from it: rate × round trip. Null below one segment, which is no window: the sender pauses, or no network
    /// is in between.
    /// </summary>
    public required long? StreamWindow { get; init; }

    /// <summary>Goodput of the best step, bytes per second; 0 when nothing was measured.</summary>
    public required double BestRate { get; init; }

    /// <summary>
    /// Streams that <c>ftpx get</c> should use: the fewest that come close to the best. Null lets it tune the number itself: the file was
    /// too short, or <see cref="MayGrow"/> holds below the number that it may use.
    /// </summary>
    public required int? Streams { get; init; }

    /// <summary>Whether goodput still grew with the last streams: more streams may bring more.</summary>
    public required bool MayGrow { get; init; }
}
