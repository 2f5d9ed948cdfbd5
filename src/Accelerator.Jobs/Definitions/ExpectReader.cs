using System.Globalization;

namespace Accelerator.Jobs.Definitions;

/// <summary>Reads the key <c>expect</c> of a job.</summary>
internal static class ExpectReader
{
    private const int MostPerSlot = 10_000;
    private const int LongestChannel = 64;

    private static readonly TimeSpan Shortest = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Longest = TimeSpan.FromDays(31);
    private static readonly TimeSpan UsualMissing = TimeSpan.FromHours(2);

    /// <summary>Returns the rule; null if the key is absent or invalid.</summary>
    public static ExpectRule? Read(KeyReader job)
    {
        if (job.Object("expect") is not { } keys) return null;
        var every = keys.DurationOrNone("every");
        if (!keys.Has("every")) keys.Missing("every", "this is missing; write the interval between slots, as in 10m.");
        if (every is { } step && (step < Shortest || step > Longest || step.Ticks % Shortest.Ticks != 0))
            keys.Note("every", "the interval between slots must be a whole number of minutes, from 1m to 31d.");
        var offset = keys.Duration("offset", TimeSpan.Zero);
        if (offset >= every) keys.Note("offset", "the offset must be shorter than every.");
        var channels = keys.Texts("channels", ChannelProblem);
        if (channels.GroupBy(channel => channel).FirstOrDefault(same => same.Count() > 1) is { } twice)
            keys.Note("channels", $"\"{twice.Key}\" is a duplicate; list it once.");
        var pattern = ReadPattern(keys, channels);
        var perSlot = keys.Number("per_slot", Math.Max(1, channels.Count), 1, MostPerSlot);
        if (channels.Count > 0 && perSlot != channels.Count && !keys.HasProblem("per_slot") && !keys.HasProblem("channels"))
            keys.Note("per_slot", $"there are {channels.Count} channels, so a slot has {channels.Count} files; omit per_slot.");
        var late = keys.Duration("late_after", (every ?? Shortest) * 2);
        var missing = keys.Duration("missing_after", late > UsualMissing ? late : UsualMissing);
        var areTimes = every is not null && !keys.HasProblem("late_after") && !keys.HasProblem("missing_after");
        if (missing < late && areTimes) keys.Note("missing_after", "missing_after must not be shorter than late_after.");
        if (missing == late && areTimes && keys.Has("missing_after"))
            keys.Warn("missing_after", "late_after is as long, so a slot counts as missing as soon as it is late; make missing_after "
                + "longer.");
        var (from, to) = (Clock(keys, "from"), Clock(keys, "to"));
        keys.Done();
        return every is not { } distance || distance < Shortest || distance > Longest || pattern is null ? null : new ExpectRule
        {
            Every = distance, Offset = offset, PerSlot = perSlot, Pattern = pattern, Channels = channels, LateAfter = late,
            MissingAfter = missing, From = from, To = to,
        };
    }

    private static ProductPattern? ReadPattern(KeyReader keys, IReadOnlyList<string> channels)
    {
        var text = keys.Required("pattern", "\"*_{yyyy}{MM}{dd}{HH}{mm}_ch{channel}.nc\"");
        if (text.Length == 0) return null;
        if (keys.HasProblem("channels")) return null;
        var pattern = ProductPattern.Parse(text, channels, out var problem);
        if (problem is not null) keys.Note("pattern", problem);
        if (pattern is { HasChannel: false } && channels.Count > 0)
            keys.Note("channels", "the pattern has no {channel}, so no file has one; add it, or omit channels.");
        return pattern;
    }

    private static TimeOnly Clock(KeyReader keys, string name) => keys.Take(name, TimeOnly.MinValue,
        text => TimeOnly.TryParseExact(text, "HH:mm", CultureInfo.InvariantCulture, DateTimeStyles.None, out var time) ? time : null,
        "a time of the day in UTC, as in 06:00");

    private static string? ChannelProblem(string text) =>
        text.Length <= LongestChannel && text.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '.' or '_') ? null
            : $"\"{text}\" is not a channel: use letters, digits, -, . and _.";
}
