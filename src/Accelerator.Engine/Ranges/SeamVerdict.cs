namespace Accelerator.Engine.Ranges;

/// <summary>The result of comparing the two sides of a seam.</summary>
internal enum SeamVerdict
{
    /// <summary>One side has not arrived.</summary>
    Pending,

    /// <summary>Equal, and not by repetition: both ranges belong to one file and are at the right offsets.</summary>
    Equal,

    /// <summary>Equal, but the bytes repeat: no evidence by itself.</summary>
    Flat,

    /// <summary>Different: REST was not honoured, or the file changed.</summary>
    Different,
}
