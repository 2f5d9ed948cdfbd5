using System.Globalization;
using Accelerator.Tuning.Catalogue;

namespace Accelerator.Tuning.Advising;

/// <summary>The advice for the network path to the server: packets that fit, and enough streams.</summary>
internal static class NetworkPathAdvice
{
    // The default of ftpx get --max-sessions.
    private const int UsualStreams = 32;
    private const int MostStreams = 64;
    private const int Ethernet = 1500;

    private const long Fast = 10_000_000_000;

    // A frame of Windows' drivers is the packet with 14 bytes of Ethernet header.
    private const int JumboPacket = 9000, JumboFrame = 9014;

    public static IEnumerable<Advice> Of(Exam exam) => [.. Packets(exam), .. Jumbo(exam), .. Streams(exam)];

    // A path of 1400 behind a link of 1500 is a tunnel: its hop reports the limit, and every system honours it. An adapter configured for
    // jumbo frames on a path without them is a wrong setting.
    private static IEnumerable<Advice> Packets(Exam exam)
    {
        if (exam.Path is not { Mtu: { Evidence: MtuEvidence.Narrow, Bytes: { } fits } }
            || exam.Carrier?.Link is not { Mtu: > Ethernet } link || fits >= link.Mtu)
            return [];
        var wanted = Math.Min(fits, Ethernet).ToString(CultureInfo.InvariantCulture);
        return
        [
            new Advice("path.mtu", $"Set the MTU of {exam.Carrier.Name} to {wanted}, or ask the owner of the network to change the hop.",
                $"It sends packets of {link.Mtu} bytes, and a hop on the path forwards at most {fits}: "
                    + "each connection loses its first large packets, and hangs if the hop's message is filtered.",
                exam.Snapshot.Host.Platform == HostPlatform.Linux
                    ? $"ip link set dev {link.Name} mtu {wanted}"
                    : $"netsh interface ipv4 set subinterface {link.Index} mtu={wanted} store=persistent",
                1.1),
        ];
    }

    // An echo cannot test a size that the link does not send. Where the driver takes jumbo frames and the path carries all that the link
    // sends now, so that no tunnel is in the way, a trial that rolls itself back is the only test.
    private static IEnumerable<Advice> Jumbo(Exam exam)
    {
        if (exam is not { Path: { Mtu.Evidence: MtuEvidence.Whole, Remote: { } remote }, BitsPerSecond: >= Fast, Carrier: { } carrier }
            || carrier.Link is not { Mtu: > 0 and <= Ethernet } link)
            return [];
        // Linux drivers use another size at once.
        var isLinux = exam.Snapshot.Host.Platform == HostPlatform.Linux;
        var (takes, what, option) = isLinux
            ? (carrier.Hardware.MostMtu >= JumboPacket, $"packets of {JumboPacket} bytes", "")
            : (carrier.Limits.GetValueOrDefault("*JumboPacket")?.Takes(JumboFrame) == true, $"frames of {JumboFrame} bytes",
                " --restart-adapters");
        if (!takes) return [];
        return
        [
            new Advice("path.jumbo", "Try jumbo frames, if the owner of the network confirms that every device on the path supports them.",
                $"{carrier.Name} supports {what}, and the path carries the {link.Mtu} bytes that it sends now. Larger "
                    + "packets take less processor time. The command checks the path, and rolls back if it does not carry them.",
                $"ftpx tune apply {exam.Plan.Profile.Id}+jumbo --peer {remote}{option}", 1.1),
        ];
    }

    private static IEnumerable<Advice> Streams(Exam exam)
    {
        // Use the window that the advised settings would give.
        if (exam is not { BitsPerSecond: { } bits, RoundTrip: { } roundTrip } || WindowAdvice.BestOf(exam) is not { } window) return [];
        var need = WindowArithmetic.Streams(bits, roundTrip, window);
        if (need.Least <= UsualStreams) return [];
        var streams = Math.Min(MostStreams, need.Advised);
        return
        [
            new Advice("path.streams", $"Let ftpx use {streams} streams.",
                $"{Spoken.Bits(bits)} at {Spoken.Milliseconds(roundTrip)} are {need.Least} windows of {Spoken.Bytes(window)}, "
                    + $"and ftpx opens at most {UsualStreams} by itself.",
                $"ftpx get --max-sessions {streams} URL", (double)Math.Min(MostStreams, need.Least) / UsualStreams),
        ];
    }
}
