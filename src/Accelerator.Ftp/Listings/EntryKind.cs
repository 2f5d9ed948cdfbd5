namespace Accelerator.Ftp.Listings;

/// <summary>What a name in a listing stands for.</summary>
public enum EntryKind
{
    /// <summary>The listing does not say.</summary>
    Unknown,

    /// <summary>A file.</summary>
    File,

    /// <summary>A folder. Some servers (pyftpdlib) show a link to a folder as a folder.</summary>
    Folder,

    /// <summary>A link; to a file, to a folder or to nothing.</summary>
    Link,

    /// <summary>A device, a pipe, a socket: nothing that RETR can fetch.</summary>
    Other,
}
