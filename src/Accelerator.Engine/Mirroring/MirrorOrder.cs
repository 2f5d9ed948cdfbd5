namespace Accelerator.Engine.Mirroring;

/// <summary>Which files are fetched first.</summary>
public enum MirrorOrder
{
    /// <summary>By path.</summary>
    Path,

    /// <summary>The last changed first.</summary>
    Newest,

    /// <summary>The shortest first.</summary>
    Smallest,
}
