namespace Accelerator.Engine.Mirroring;

/// <summary>The kind of an entry in a local folder.</summary>
internal enum LocalKind
{
    /// <summary>A file.</summary>
    File,

    /// <summary>A folder.</summary>
    Folder,

    /// <summary>A link or a junction, whatever its target: nothing is ever written or deleted through it.</summary>
    Link,
}
