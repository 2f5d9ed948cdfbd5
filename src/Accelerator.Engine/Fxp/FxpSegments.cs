using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Fxp;

/// <summary>The plan for copying one file in segments, into one partial file, over several pairs of sessions at once.</summary>
public sealed record FxpSegments
{
    /// <summary>
    /// The ranges to send, in the order in which they begin: the first byte alone, where the file is begun, and then from front to back.
    /// </summary>
    public required IReadOnlyList<ByteRange> Pieces { get; init; }

    /// <summary>The ranges that an earlier run has stored, in order; they may touch.</summary>
    public required IReadOnlyList<ByteRange> Kept { get; init; }

    /// <summary>Most pairs of sessions.</summary>
    public required int Pairs { get; init; }

    /// <summary>Whether the destination must be tested with a trial file first.</summary>
    public required bool NeedsProbe { get; init; }

    /// <summary>Bytes in <see cref="Kept"/>.</summary>
    public long KeptBytes => Kept.Sum(range => range.Length);
}
