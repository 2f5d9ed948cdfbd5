namespace Accelerator.Ftp.Tests.Transcripts;

/// <summary>What a <see cref="Browse"/> found.</summary>
internal sealed record BrowseResult
{
    /// <summary>Kind, size and name of all entries, by name.</summary>
    public required string Entries { get; init; }

    public bool IsComplete { get; init; }

    public bool IsWhole { get; init; }

    public bool CouldLeave { get; init; }

    public bool IsWholeAfterLeaving { get; init; }
}
