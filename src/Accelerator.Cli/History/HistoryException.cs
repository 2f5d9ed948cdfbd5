namespace Accelerator.Cli.History;

/// <summary>Thrown if the history cannot be read or written. The message is a complete sentence for the user.</summary>
internal sealed class HistoryException(string message, bool isDamaged = false) : Exception(message)
{
    /// <summary>Whether the file is damaged or is not a database, so that nothing in it can be kept.</summary>
    public bool IsDamaged { get; } = isDamaged;
}
