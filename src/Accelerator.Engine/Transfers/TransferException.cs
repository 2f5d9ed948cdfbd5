namespace Accelerator.Engine.Transfers;

/// <summary>A failure that ends one file's transfer. The message is the sentence the user reads.</summary>
public sealed class TransferException(FailureKind kind, string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>The kind of failure.</summary>
    public FailureKind Kind { get; } = kind;
}
