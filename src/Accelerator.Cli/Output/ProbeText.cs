using System.Globalization;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Probing;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>Formats a probe as one page. A pure function: report in, lines out.</summary>
internal static class ProbeText
{
    /// <summary>The load that the probe will cause, and how much data.</summary>
    public static IReadOnlyList<string> Plan(ProbePlan plan) =>
    [
        $"Probing {SafeText.Escape(plan.Source.ToString())}: at most {Format.Took(plan.TimeLimit)}.",
        .. WordWrap.Lines(
            "  server  ",
            $"reads the file with {string.Join(", ", plan.Steps)} streams in turn, as long as more streams are faster; "
                + $"at most {plan.MostSessions} sessions, "
            + $"{Format.Size(plan.MostBytesPerStep)} for each number of streams, and {plan.MostRefusals} refused connections. "
                + "Nothing is written there."),
        plan.Folder is { } folder
            ? $"  disk    writes at most {Format.Size(plan.MostDiskBytes)} into {SafeText.Escape(folder)}, and removes it."
            : "  disk    is not measured.",
    ];

    /// <summary>The page.</summary>
    /// <param name="report">The findings.</param>
    /// <param name="command">The command to recommend.</param>
    public static IReadOnlyList<string> Page(ProbeReport report, string command) =>
    [
        SafeText.Escape(report.Source.ToString()),
        "",
        "Server",
        .. Server(report.Server).SelectMany(Row),
        "",
        "Path and disk",
        .. Path(report).SelectMany(Row),
        "",
        "Goodput",
        .. Goodput(report),
        "",
        "Verdict",
        .. ProbeVerdictText.Sentences(report).SelectMany(Wrapped),
        $"  Use:  {command}",
        .. Notes(report),
    ];

    /// <summary>Milliseconds with the significant digits: <c>0.21 ms</c>, <c>186 ms</c>.</summary>
    public static string Milliseconds(TimeSpan time)
    {
        var value = time.TotalMilliseconds;
        return value.ToString(value >= 99.95 ? "0" : value >= 9.995 ? "0.0" : "0.00", CultureInfo.InvariantCulture) + " ms";
    }

    private static IEnumerable<(string Name, string Value)> Server(ProbeServer server)
    {
        yield return ("greeting", server.Greeting);
        if (server.System is { } system) yield return ("system", system);
        yield return ("lists", server.Claims.Count == 0 ? "nothing (FEAT)" : string.Join(' ', server.Claims));
        yield return ("file", server.Size is { } size
            ? $"{Format.Size(size)} ({Format.Number(size)} bytes)" : "the server does not report its size");
        foreach (var feature in server.Features.Where(feature => feature.Verdict != FeatureVerdict.Absent))
            yield return (feature.Name, JsonLines.Name(feature.Verdict) + (feature.Detail.Length > 0 ? $": {feature.Detail}" : ""));
        if (server.Features.Where(feature => feature.Verdict == FeatureVerdict.Absent).Select(feature => feature.Name)
            .ToList() is { Count: > 0 } absent)
            yield return ("not offered", string.Join(", ", absent));
    }

    private static IEnumerable<(string Name, string Value)> Path(ProbeReport report)
    {
        var path = report.Path;
        var tcp = path.TcpRoundTrip is { } measured ? $"; by TCP {Milliseconds(measured)}" : "";
        yield return ("round trip", $"{Milliseconds(path.RoundTrip)} by NOOP, median {Milliseconds(path.MedianRoundTrip)}{tcp}");
        var first = path.FirstByte is { } data ? $"; a first byte takes {Milliseconds(data)}" : "";
        yield return ("start", $"greeting after {Milliseconds(path.Greeted)}, logged in {Milliseconds(path.LoggedIn)} later{first}");
        yield return ("packets", $"path MTU {Bytes(path.PathMtu)}, segments up to {Bytes(path.MaxSegment)}");
        if (path.Subflows is { } subflows)
            yield return ("mptcp", subflows == 0 ? "fell back to TCP: the server or a firewall on the way does not answer it"
                : $"yes, {Format.Count(subflows, "subflow")} on a connection");
        yield return ("connections", report.Ceiling is { } ceiling
            ? $"the server allows {ceiling}; it refused {report.Refusals}"
            : "none was refused");
        yield return ("local disk", report.DiskRate is { } rate ? $"takes {Format.Rate(rate)} ({Format.Bits(rate)})" : "not measured");
    }

    private static IEnumerable<string> Goodput(ProbeReport report)
    {
        if (report.Steps.Count > 0) yield return "  streams      goodput             each   round trip  out of order  our window";
        foreach (var step in report.Steps)
        {
            var late = step.PacketsOutOfOrder is { } count && step.Packets is > 0 and var all ? $"{Share((double)count / all)}" : "unknown";
            yield return $"  {step.Streams,7} {Format.Rate(step.BytesPerSecond),12}{(step.IsSettled ? ' ' : '+')} "
                + $"{Format.Bits(step.BytesPerSecond / step.Streams),15} "
                + $"{(step.RoundTrip is { } loaded ? Milliseconds(loaded) : "unknown"),12} {late,13} "
                + $"{(step.ReceiveWindow is { } window ? Format.Size(window) : "unknown"),11}";
        }
        if (report.Steps.Any(step => !step.IsSettled))
            yield return "  + was still changing when the time for it was over: the real rate may differ.";
        var end = report.Stop switch
        {
            ProbeStop.Flat => "No more streams were tried: the last ones added nothing.",
            ProbeStop.MostStreams => "No more streams were tried: --streams does not allow more.",
            ProbeStop.Refused => "No more streams were tried: the server refused another one.",
            ProbeStop.Time => "No more streams were tried: the time limit was reached (--time-limit).",
            ProbeStop.ShortFile => "The file is too short for its streams to reach full speed: the figures are low. Name a larger one.",
            _ => "No more streams were tried: one failed (see the notes).",
        };
        foreach (var line in Wrapped(end)) yield return line;
    }

    private static IEnumerable<string> Notes(ProbeReport report)
    {
        if (report.Notes.Count == 0) yield break;
        yield return "";
        yield return "Notes";
        foreach (var line in report.Notes.SelectMany(Wrapped)) yield return line;
    }

    private static string Share(double share) =>
        share <= 0 ? "none" : (share * 100).ToString(share < 0.01 ? "0.000" : "0.0", CultureInfo.InvariantCulture) + " %";

    private static string Bytes(int? count) => count is { } known ? $"{known}" : "unknown";

    private static IEnumerable<string> Row((string Name, string Value) row) => WordWrap.Lines($"  {row.Name,-12} ", row.Value);

    private static IEnumerable<string> Wrapped(string sentence) => WordWrap.Lines("  ", sentence);
}
