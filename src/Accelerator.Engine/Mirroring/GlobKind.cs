namespace Accelerator.Engine.Mirroring;

/// <summary>The part of a name that a pattern step matches.</summary>
internal enum GlobKind
{
    /// <summary>One character.</summary>
    One,

    /// <summary>Any number of characters of a name.</summary>
    Part,

    /// <summary>Any number of complete folders, each with its slash.</summary>
    Folders,

    /// <summary>The rest, at least one character: the end of a pattern.</summary>
    Rest,
}
