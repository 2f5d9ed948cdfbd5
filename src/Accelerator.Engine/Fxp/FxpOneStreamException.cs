namespace Accelerator.Engine.Fxp;

/// <summary>The servers do not do segments, or did them wrongly: the file goes over anew, in one stream.</summary>
/// <param name="isDestination">Whether the destination is to be remembered for it.</param>
/// <param name="message">One sentence: what was seen.</param>
/// <param name="inner">Where it was seen.</param>
internal sealed class FxpOneStreamException(bool isDestination, string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Whether the destination is to be remembered for it.</summary>
    public bool IsDestination { get; } = isDestination;
}
