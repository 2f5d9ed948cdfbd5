namespace Accelerator.Engine.Fxp;

/// <summary>The servers do not support segments, or handled them incorrectly: the copy restarts in one stream.</summary>
/// <param name="isDestination">Whether this is remembered for the destination.</param>
/// <param name="message">One sentence on what was observed.</param>
/// <param name="inner">The failure in which it was observed.</param>
internal sealed class FxpOneStreamException(bool isDestination, string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Whether this is remembered for the destination.</summary>
    public bool IsDestination { get; } = isDestination;
}
