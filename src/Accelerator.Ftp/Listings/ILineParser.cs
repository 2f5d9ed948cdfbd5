namespace Accelerator.Ftp.Listings;

/// <summary>
/// Reads lines of one form. Pure: the same line always means the same. No line, however hostile, throws or costs more than its length.
/// </summary>
internal interface ILineParser
{
    /// <summary>The form.</summary>
    ListingForm Form { get; }

    /// <summary>Reads a line.</summary>
    /// <param name="line">Without its end, and not empty.</param>
    /// <param name="parsed">What it says, where it is an entry or the folder's own.</param>
    LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed);
}
