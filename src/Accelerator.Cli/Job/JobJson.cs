using System.Globalization;
using Accelerator.Cli.Output;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Job;

/// <summary>Jobs and problems as lines of JSON, in the schema of docs/cli.md.</summary>
internal static class JobJson
{
    public static string Problem(JobFileProblem problem) => JsonLine.Of(json =>
    {
        json.WriteString("type", "job_problem");
        json.WriteNumber("line", problem.Line);
        json.WriteString("key", problem.Key);
        json.WriteString("problem", problem.Sentence);
    });

    public static string Job(JobDefinition job, DateTimeOffset now) => JsonLine.Of(json =>
    {
        json.WriteString("type", "job");
        json.WriteString("name", job.Name);
        json.WriteString("server", job.Server.Name);
        json.WriteBoolean("enabled", job.IsEnabled);
        json.WriteString("next", JobText.Next(job, now)?.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture));
        json.WriteStartArray("folders");
        foreach (var folder in job.Folders.SelectMany(folder => folder.Expand(now, job.LookBack, job.Name, job.Server.Name))) json.WriteStringValue(folder.Path);
        json.WriteEndArray();
        json.WriteString("target", job.Target.Fill(now, job.Name, job.Server.Name));
    });
}
