using Accelerator.Ftp;
using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Transfers;

/// <summary>A digest that a file must have: typed by the user, or taken from a list of checksums.</summary>
/// <param name="Kind">The hash.</param>
/// <param name="Value">The digest in lower-case hexadecimal, as long as the hash requires.</param>
public sealed record GivenDigest(HashKind Kind, string Value)
{
    /// <summary>The name of the list that the digest comes from, for messages; null, the default, for a digest that was typed.</summary>
    public string? List { get; init; }

    /// <summary>The algorithm in messages: <c>SHA-256</c>.</summary>
    internal string Algorithm => HashCommand.NameOf(Kind);

    /// <summary>The digest in the middle of a sentence: <c>the given SHA-256</c>, <c>the SHA-256 in SHA256SUMS</c>.</summary>
    internal string Name => List is null ? $"the given {Algorithm}" : $"the {Algorithm} in {List}";

    /// <summary>Reads a digest of MD5, SHA-1, SHA-256 or SHA-512.</summary>
    /// <param name="hex">The digits, in either case.</param>
    /// <param name="kind">The hash; null to choose it by the number of digits.</param>
    /// <returns>Null if the text is no digest of the hash.</returns>
    internal static GivenDigest? Read(string hex, HashKind? kind = null) =>
        HashCommand.WithDigits(hex.Length) is { } found and not HashKind.Crc32 && (kind ?? found) == found && hex.All(char.IsAsciiHexDigit)
            ? new GivenDigest(found, hex.ToLowerInvariant())
            : null;
}
