namespace Accelerator.Ftp.Tests.Transcripts;

/// <summary>What a <see cref="Visit"/> found.</summary>
internal sealed record VisitResult
{
    public long? Size { get; init; }

    public string? Modified { get; init; }

    public long? ListedSize { get; init; }

    public bool IsWhole { get; init; }

    public bool IsTail { get; init; }

    public bool CouldLeave { get; init; }

    public bool IsWholeAfterLeaving { get; init; }

    public bool? IsRange { get; init; }

    public int? MissingSize { get; init; }

    public int? MissingFile { get; init; }

    public string? Sha256 { get; init; }

    public bool IsTailAtLast { get; init; }
}
