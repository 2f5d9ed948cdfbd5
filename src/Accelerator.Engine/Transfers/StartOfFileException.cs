namespace Accelerator.Engine.Transfers;

/// <summary>
/// A range began with the same bytes as the file: the server ignored REST, or the file repeats itself. One probe tells which.
/// </summary>
internal sealed class StartOfFileException(long offset) : Exception($"The data at offset {offset} begins like the file.")
{
    /// <summary>Where the range began.</summary>
    public long Offset { get; } = offset;
}
