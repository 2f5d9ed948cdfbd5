using Accelerator.Cli.Output;

namespace Accelerator.Cli.Report;

/// <summary>
/// Identifies the one limit that bound a transfer. Pure: observations in, verdict out. Unambiguous evidence is checked first: a number that
/// the user set, time in which nothing was fetched; then the growth of goodput with the number of streams. The local disk is not among the
/// limits: no event distinguishes it from the line.
/// </summary>
internal static class BindingLimit
{
    // A start-up of the same length does not bind a long transfer.
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(30);

    private const int ManyFiles = 4;

    /// <summary>Returns the verdict: the first limit that fits.</summary>
    public static LimitVerdict Find(LimitFacts facts)
    {
        if (facts.BytesFetched <= 0)
            return new(LimitKind.NothingFetched, "Nothing was downloaded",
                "No data was received over the network, so there is no speed to explain.");
        return ByRateLimit(facts) ?? ByTime(facts) ?? BySingle(facts) ?? ByGrowth(facts) ?? ByCeiling(facts) ?? ByUser(facts)
            ?? ByWindow(facts)
            ?? new(LimitKind.CannotBeTold, "Unknown", Grown(facts) + (Growth(facts) is null
                ? " No two stream counts were held long enough to tell a network limit from a limit per stream. "
                    + "Repeat the transfer with another --streams to find out."
                : " That is less than proportional: neither the network nor a limit per stream explains it alone."));
    }

    private static LimitVerdict? ByRateLimit(LimitFacts facts) =>
        facts.RateLimit is { } limit && facts.MeanBytesPerSecond >= 0.8 * limit
            ? new(LimitKind.RateLimit, "Your --limit-rate",
                $"The limit is {Both(limit)}; the mean between the first and the last byte is {Both(facts.MeanBytesPerSecond)}.")
            : null;

    private static LimitVerdict? ByTime(LimitFacts facts)
    {
        var total = facts.Elapsed;
        if (facts.Verifying >= 0.4 * total)
        {
            return new(LimitKind.Verifying, "Verifying and publishing, after the last byte",
                $"Flushing, hashing and publishing took {Format.Took(facts.Verifying)} of {Format.Took(total)}. "
                + "The cause is a slow disk or a hash of the complete file; --verify sets how much is verified.");
        }
        if (facts.Silent >= 0.3 * total)
        {
            return new(LimitKind.Silence, "Periods without data",
                $"For {Format.Took(facts.Silent)} of {Format.Took(total)} between the first and the last byte, no data arrived: "
                    + "the network or the server was silent. The charts show when.");
        }
        if (total <= Short && facts.FullAt >= 0.4 * total)
        {
            return new(LimitKind.StartUp, "Start-up",
                $"Goodput reached four fifths of its best second only after {Format.Took(facts.FullAt)} of {Format.Took(total)}: "
                    + $"logins ({Format.Took(facts.FirstByteAt)} "
                + "to the first byte), TCP slow start and the search for the number of streams. A run this short is mostly start-up.");
        }
        if (facts is { FilesDone: >= ManyFiles, ReceivingShare: < 0.7 })
        {
            return new(LimitKind.BetweenFiles, "Round trips between files",
                $"The streams received during {facts.ReceivingShare:0 %} of their time; "
                    + $"for the rest they logged in, requested the next of {facts.FilesDone} files, or waited. "
                + "More --streams hide more of these round trips.");
        }
        return null;
    }

    private static LimitVerdict? BySingle(LimitFacts facts) =>
        facts is { IsSingle: true, PeakStreams: <= 1 }
            ? new(LimitKind.OneStream, "One stream only",
                "The server does not honour REST or does not report the size, so one stream downloaded the complete file "
                    + $"at {Both(facts.MeanBytesPerSecond)}.")
            : null;

    private static LimitVerdict? ByGrowth(LimitFacts facts)
    {
        if (Growth(facts) is not { } growth || growth.Share >= 0.5) return null;
        var (few, many) = (growth.Few, growth.Many);
        var percent = Math.Round(((many.BytesPerSecond / few.BytesPerSecond) - 1) * 100);
        var change = percent switch { 0 => "the same", > 0 => $"{percent} % more", _ => $"{-percent} % less" };
        var grown = growth.Share < 0.2 ? "stayed flat while streams were added" : "grew less than half as much as the number of streams";
        return new(LimitKind.LineCapacity, "The network's capacity",
            $"Goodput {grown}: {Both(few.BytesPerSecond)} with {few.Streams}, {Both(many.BytesPerSecond)} with {many.Streams} ({change}). "
            + "All streams share one bottleneck: the network, or a component at either end.");
    }

    private static LimitVerdict? ByCeiling(LimitFacts facts) =>
        facts.ServerCeiling is { } said
            ? new(LimitKind.ServerCeiling, "The server's connection limit", $"{said.TrimEnd('.')}. {Grown(facts)}")
            : null;

    private static LimitVerdict? ByUser(LimitFacts facts) =>
        facts.AskedStreams is { } asked && facts.PeakStreams >= asked
            ? new(LimitKind.UserStreams, "Your --streams",
                $"{Format.Count(asked, "stream")} {(asked == 1 ? "was" : "were")} requested, and all received: "
                    + $"{Both(facts.BestBytesPerSecond / asked)} each in the best second. "
                + "Without --streams, ftpx finds out whether more are faster.")
            : null;

    private static LimitVerdict? ByWindow(LimitFacts facts) =>
        Growth(facts) is { Share: >= 0.7 }
            ? new(LimitKind.StreamWindow, "The window of each stream", Grown(facts)
                + " A connection transfers at most one window per round trip: the server's send buffer, or a limit per connection.")
            : null;

    private static string Grown(LimitFacts facts) =>
        Growth(facts) is { } growth
            ? $"Goodput grew with the number of streams: {Both(growth.Few.BytesPerSecond)} with {growth.Few.Streams}, "
                + $"{Both(growth.Many.BytesPerSecond)} with "
                + $"{growth.Many.Streams}, {Both(growth.Many.BytesPerSecond / growth.Many.Streams)} each."
            : $"{Streams(facts)} reached {Both(facts.BestBytesPerSecond)} in the best second, "
                + $"{Both(facts.BestBytesPerSecond / Math.Max(facts.PeakStreams, 1))} each.";

    /// <summary>
    /// Returns how goodput grew from the nearest number of at most two thirds of the most streams to the most streams: 0 not at all, 1 in
    /// proportion to the streams.
    /// </summary>
    private static (StreamRate Few, StreamRate Many, double Share)? Growth(LimitFacts facts)
    {
        if (facts.ByStreams.Count == 0) return null;
        var many = facts.ByStreams[^1];
        var few = facts.ByStreams.LastOrDefault(rate => rate.Streams * 1.5 <= many.Streams);
        if (few.Streams == 0 || few.BytesPerSecond <= 0) return null;
        return (few, many, (many.BytesPerSecond / few.BytesPerSecond - 1) / ((double)many.Streams / few.Streams - 1));
    }

    private static string Streams(LimitFacts facts) => Format.Count(facts.PeakStreams, "stream");

    private static string Both(double bytesPerSecond) => $"{Format.Rate(bytesPerSecond)} ({Format.Bits(bytesPerSecond)})";
}

/// <summary>The factor that kept a transfer from being faster. Exactly one is named.</summary>
internal enum LimitKind
{
    /// <summary>No byte was received.</summary>
    NothingFetched,

    /// <summary>The user's <c>--limit-rate</c>.</summary>
    RateLimit,

    /// <summary>Flushing, hashing and publishing after the last byte.</summary>
    Verifying,

    /// <summary>Periods in which no stream received anything.</summary>
    Silence,

    /// <summary>Logins, slow start and the search for the number of streams, in a short transfer.</summary>
    StartUp,

    /// <summary>For several files: logins, queries and waiting between them.</summary>
    BetweenFiles,

    /// <summary>The server does not honour REST, or does not report the size: one stream.</summary>
    OneStream,

    /// <summary>Goodput stayed flat while streams were added.</summary>
    LineCapacity,

    /// <summary>The server allowed no more connections.</summary>
    ServerCeiling,

    /// <summary>The user's <c>--streams</c>.</summary>
    UserStreams,

    /// <summary>Each stream kept its rate regardless of their number: a window or a limit of each connection.</summary>
    StreamWindow,

    /// <summary>The observations fit none of these alone.</summary>
    CannotBeTold,
}

/// <summary>The one limit that bound a transfer.</summary>
/// <param name="Kind">The kind of limit.</param>
/// <param name="Title">The name, a few words.</param>
/// <param name="Evidence">The observation that shows the limit, and a recommendation.</param>
internal sealed record LimitVerdict(LimitKind Kind, string Title, string Evidence);
