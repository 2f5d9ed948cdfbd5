namespace Accelerator.Engine.Mirroring;

/// <summary>Whether a <see cref="FileFilter"/> selects a file, and why not.</summary>
internal enum FileChoice
{
    /// <summary>The file is selected.</summary>
    Selected,

    /// <summary>The file is selected, but a size or a time that a condition needs is unknown.</summary>
    SelectedInDoubt,

    /// <summary>Its name is not wanted.</summary>
    Name,

    /// <summary>It is smaller than wanted.</summary>
    TooSmall,

    /// <summary>A smallest size is wanted, and the size is unknown.</summary>
    UnknownSize,

    /// <summary>It is larger than wanted.</summary>
    TooLarge,

    /// <summary>It was last changed before the wanted time.</summary>
    TooOld,

    /// <summary>It was changed after the wanted time.</summary>
    TooNew,
}
