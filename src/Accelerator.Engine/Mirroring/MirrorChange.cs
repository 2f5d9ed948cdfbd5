namespace Accelerator.Engine.Mirroring;

/// <summary>Why a file is fetched.</summary>
public enum MirrorChange
{
    /// <summary>It is not in the local folder.</summary>
    New,

    /// <summary>It is, and differs.</summary>
    Changed,
}
