using System.Globalization;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// Decides whether a folder with a date that is not on the server is a failure. Pure. Before its day or hour is over it may not exist yet.
/// A folder that existed has been removed, and one that is still missing a while after its time indicates a wrong path or a producer that
/// has stopped.
/// </summary>
internal static class MissingFolderPolicy
{
    /// <summary>Gets why a missing folder is a failure; null if it may be missing.</summary>
    /// <param name="job">The job, with its limit.</param>
    /// <param name="folder">The folder, and when its time was over.</param>
    /// <param name="seen">When it was last listed; null if it never was.</param>
    /// <param name="now">The time of the poll.</param>
    public static string? Problem(JobDefinition job, DatedPath folder, DateTimeOffset? seen, DateTimeOffset now)
    {
        if (job.MissingAfter is not { } after) return null;
        const string Allow = "set missing_folders of the job to \"allow\"";
        if (seen is { } last)
            return $"{folder.Path} no longer exists: it was last listed at {Time(last)} UTC. Check on the server whether it was moved. "
                + $"If the server removes folders that early, shorten look_back or {Allow}.";
        if (folder.End is not { } end || now - end < after) return null;
        return $"{folder.Path} never existed, and its period ended at {Time(end)} UTC. "
            + "Compare the path in folders of the job with the server. If the server creates no folder for a period without files, "
            + $"increase missing_after of the job or {Allow}.";
    }

    private static string Time(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);
}
