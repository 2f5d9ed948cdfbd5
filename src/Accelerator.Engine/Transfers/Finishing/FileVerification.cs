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

    /// <summary>The text for people: <c>verified by XSHA256</c>, <c>complete; size and time match (no checksum available)</c>.</summary>
    public string Text => Known ?? (Checks is { } checks
        ? Trusted is { } trusted ? $"{checks}, but nothing shows that {string.Join(" and ", trusted)} has the same file" : checks.ToString()
        : $"verified by {By}");

    /// <summary><see cref="Text"/>, where many files share it; null to compose it.</summary>
    public string? Known { get; init; }

    /// <summary>Sources that contributed bytes without evidence that they hold the same file; null for none.</summary>
    public IReadOnlyList<string>? Trusted { get; init; }
}

/// <summary>The comparisons made for a file without a hash of its content. Pure.</summary>
/// <param name="Compared">The properties that were compared and found equal, in sentence order; empty for none.</param>
/// <param name="WhyNoHash">Why no hash was compared: <see cref="NotOffered"/>, …</param>
internal readonly record struct ConsistencyChecks(IReadOnlyList<string> Compared, string WhyNoHash)
{
    /// <summary>The server was asked for a hash and a companion file, and has neither.</summary>
    public const string NotOffered = "no checksum available";

    /// <summary>No hash was requested.</summary>
    public const string NotWanted = "checksum not compared: --verify none";

    /// <summary>The listing reported a short file, so the server was not queried about it.</summary>
    public const string NotAsked = "small file: no checksum requested";

    /// <summary>Only a part of the file was fetched.</summary>
    public const string OfPart = "a part of the file has no checksum";

    /// <summary>Only a part of the file was fetched, and its data repeats.</summary>
    public const string OfRepeatedPart = OfPart + ", and its offset is not verified because its data repeats";

    /// <summary>Two servers were queried, and have no supported hash in common.</summary>
    public const string NoneInCommon = "the servers have no hash in common";

    /// <summary>
    /// A server offers a hash that was not compared: it did not return one when asked, or was not asked because the answer would take too
    /// long.
    /// </summary>
    /// <param name="name">The strongest hash command: <c>XSHA256</c>.</param>
    /// <param name="wasAsked">Whether the server was asked for the hash.</param>
    public static string NotCompared(string name, bool wasAsked) =>
        wasAsked ? $"the server lists {name} but returned no hash"
            : $"{name} not compared: it would take over a fifth of the transfer time";

    /// <summary>The sentence without its end: <c>complete; size, time and range overlaps match (no checksum available)</c>.</summary>
    public override string ToString()
    {
        var compared = Compared.Count switch
        {
            0 => "the only evidence is that the server ended the data",
            1 => $"{Compared[0]} matches",
            _ => $"{string.Join(", ", Compared.SkipLast(1))} and {Compared[^1]} match",
        };
        return $"complete; {compared} ({WhyNoHash})";
    }
}
