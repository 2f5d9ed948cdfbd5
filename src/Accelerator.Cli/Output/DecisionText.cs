using Accelerator.Engine.Streams;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>Formats a decision of the stream controller as one line.</summary>
internal static class DecisionText
{
    /// <summary><c>4 to 8 streams at 11.0 MiB/s: why</c>; a number that was considered and kept is <c>8 streams kept</c>.</summary>
    public static string Line(StreamDecision decision)
    {
        var change = decision.Before == decision.After
            ? $"{Format.Count(decision.After, "stream")} kept"
            : $"{decision.Before} to {Format.Count(decision.After, "stream")}";
        var rate = decision.BytesPerSecond > 0 ? $" at {Format.Rate(decision.BytesPerSecond)}" : "";
        return $"{change}{rate}: {SafeText.Escape(decision.Why)}";
    }
}
