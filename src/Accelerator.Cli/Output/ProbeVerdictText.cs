using Accelerator.Engine.Probing;

namespace Accelerator.Cli.Output;

/// <summary>Explains the measurements, in sentences that recommend what to do.</summary>
internal static class ProbeVerdictText
{
    private const int MostStreams = 64;

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
            ? $"Goodput still grew with {measured} streams, the most that were measured: "
                + $"let ftpx get find out how many pay (--streams auto, its default), or measure more with {more}."
            : $"Goodput still grew with {measured} streams: more may bring more ({more}).";
    }

    private static string Binding(ProbeReport report)
    {
        var (verdict, best) = (report.Verdict, Format.Rate(report.Verdict.BestRate));
        return verdict.Limit switch
        {
            ProbeLimit.Connections =>
                $"The number of connections binds: the server allows {report.Ceiling}, and each one brought its share of {best}.",
            ProbeLimit.Line => $"The line binds: it is full at {best} ({Format.Bits(verdict.BestRate)}), "
                + "and packets queue or are dropped in front of it. More streams cannot help.",
            ProbeLimit.Server => $"The server binds at {best}: its disk or processor, or a rate limit. "
                + "No queue shows on the way, so the line itself seems to have room.",
            ProbeLimit.LocalCpu => $"This machine's processors bind at {best}: they were busy with receiving.",
            ProbeLimit.LocalDisk => $"The local disk binds: it takes {Format.Rate(report.DiskRate ?? 0)}, and the server brings {best}. "
                + "Choose another folder with --output.",
            ProbeLimit.Unknown when report.Steps.Count == 0 => "Goodput was not measured, so nothing can be said of limits.",
            ProbeLimit.Unknown => $"What binds at {best} cannot be told from what was measured.",
            _ => Stream(report)!,
        };
    }

    // A full line drops packets sooner or later; a device that only delays them shapes or inspects.
    private static string? Device(ProbeReport report) =>
        report is { Verdict.Limit: ProbeLimit.Line, Steps: [.., { PacketsOutOfOrder: 0, Packets: > 0, RoundTrip: { } loaded }] }
            ? $"Round trips grow from {ProbeText.Milliseconds(report.Path.MedianRoundTrip)} to {ProbeText.Milliseconds(loaded)} and "
                + "nothing is lost: a device on the way delays packets instead of dropping them, as a shaper or a security appliance "
                + "does. If the line is faster than this, ask its owner for the configured rate and for an exception."
            : null;

    private static string? Stream(ProbeReport report)
    {
        var verdict = report.Verdict;
        var (rate, window) = (Format.Rate(verdict.StreamRate), verdict.StreamWindow is { } bytes ? Format.Size(bytes) : null);
        return verdict.StreamLimit switch
        {
            ProbeLimit.ServerWindow =>
                $"Each stream stops at {rate}: the server keeps no more than about {window} in flight (rate x round "
                    + "trip), its send window. "
                + "Nothing is lost, and our window is wider. Only the server's administrator can raise it; more streams go round it.",
            ProbeLimit.ReceiveWindow =>
                $"Each stream stops at {rate}: about {window} are in flight, and that is the receive window of this machine. "
                + "Raise its limit (Linux: net.ipv4.tcp_rmem; Windows: the receive window's autotuning level); more streams go round it.",
            ProbeLimit.Window => $"Each stream stops at {rate}: about {window} are in flight, a window's worth; "
                + "this system does not say whether it is the server's or ours. More streams go round it.",
            ProbeLimit.StreamRate when window is null =>
                $"Each stream stops at {rate}: the server sends no faster on one connection (a rate limit, or its speed). "
                    + "More streams go round it. "
                + "The bytes in flight are not shown: rate x round trip is less than one segment, so no window bounds a stream here.",
            ProbeLimit.StreamRate => $"Each stream stops at {rate}, though only {window} are in flight: "
                + "the server sends no faster on one connection (a rate limit, or its speed). More streams go round it.",
            ProbeLimit.Loss => $"Each stream stops at {rate}, because packets are lost or come out of order on the way and TCP slows "
                + "down. More streams suffer less from each loss.",
            _ => null,
        };
    }

    private static string? Ranges(ProbeServer server) =>
        server.Features.FirstOrDefault(feature => feature.Name == "REST")?.Verdict is FeatureVerdict.Refused or FeatureVerdict.Ignored
            ? "The server does not honour REST: a file can be downloaded only in one stream from its start, "
                + "whatever several streams would bring."
            : null;
}
