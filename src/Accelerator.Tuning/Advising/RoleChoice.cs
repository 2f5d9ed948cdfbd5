using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Advising;

/// <summary>The profile that matches a computer.</summary>
/// <param name="Profile">The name of the profile.</param>
/// <param name="Why">The reason, as part of a sentence.</param>
public sealed record RoleChoice(string Profile, string Why)
{
    private const long Fast = 10_000_000_000;

    // Up to this round trip, a window of 16 MiB is enough for six times 10 Gbit/s (it fills one such link up to 13.4 ms). The window is
    // never the limit, so the profile for a machine room fits.
    private static readonly TimeSpan LongestLocal = TimeSpan.FromMilliseconds(2);

    /// <summary>Selects the profile by Windows edition, link speed and round trip of the path. Pure.</summary>
    /// <param name="bitsPerSecond">The speed of the link; null if it is not known.</param>
    /// <param name="roundTrip">The round trip of the path; null if no server was named, or it was not reached.</param>
    public static RoleChoice Of(HostFacts host, long? bitsPerSecond, TimeSpan? roundTrip)
    {
        if (host is { Platform: HostPlatform.Windows, IsServer: false })
        {
            return bitsPerSecond >= Fast
                ? new RoleChoice("desktop-10g", $"this is a desktop edition of Windows with a link of {Spoken.Bits(bitsPerSecond.Value)}")
                : new RoleChoice("desktop-wan",
                    "this is a desktop edition of Windows"
                        + (bitsPerSecond is null ? "; no adapter reports its link speed (give it with --bandwidth 10G)" : ""));
        }
        var kind = host.Platform == HostPlatform.Linux ? "this is Linux" : "this is a server edition of Windows";
        if (bitsPerSecond is not { } speed)
            return new RoleChoice("server-wan",
                $"{kind}; no adapter reports its link speed, so at most 1 Gbit/s is assumed (give it with --bandwidth 10G)");
        if (speed < Fast) return new RoleChoice("server-wan", $"{kind} with a link of {Spoken.Bits(speed)}");
        return roundTrip switch
        {
            null => new RoleChoice("dtn-wan-10g",
                $"{kind} with a link of {Spoken.Bits(speed)}; no path was measured, so a long one is assumed"),
            { } measured when measured <= LongestLocal =>
                new RoleChoice("dtn-lan-10g", $"{kind} with a link of {Spoken.Bits(speed)} and a path of {Spoken.Milliseconds(measured)}"),
            { } measured => new RoleChoice(
                "dtn-wan-10g", $"{kind} with a link of {Spoken.Bits(speed)} and a path of {Spoken.Milliseconds(measured)}"),
        };
    }
}
