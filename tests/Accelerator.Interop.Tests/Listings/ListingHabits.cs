namespace Accelerator.Interop.Tests.Listings;

/// <summary>What one server does in its own way.</summary>
internal sealed record ListingHabits
{
    public required ListingCommand Command { get; init; }

    /// <summary>What a link to a file is shown as.</summary>
    public EntryKind Link { get; init; } = EntryKind.Link;

    /// <summary>Where the link is said to lead; null where that is not told.</summary>
    public string? Target { get; init; }

    /// <summary>Whether a name that is not UTF-8 is listed as it is. pyftpdlib 1.5 puts question marks into it.</summary>
    public bool KeepsBytes { get; init; } = true;

    /// <summary>Whether the server may read everything: it runs as the tests do.</summary>
    public bool ReadsAll { get; init; }

    /// <summary>Names at which it cuts off; null where it does not.</summary>
    public int? Limit { get; init; }
}
