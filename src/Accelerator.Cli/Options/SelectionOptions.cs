using Accelerator.Cli.Hosting;
using Accelerator.Cli.Values;
using Accelerator.Engine.Mirroring;

namespace Accelerator.Cli.Options;

/// <summary>The options that select files by name, size and time.</summary>
internal sealed record SelectionOptions
{
    /// <summary>Every file.</summary>
    public static SelectionOptions All { get; } = new();

    public IReadOnlyList<Glob> Include { get; init; } = [];

    public IReadOnlyList<Glob> Exclude { get; init; } = [];

    public long? MinSize { get; init; }

    public long? MaxSize { get; init; }

    public PointInTime? NewerThan { get; init; }

    public PointInTime? OlderThan { get; init; }

    /// <summary>Returns the filter of a run that begins now.</summary>
    /// <exception cref="UsageException">No file can match two of the options.</exception>
    public FileFilter Filter(DateTimeOffset now)
    {
        var (from, to) = (NewerThan?.At(now), OlderThan?.At(now));
        if (MinSize > MaxSize)
            throw new UsageException("--min-size is above --max-size, so no file can match: exchange the two sizes.");
        if (from >= to)
            throw new UsageException("--newer-than is later than --older-than, so no file can match: exchange the two times.");
        return new FileFilter
        {
            Include = Include,
            Exclude = Exclude,
            MinSize = MinSize,
            MaxSize = MaxSize,
            NewerThan = from,
            OlderThan = to,
        };
    }
}
