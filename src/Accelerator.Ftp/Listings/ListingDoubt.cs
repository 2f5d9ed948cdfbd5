namespace Accelerator.Ftp.Listings;

/// <summary>A reason not to take a listing for the whole folder.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Text">As a sentence, safe to print.</param>
public sealed record ListingDoubt(ListingDoubtKind Kind, string Text);
