namespace Accelerator.Engine.Ranges;

/// <summary>What comparing the two sides of a seam said.</summary>
internal enum SeamVerdict
{
    /// <summary>One side has not arrived.</summary>
    Pending,

    /// <summary>Equal, and not by repetition: both ranges belong to one file and lie where they should.</summary>
    Equal,

    /// <summary>Equal, but the bytes repeat: no proof by itself.</summary>
    Flat,

    /// <summary>Different: REST was not honoured, or the file changed.</summary>
    Different,
}
