namespace Accelerator.Engine.Storage;

/// <summary>A refusal by the local disk. The message is a sentence that names the file and says what to do.</summary>
public sealed class StorageException(StorageFailure reason, string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>The reason.</summary>
    public StorageFailure Reason { get; } = reason;
}
