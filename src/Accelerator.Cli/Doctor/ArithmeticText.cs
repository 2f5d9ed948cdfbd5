using Accelerator.Cli.Output;
using Accelerator.Cli.Terminal;
using Accelerator.Tuning.Advising;

namespace Accelerator.Cli.Doctor;

/// <summary>
/// Explains the arithmetic of a long network path: the data in flight that it needs, the share of one stream, and the resulting number of
/// streams.
/// </summary>
internal static class ArithmeticText
{
    /// <summary>The round trips shown if none was measured: a country, a continent, an ocean, the other side of the earth.</summary>
    public static IReadOnlyList<TimeSpan> Examples { get; } =
        [.. new[] { 10, 50, 100, 200 }.Select(milliseconds => TimeSpan.FromMilliseconds(milliseconds))];

    /// <summary>The section of the page.</summary>
    public static DoctorSection Section(Exam exam)
    {
        const string Title = "Arithmetic";
        if (exam.RoundTrip is { } roundTrip) return new DoctorSection(Title, [.. Sentences(exam, roundTrip).SelectMany(Wrapped)]);
        if (exam is { Window: null, BitsPerSecond: null })
            return new DoctorSection(
                Title,
                [.. Wrapped("One stream carries one window per round trip. Neither the window nor the link's speed is known here, "
                    + "so nothing can be calculated.")]);
        return new DoctorSection(Title, [.. Wrapped("One stream carries one window per round trip, however fast the link is:")])
        {
            Table = Table(exam),
            After = exam.Path is null
                ? [.. Wrapped("ftpx doctor ftp://HOST measures the round trip to a server and calculates with it.")] : [],
        };
    }

    private static IEnumerable<string> Sentences(Exam exam, TimeSpan roundTrip)
    {
        var (bits, window, at) = (exam.BitsPerSecond, exam.Window?.Bytes, Spoken.Milliseconds(roundTrip));
        if (bits is { } link)
            yield return $"{Spoken.Bits(link)} at {at}: {Spoken.Bytes(WindowArithmetic.Product(link, roundTrip))} must be "
                + "in flight to fill the link.";
        if (window is not { } most)
        {
            yield return "How much data one stream can have in flight is unknown, so the number of streams needed is unknown too; "
                + "ftpx finds the number automatically (--streams auto).";
            yield break;
        }
        if (WindowArithmetic.StreamBits(most, roundTrip) is not { } stream)
        {
            yield return $"One stream can have {Spoken.Bytes(most)} in flight: at {at} that is more than any link carries, "
                + "so the window limits nothing on this path.";
            yield break;
        }
        var one = Spoken.Bits(stream);
        if (bits is not { } speed)
        {
            yield return $"One stream can have {Spoken.Bytes(most)} in flight: at {at} it cannot exceed {one}. "
                + "How many fill the link depends on its speed (--bandwidth 10G).";
            yield break;
        }
        var need = WindowArithmetic.Streams(speed, roundTrip, most);
        yield return need switch
        {
            { Least: 1 } => $"One stream can have {Spoken.Bytes(most)}, so one alone can fill it.",
            { CanFill: true } => $"One stream can have {Spoken.Bytes(most)}, so it cannot exceed {one}: "
                + $"use {Format.Count(need.Advised, "stream")}. At least {need.Least} are needed to fill it; "
                + "the others make up for losses. ftpx finds the number automatically (--streams auto).",
            _ => $"One stream can have {Spoken.Bytes(most)}, so it cannot exceed {one}: "
                + $"{Format.Number(need.Least)} would fill it, and the 64 that ftpx opens at most reach {Spoken.Bits(64 * stream)}.",
        };
        if (exam.Path?.Proxy is not null)
            yield return "The proxy makes two connections of each stream, each with a window and a shorter round trip of its own, so fewer "
                + "streams may be enough.";
        yield return "The server's own window may be smaller: ftpx probe measures it.";
    }

    private static TextTable Table(Exam exam) => new(
        null,
        ["round trip", exam.BitsPerSecond is { } bits ? $"to fill {Spoken.Bits(bits)}" : "to fill the link", "one stream at most",
            "streams to use"],
        [.. Examples.Select(roundTrip => new[]
        {
            Spoken.Milliseconds(roundTrip),
            exam.BitsPerSecond is { } link ? Spoken.Bytes(WindowArithmetic.Product(link, roundTrip)) : "unknown",
            exam.Window is { } window && WindowArithmetic.StreamBits(window.Bytes, roundTrip) is { } stream
                ? Spoken.Bits(stream) : "unknown",
            exam is { BitsPerSecond: { } speed, Window.Bytes: var most }
                ? Need(WindowArithmetic.Streams(speed, roundTrip, most)) : "unknown",
        })]);

    private static string Need(StreamNeed need) => need.CanFill ? $"{need.Advised}" : "more than 64";

    private static IEnumerable<string> Wrapped(string sentence) => WordWrap.Lines("  ", sentence);
}
