namespace Accelerator.Ftp.Listings;

/// <summary>
/// Reads lines of one form. Pure: the same line always has the same result. No line, however hostile, throws or costs more than its length.
/// </summary>
internal interface ILineParser
{
    /// <summary>The form.</summary>
    ListingForm Form { get; }

    /// <summary>Reads a line.</summary>
    /// <param name="line">Without its line end, and not empty.</param>
    /// <param name="parsed">The content of the line, if it is an entry or describes the folder itself.</param>
    LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed);
}
