using Accelerator.Engine.Probing;

namespace Accelerator.Cli.Output;

/// <summary>Explains the measurements, in sentences that recommend what to do.</summary>
internal static class ProbeVerdictText
{
    private const int MostStreams = 64;
    private const string MoreStreams = "More streams raise the total rate.";

    /// <summary>The main limit first, then the next one after it, then possible further gains.</summary>
    public static IEnumerable<string> Sentences(ProbeReport report)
    {
        var verdict = report.Verdict;
        yield return Binding(report);
        if (verdict.StreamLimit != verdict.Limit && Stream(report) is { } stream) yield return stream;
        if (ServerSettingText.For(report) is { } setting) yield return setting;
        if (Device(report) is { } device) yield return device;
        if (Ranges(report.Server) is { } ranges) yield return ranges;
        if (verdict.MayGrow) yield return Growth(report.Steps[^1].Streams, verdict.Streams is null);
    }

    private static string Growth(int measured, bool isLeftToGet)
    {
        if (measured >= MostStreams) return $"Goodput still grew with {measured} streams, the most that ftpx opens.";
        var more = $"ftpx probe --streams {Math.Min(MostStreams, measured * 2)}";
        return isLeftToGet
            ? $"Goodput still grew with {measured} streams, the most that were measured. "
                + $"ftpx get finds the best number during the transfer (--streams auto, the default); {more} measures more."
            : $"Goodput still grew with {measured} streams. {more} measures more.";
    }

    private static string Binding(ProbeReport report)
    {
        var (verdict, best) = (report.Verdict, Format.Rate(report.Verdict.BestRate));
        return verdict.Limit switch
        {
            ProbeLimit.Connections =>
                $"The limit is the number of connections: the server allows {report.Ceiling}, and each one added its share of {best}.",
            ProbeLimit.Line => $"The limit is the line: it is full at {best} ({Format.Bits(verdict.BestRate)}), "
                + "and packets queue or are dropped in front of it. More streams do not help.",
            ProbeLimit.Server => $"The limit is the server, at {best}: its disk or processor, or a rate limit. "
                + "No queue was seen on the network path, so the line itself seems to have capacity left.",
            ProbeLimit.LocalCpu => $"The limit is this computer's processors, at {best}: they were busy with receiving.",
            ProbeLimit.LocalDisk => $"The limit is the local disk: it writes {Format.Rate(report.DiskRate ?? 0)}, "
                + $"and the server sends {best}. Choose another folder with --output.",
            ProbeLimit.Unknown when report.Steps.Count == 0 => "Goodput was not measured, so its limit is unknown.",
            ProbeLimit.Unknown => $"The measurements do not show what limits the transfer at {best}.",
            _ => Stream(report)!,
        };
    }

    // A full line drops packets sooner or later; a device that only delays them shapes or inspects.
    private static string? Device(ProbeReport report) =>
        report is { Verdict.Limit: ProbeLimit.Line, Steps: [.., { PacketsOutOfOrder: 0, Packets: > 0, RoundTrip: { } loaded }] }
            ? $"Round trips grow from {ProbeText.Milliseconds(report.Path.MedianRoundTrip)} to {ProbeText.Milliseconds(loaded)} and "
                + "no packets are lost: a device on the network path delays packets instead of dropping them, as a traffic shaper or a "
                + "security appliance does. If the line is faster than this, ask its owner for the configured rate and for an exception."
            : null;

    private static string? Stream(ProbeReport report)
    {
        var verdict = report.Verdict;
        var (rate, window) = (Format.Rate(verdict.StreamRate), verdict.StreamWindow is { } bytes ? Format.Size(bytes) : null);
        return verdict.StreamLimit switch
        {
            ProbeLimit.ServerWindow =>
                $"Each stream stops at {rate}: the server keeps no more than about {window} in flight (rate x round "
                    + "trip), which is its send window. "
                + "No packets are lost, and the receive window is larger. Only the server's administrator can raise the send window. "
                + MoreStreams,
            ProbeLimit.ReceiveWindow =>
                $"Each stream stops at {rate}: about {window} are in flight, which is the receive window of this computer. "
                + "Raise its limit (Linux: net.ipv4.tcp_rmem; Windows: the receive window's autotuning level). " + MoreStreams,
            ProbeLimit.Window => $"Each stream stops at {rate}: about {window} are in flight, which is a full window; "
                + "this system does not report whether it is the server's or this computer's. " + MoreStreams,
            ProbeLimit.StreamRate when window is null =>
                $"Each stream stops at {rate}: the server sends no faster on one connection (a rate limit, or its speed). "
                    + MoreStreams
                + " The bytes in flight are not shown: rate x round trip is less than one segment, so no window limits a stream here.",
            ProbeLimit.StreamRate => $"Each stream stops at {rate}, though only {window} are in flight: "
                + "the server sends no faster on one connection (a rate limit, or its speed). " + MoreStreams,
            ProbeLimit.Loss => $"Each stream stops at {rate}, because packets are lost or reordered on the network path and TCP slows "
                + "down. With more streams, each loss slows a smaller part of the transfer.",
            _ => null,
        };
    }

    private static string? Ranges(ProbeServer server) =>
        server.Features.FirstOrDefault(feature => feature.Name == "REST")?.Verdict is FeatureVerdict.Refused or FeatureVerdict.Ignored
            ? "The server does not support REST: a file can be downloaded only in one stream, from its start."
            : null;
}
