using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Fxp;

/// <summary>How one file goes over in segments, into one partial file, over several pairs of sessions at once.</summary>
public sealed record FxpSegments
{
    /// <summary>
    /// What is to go over, in the order in which it is begun: the first byte alone, where the file is begun, and then from front to back.
    /// </summary>
    public required IReadOnlyList<ByteRange> Pieces { get; init; }

    /// <summary>What is there of an earlier run, in order; pieces may touch.</summary>
    public required IReadOnlyList<ByteRange> Kept { get; init; }

    /// <summary>Most pairs of sessions.</summary>
    public required int Pairs { get; init; }

    /// <summary>Whether the destination has to show on a file for trial first that it stores segments rightly.</summary>
    public required bool NeedsProbe { get; init; }

    /// <summary>Bytes in <see cref="Kept"/>.</summary>
    public long KeptBytes => Kept.Sum(range => range.Length);
}
