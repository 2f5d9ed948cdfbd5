namespace Accelerator.Engine.Storage;

/// <summary>The local disk refused something. The message is a sentence that names the file and says what to do.</summary>
public sealed class StorageException(StorageFailure reason, string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Why.</summary>
    public StorageFailure Reason { get; } = reason;
}
