namespace Accelerator.Ftp.Listings;

/// <summary>A fingerprint of the names of a listing, in their order.</summary>
/// <param name="Count">Number of entries.</param>
/// <param name="Sum">Hash of their names and kinds.</param>
internal readonly record struct ListingPrint(long Count, int Sum)
{
    /// <summary>Returns the fingerprint with another entry.</summary>
    public ListingPrint With(ListingEntry entry) => new(Count + 1, HashCode.Combine(Sum, entry.Name, entry.Kind));
}
