namespace Accelerator.Engine.Mirroring;

/// <summary>The order in which files are fetched.</summary>
public enum MirrorOrder
{
    /// <summary>By path.</summary>
    Path,

    /// <summary>Most recently changed first.</summary>
    Newest,

    /// <summary>Smallest first.</summary>
    Smallest,
}
