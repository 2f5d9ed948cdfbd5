namespace Accelerator.Engine.Mirroring;

/// <summary>The kind of a link's target.</summary>
internal enum LinkLeadKind
{
    /// <summary>A file in the tree that was listed.</summary>
    File,

    /// <summary>A folder in the tree: it is mirrored where it is, and not a second time.</summary>
    Folder,

    /// <summary>Outside the tree, or at a path that cannot be placed inside or outside it.</summary>
    Outside,

    /// <summary>In the tree, but not listed.</summary>
    Nowhere,

    /// <summary>Not reported by the server.</summary>
    Untold,
}
