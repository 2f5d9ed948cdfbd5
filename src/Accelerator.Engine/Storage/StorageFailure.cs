namespace Accelerator.Engine.Storage;

/// <summary>The reason why the local disk refused, coarse enough to act on.</summary>
public enum StorageFailure
{
    /// <summary>No space or no quota left, or a declared size that does not fit.</summary>
    Full,

    /// <summary>Access is denied: permissions, a read-only volume, a link or a special file where a plain file must be.</summary>
    Denied,

    /// <summary>Another run holds the same target.</summary>
    Busy,

    /// <summary>The target exists already and may not be replaced.</summary>
    Exists,

    /// <summary>Anything else: a missing folder, a failing disk, a limit of the file system.</summary>
    Failed,
}
