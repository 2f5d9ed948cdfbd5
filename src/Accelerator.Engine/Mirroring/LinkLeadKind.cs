namespace Accelerator.Engine.Mirroring;

/// <summary>To what a link leads.</summary>
internal enum LinkLeadKind
{
    /// <summary>To a file in the tree that was listed.</summary>
    File,

    /// <summary>To a folder in the tree: it is mirrored where it is, and not once more.</summary>
    Folder,

    /// <summary>Out of the tree, or to a place of which nobody knows whether it is in it.</summary>
    Outside,

    /// <summary>Into the tree, to nothing that was listed.</summary>
    Nowhere,

    /// <summary>The server does not tell.</summary>
    Untold,
}
