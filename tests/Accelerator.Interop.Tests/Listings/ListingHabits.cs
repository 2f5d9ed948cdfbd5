namespace Accelerator.Interop.Tests.Listings;

/// <summary>The behaviour of one server where servers differ.</summary>
internal sealed record ListingHabits
{
    public required ListingCommand Command { get; init; }

    /// <summary>The kind of entry that the server lists for a link to a file.</summary>
    public EntryKind Link { get; init; } = EntryKind.Link;

    /// <summary>The target that the server lists for the link; null where it lists none.</summary>
    public string? Target { get; init; }

    /// <summary>Whether a name that is not UTF-8 is listed as it is. pyftpdlib 1.5 puts question marks into it.</summary>
    public bool KeepsBytes { get; init; } = true;

    /// <summary>Whether the server may read everything, because it runs under the account of the tests.</summary>
    public bool ReadsAll { get; init; }

    /// <summary>The number of names after which the server cuts a listing off; null where it does not.</summary>
    public int? Limit { get; init; }
}
