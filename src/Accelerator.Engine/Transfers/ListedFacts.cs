using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Transfers;

/// <summary>What a listing told of a file, so that nobody need ask before its first byte.</summary>
/// <param name="Size">Bytes.</param>
/// <param name="Modified">Time of the last change as MDTM writes it; null when the listing tells none that can be trusted.</param>
public sealed record ListedFacts(long Size, string? Modified)
{
    // RFC 3659's time-val without a fraction, which MDTM mostly leaves out.
    private const int TimeValDigits = 14;

    /// <summary>A listed time as MDTM writes it; null for one that cannot be trusted, which is what LIST tells.</summary>
    public static string? TimeOf(ListingTime? time) => time is { Instant: not null } told ? told.ToTimeVal()[..TimeValDigits] : null;
}
