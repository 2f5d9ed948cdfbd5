using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Values;

/// <summary>
/// Parses the option values of <c>ftpx mirror</c>. Each method throws <see cref="UsageException"/> with one sentence for an invalid value.
/// </summary>
internal static class MirrorValues
{
    // A century: nothing on a server is older.
    private static readonly TimeSpan Oldest = TimeSpan.FromDays(36500);

    // K accepts Z, an offset, or nothing.
    private static readonly string[] Dates = ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mmK", "yyyy-MM-dd'T'HH:mm:ssK", "yyyy-MM-dd HH:mmK",
        "yyyy-MM-dd HH:mm:ssK"];

    /// <summary>A pattern for names.</summary>
    public static Glob Glob(string text)
    {
        try
        {
            return Engine.Mirroring.Glob.Parse(text);
        }
        catch (FormatException e)
        {
            throw new UsageException(SafeText.Escape(e.Message));
        }
    }

    /// <summary>A number and <c>s</c>, <c>m</c>, <c>h</c> or <c>d</c>: <c>30s</c>, <c>1.5h</c>.</summary>
    public static TimeSpan Age(string text) => QuantityText.Duration(text, Oldest)
        ?? throw new UsageException($"\"{SafeText.Escape(text)}\" is not an age: write a number with s, m, h or d, for example 10m or 2d.");

    /// <summary>A date, a date and time, or an age.</summary>
    public static PointInTime PointInTime(string text)
    {
        if (QuantityText.Duration(text, Oldest) is { } age) return new PointInTime(null, age);
        if (DateTimeOffset.TryParseExact(text, Dates, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var timestamp))
            return new PointInTime(timestamp, default);
        throw new UsageException($"\"{SafeText.Escape(text)}\" is neither a date nor an age: "
            + "write for example 2026-11-20, 2026-11-20T05:37, 2026-11-20T05:37+09:00, 36h or 7d.");
    }

    /// <summary>0 to 64 folders.</summary>
    public static int Depth(string text) => Number(text, 0, WalkRequest.DeepestEver)
        ?? throw new UsageException(
            $"\"{SafeText.Escape(text)}\" is not a number of folders: use 0 (the folder's own files only) to {WalkRequest.DeepestEver}.");

    /// <summary>1 to 64 files.</summary>
    public static int Parallel(string text) =>
        Number(text, 1, 64) ?? throw new UsageException($"\"{SafeText.Escape(text)}\" is not a number of files: use 1 to 64.");

    /// <summary>0 or more files, or 0 to 100 percent: <c>200</c>, <c>10%</c>.</summary>
    public static DeleteLimit MaxDelete(string text)
    {
        var number = text.EndsWith('%') ? Number(text[..^1], 0, 100) : Number(text, 0, int.MaxValue);
        return number is { } value
            ? new DeleteLimit(value, text.EndsWith('%'))
            : throw new UsageException(
                $"\"{SafeText.Escape(text)}\" is not a limit for --delete: write a number of files or a percentage, "
                    + "for example 200 or 10%.");
    }

    /// <summary><c>path</c>, <c>newest</c> or <c>smallest</c>.</summary>
    public static MirrorOrder Order(string text) => text.ToLowerInvariant() switch
    {
        "path" => MirrorOrder.Path,
        "newest" => MirrorOrder.Newest,
        "smallest" => MirrorOrder.Smallest,
        _ => throw new UsageException($"\"{SafeText.Escape(text)}\" is not valid: use path, newest or smallest."),
    };

    private static int? Number(string text, int least, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most
            ? number : null;
}

/// <summary>A point in time, as a date or as an age.</summary>
/// <param name="Timestamp">The date; null when an age was typed.</param>
/// <param name="Age">The time before the start of the run, if <paramref name="Timestamp"/> is null.</param>
internal sealed record PointInTime(DateTimeOffset? Timestamp, TimeSpan Age)
{
    /// <summary>Returns the point in time, for a run that begins now.</summary>
    public DateTimeOffset At(DateTimeOffset now) => Timestamp ?? now - Age;
}
