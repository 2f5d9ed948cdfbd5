namespace Accelerator.Ftp.Listings;

/// <summary>A reason not to treat a listing as complete.</summary>
/// <param name="Kind">The kind of doubt.</param>
/// <param name="Text">The doubt as a sentence, safe to print.</param>
public sealed record ListingDoubt(ListingDoubtKind Kind, string Text);
