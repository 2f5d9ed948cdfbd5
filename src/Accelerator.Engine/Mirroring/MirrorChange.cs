namespace Accelerator.Engine.Mirroring;

/// <summary>Why a file is fetched.</summary>
public enum MirrorChange
{
    /// <summary>The file is not in the local folder.</summary>
    New,

    /// <summary>The file exists there, and differs.</summary>
    Changed,
}
