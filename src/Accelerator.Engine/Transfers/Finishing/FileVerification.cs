namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>How a file was verified.</summary>
/// <param name="By">For programs: <c>length and seams</c>, <c>HASH SHA-256</c>, <c>its companion .sha256 file</c>, <c>the given
/// SHA-256</c>, …</param>
/// <param name="Sha256">The content's SHA-256 in lower-case hexadecimal where it was computed.</param>
internal readonly record struct FileVerification(string By, string? Sha256 = null)
{
    /// <summary>The comparisons made when no hash of the complete content was compared; null when one was.</summary>
    public ConsistencyChecks? Checks { get; init; }

    /// <summary>Whether a hash of the complete content was compared.</summary>
    public bool IsOfContent => Checks is null;

    /// <summary>The evidence reported in the result.</summary>
    public Assurance Assurance => IsOfContent ? Assurance.Hash : Assurance.Consistency;

    /// <summary>The text for people: <c>proven by XSHA256</c>, <c>complete; size and time match (no checksum available)</c>.</summary>
    public string Text => Checks is { } checks
        ? Trusted is { } trusted ? $"{checks}, but nothing shows that {string.Join(" and ", trusted)} has the same file" : checks.ToString()
        : $"proven by {By}";

    /// <summary>Sources that contributed bytes without evidence that they hold the same file; null for none.</summary>
    public IReadOnlyList<string>? Trusted { get; init; }
}
