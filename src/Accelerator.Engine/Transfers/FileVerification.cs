namespace Accelerator.Engine.Transfers;

/// <summary>How a file was proven.</summary>
/// <param name="By">For programs: <c>length and seams</c>, <c>HASH SHA-256</c>, <c>its companion .sha256 file</c>, <c>the given
/// SHA-256</c>, …</param>
/// <param name="Sha256">The content's SHA-256 in lower-case hexadecimal where it was computed.</param>
internal readonly record struct FileVerification(string By, string? Sha256 = null)
{
    /// <summary>What was compared where no hash of the whole content was; null where one was.</summary>
    public ConsistencyChecks? Checks { get; init; }

    /// <summary>Whether a hash of the whole content was compared.</summary>
    public bool IsOfContent => Checks is null;

    /// <summary>What the result says it rests on.</summary>
    public Assurance Assurance => IsOfContent ? Assurance.Hash : Assurance.Consistency;

    /// <summary>For people: <c>proven by XSHA256</c>, <c>complete; size and time match (no checksum available)</c>.</summary>
    public string Text => Checks is { } checks
        ? Trusted is { } trusted ? $"{checks}, but nothing shows that {string.Join(" and ", trusted)} has the same file" : checks.ToString()
        : $"proven by {By}";

    /// <summary>Sources that gave bytes though nothing shows that they hold the same file; null for none.</summary>
    public IReadOnlyList<string>? Trusted { get; init; }
}
