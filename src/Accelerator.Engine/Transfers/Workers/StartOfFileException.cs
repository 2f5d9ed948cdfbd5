namespace Accelerator.Engine.Transfers.Workers;

/// <summary>
/// A range began with the same bytes as the file: the server ignored REST, or the file repeats itself. One probe distinguishes the two.
/// </summary>
internal sealed class StartOfFileException(long offset) : Exception($"The data at offset {offset} begins like the file.")
{
    /// <summary>The offset of the range.</summary>
    public long Offset { get; } = offset;
}
