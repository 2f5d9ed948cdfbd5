using System.Globalization;
using Accelerator.Engine.Sources;

namespace Accelerator.Gateway.Http;

/// <summary>A version of a file, as SIZE and MDTM tell it, and what a request says about it (RFC 9110, section 13).</summary>
/// <param name="Size">Bytes.</param>
/// <param name="Modified">The time as MDTM wrote it; null if unknown.</param>
internal sealed record FileVersion(long Size, string? Modified)
{
    /// <summary>The entity tag; null without a time, because a changed file may have the same length.</summary>
    public string? Tag => Modified is { } time && time.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '+' or '-')
        ? string.Create(CultureInfo.InvariantCulture, $"\"{Size:x}-{time}\"") : null;

    /// <summary>The time as HTTP writes it; null if unknown.</summary>
    public string? LastModified => Time is { } time ? time.ToString("R", CultureInfo.InvariantCulture) : null;

    private DateTime? Time => RemoteIdentity.ReadTime(Modified);

    /// <summary>Returns whether the client already has this version, by If-None-Match, or without that by If-Modified-Since.</summary>
    public bool IsKnownTo(HttpRequest request)
    {
        if (request.Field("If-None-Match") is { } tags)
            return tags.Trim() == "*" || (Tag is { } tag && tags.Split(',').Any(one => Strong(one.Trim()) == tag));
        return Time is { } time && ReadDate(request.Field("If-Modified-Since")) is { } since && time <= since;

        static string Strong(string tag) => tag.StartsWith("W/", StringComparison.Ordinal) ? tag[2..] : tag;
    }

    /// <summary>Returns whether the part that the client asks for belongs to the version that it has, by If-Range.</summary>
    public bool Continues(HttpRequest request) => request.Field("If-Range") switch
    {
        null => true,
        ['"', ..] tag => tag == Tag,
        // A weak tag is no date either.
        var date => Time is { } time && ReadDate(date) is { } since && time == since,
    };

    private static DateTime? ReadDate(string? text)
    {
        const DateTimeStyles Utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
        return DateTime.TryParseExact(text, "R", CultureInfo.InvariantCulture, Utc, out var date) ? date : null;
    }
}
