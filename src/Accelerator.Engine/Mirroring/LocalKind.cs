namespace Accelerator.Engine.Mirroring;

/// <summary>What a name in a local folder stands for.</summary>
internal enum LocalKind
{
    /// <summary>A file.</summary>
    File,

    /// <summary>A folder.</summary>
    Folder,

    /// <summary>A link or a junction, wherever it leads: nothing is ever written or deleted through it.</summary>
    Link,
}
