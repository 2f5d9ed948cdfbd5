using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Sources;

/// <summary>The facts about a file from a listing, so that no query is needed before its first byte.</summary>
/// <param name="Size">Bytes.</param>
/// <param name="Modified">Time of the last change as MDTM writes it; null when the listing has none that can be trusted.</param>
public sealed record ListedFacts(long Size, string? Modified)
{
    /// <summary>Digits of RFC 3659's time-val without a fraction, which MDTM mostly leaves out.</summary>
    public const int TimeValDigits = 14;

    /// <summary>Returns a listed time as MDTM writes it; null for one that cannot be trusted, which is the case for LIST.</summary>
    public static string? TimeOf(ListingTime? time) => time is { Instant: not null } listed ? listed.ToTimeVal()[..TimeValDigits] : null;

    /// <summary>
    /// Returns a time as MDTM writes it, without the fraction of a second that some servers report in listings, by MDTM, in both or in
    /// neither.
    /// </summary>
    public static string ToTheSecond(string timeVal)
    {
        ArgumentNullException.ThrowIfNull(timeVal);
        return timeVal[..Math.Min(TimeValDigits, timeVal.Length)];
    }
}
