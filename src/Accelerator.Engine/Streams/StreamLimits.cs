namespace Accelerator.Engine.Streams;

/// <summary>The limits of the number of streams.</summary>
/// <param name="Start">Streams to begin with, 1 or more.</param>
/// <param name="Most">The maximum.</param>
/// <param name="IsFixed">Whether the user gave the number: then it stays.</param>
/// <param name="IsKnown">Whether <paramref name="Start"/> reached this site's plateau before: then it is kept until the goodput contradicts
/// it.</param>
/// <param name="Least">
/// The minimum, 1 or more: kept although more streams bring nothing. Where several routes fetch one file, the capacity that a stream leaves
/// idle while it repairs a loss or begins its next range can be used only by the others of its route: of 200 Mbit/s at 20 ms one stream
/// brought 193, two 195, four 199.
/// </param>
/// <param name="KnownRate">
/// Goodput of the known number in an earlier run, bytes per second; 0, the default, where it is unknown. If the streams bring clearly less
/// now, larger numbers are tested at once: what was remembered may have been measured in a better hour, or a shorter transfer.
/// </param>
/// <param name="IsSiteKnown">Whether the server has accepted twice <paramref name="Start"/> sessions before: the first streams and as many
/// standby sessions log in at once, and all others later.</param>
internal readonly record struct StreamLimits(
    int Start, int Most, bool IsFixed = false, bool IsKnown = false, int Least = 1, double KnownRate = 0,
    bool IsSiteKnown = false);
