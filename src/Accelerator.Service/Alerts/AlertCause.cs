using Accelerator.Service.Core;

namespace Accelerator.Service.Alerts;

/// <summary>An open incident, with what it is counted under.</summary>
/// <param name="Key">Incidents of one key have one cause: they are reported at most once an hour.</param>
/// <param name="Incident">The incident.</param>
/// <param name="Group">Incidents of one group that are reported at the same time are one line, <c>jobs of svalbard</c>; null for
/// none.</param>
internal sealed record AlertCause(string Key, OpenIncident Incident, string? Group = null)
{
    /// <summary>Joins incidents of one group, and returns one incident for each line of a message.</summary>
    public static IReadOnlyList<OpenIncident> Lines(IEnumerable<AlertCause> causes) =>
        [.. causes.GroupBy(static cause => cause.Group ?? cause.Incident.About, StringComparer.Ordinal).Select(Line)];

    private static OpenIncident Line(IGrouping<string, AlertCause> group)
    {
        List<OpenIncident> all = [.. group.Select(static cause => cause.Incident).OrderBy(static incident => incident.Since)];
        if (all.Count == 1) return all[0];
        // The first one tells what is wrong; the others are named only, so that a message stays short.
        const int named = 10;
        var others = string.Join(", ", all.Skip(1).Take(named).Select(static incident => incident.About));
        var more = all.Count - 1 - named;
        return new OpenIncident(group.Key,
            $"{all[0].Message} The same applies to {others}{(more > 0 ? $" and {more} more" : "")}.", all[0].Since);
    }
}
