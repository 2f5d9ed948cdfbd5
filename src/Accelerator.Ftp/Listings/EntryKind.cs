namespace Accelerator.Ftp.Listings;

/// <summary>The kind of object that a listed name refers to.</summary>
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

    /// <summary>A device, a pipe or a socket, which RETR cannot fetch.</summary>
    Other,
}
