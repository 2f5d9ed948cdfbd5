namespace Accelerator.Engine.Mirroring;

/// <summary>What a step of a pattern takes.</summary>
internal enum GlobKind
{
    /// <summary>One character.</summary>
    One,

    /// <summary>Any number of characters of a name.</summary>
    Part,

    /// <summary>Any number of whole folders, each with its slash.</summary>
    Folders,

    /// <summary>All there is, at least one character: the end of a pattern.</summary>
    Rest,
}
