namespace Accelerator.Engine.Transfers;

/// <summary>How a file was proven.</summary>
/// <param name="By">For people: <c>seams</c>, <c>HASH SHA-256</c>, <c>companion .sha256</c>, <c>the given SHA-256</c>, …</param>
/// <param name="Sha256">The content's SHA-256 in lower-case hexadecimal where it was computed.</param>
internal readonly record struct FileProof(string By, string? Sha256 = null)
{
    /// <summary>Whether a hash of the whole content was compared.</summary>
    public bool IsOfContent { get; init; }

    /// <summary>Sources that gave bytes though nothing shows that they hold the same file; null for none.</summary>
    public IReadOnlyList<string>? Trusted { get; init; }
}
