using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Advising;

/// <summary>Which of the profiles fits: by the edition of Windows, the link's speed and the path's length. Numbers in, name out.</summary>
public static class RoleDetector
{
    private const long Fast = 10_000_000_000;

    // Up to here a window of 16 MiB fills 10 Gbit/s six times over (13.4 ms would be just enough): the window is never what binds, and the
    // profile for a machine room is right.
    private static readonly TimeSpan LongestLocal = TimeSpan.FromMilliseconds(2);

    /// <summary>Chooses.</summary>
    /// <param name="host">The computer.</param>
    /// <param name="bitsPerSecond">Speed of the link; null where nobody says.</param>
    /// <param name="roundTrip">Of the path; null where no server was named, or it was not reached.</param>
    public static RoleChoice Choose(HostFacts host, long? bitsPerSecond, TimeSpan? roundTrip)
    {
        if (host is { Platform: HostPlatform.Windows, IsServer: false })
            return new RoleChoice("desktop-wan",
                "this is a desktop edition of "
                    + $"Windows{(bitsPerSecond is null ? "; no adapter says how fast it is (--bandwidth 10G would)" : "")}");
        var kind = host.Platform == HostPlatform.Linux ? "this is Linux" : "this is a server edition of Windows";
        if (bitsPerSecond is not { } speed)
            return new RoleChoice("server-wan",
                $"{kind}; no adapter says how fast it is, so no more than 1 Gbit/s is assumed (--bandwidth 10G says otherwise)");
        if (speed < Fast) return new RoleChoice("server-wan", $"{kind} with a link of {Spoken.Bits(speed)}");
        return roundTrip switch
        {
            null => new RoleChoice("dtn-wan-10g",
                $"{kind} with a link of {Spoken.Bits(speed)}; no path was measured, so it is taken for a long one"),
            { } measured when measured <= LongestLocal =>
                new RoleChoice("dtn-lan-10g", $"{kind} with a link of {Spoken.Bits(speed)} and a path of {Spoken.Milliseconds(measured)}"),
            { } measured => new RoleChoice(
                "dtn-wan-10g", $"{kind} with a link of {Spoken.Bits(speed)} and a path of {Spoken.Milliseconds(measured)}"),
        };
    }
}
