using System.Globalization;

namespace Accelerator.Engine.Sources;

/// <summary>
/// The identity by which two tries recognise the same remote file. MDTM is compared as the raw string: servers answer in local time, with
/// fractions or with five-digit years, and a token needs no clock.
/// </summary>
/// <param name="Site">Host and port.</param>
/// <param name="Path">The path as text.</param>
/// <param name="Size">SIZE in bytes; null when the server cannot tell.</param>
/// <param name="Modified">MDTM as the server wrote it; null when it does not answer.</param>
public sealed record RemoteIdentity(string Site, string Path, long? Size, string? Modified)
{
    /// <summary>Parses MDTM as UTC (RFC 3659 section 2.3), for the local timestamp only; null when it cannot be read.</summary>
    internal static DateTime? ReadTime(string? modified)
    {
        var digits = modified?.Split('.')[0];
        return DateTime.TryParseExact(digits, "yyyyMMddHHmmss", null,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time)
            ? time
            : null;
    }
}
