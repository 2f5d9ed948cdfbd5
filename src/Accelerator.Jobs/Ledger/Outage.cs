namespace Accelerator.Jobs.Ledger;

/// <summary>A known outage of an archive: slots that begin in it do not count.</summary>
/// <param name="Id">Its number, by which it is removed.</param>
/// <param name="Job">The job's name.</param>
/// <param name="From">The beginning, inclusive.</param>
/// <param name="To">The end, exclusive.</param>
/// <param name="Reason">The reason; null if none was given.</param>
/// <param name="AddedAt">When it was recorded.</param>
public sealed record Outage(long Id, string Job, DateTimeOffset From, DateTimeOffset To, string? Reason, DateTimeOffset AddedAt)
{
    /// <summary>Returns the outage that a time is in; null for none.</summary>
    public static Outage? At(IReadOnlyList<Outage> outages, DateTimeOffset time) =>
        outages.FirstOrDefault(outage => time >= outage.From && time < outage.To);
}
