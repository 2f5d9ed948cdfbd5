using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// The folder that a job's files go to: a local path, or at another server a path from its root in the words of <see cref="RemoteText"/>.
/// Pure.
/// </summary>
internal static class TargetFolder
{
    /// <summary>That of a date.</summary>
    public static string At(JobDefinition job, DateTimeOffset date)
    {
        var folder = job.Target.Fill(date, job.Name, job.Server.Name);
        return job.Kind == JobKind.Fxp ? RemoteText.Of(FtpPath.FromText(folder, FtpCharsets.Utf8).WithoutEnd()) : folder;
    }

    /// <summary>That of a folder below the job's.</summary>
    /// <param name="job">The job.</param>
    /// <param name="target">What the job's own folder goes to.</param>
    /// <param name="relative">The folder, from the job's on; empty for that itself.</param>
    /// <param name="rules">What local names may be.</param>
    public static string Below(JobDefinition job, string target, FtpPath relative, NameRules rules)
    {
        if (relative.IsEmpty) return target;
        return job.Kind == JobKind.Fxp
            ? RemoteText.Of(RemoteText.Read(target).Child(relative))
            : Path.Combine([target, .. relative.Text.Split('/').Select(name => LocalName.From(name, rules) ?? "_")]);
    }

    /// <summary>Gets the local path of a file in a folder that files go to.</summary>
    /// <param name="target">The local folder.</param>
    /// <param name="name">The file's name on the server, in the words of <see cref="RemoteText"/>.</param>
    /// <param name="rules">What local names may be.</param>
    public static string FileIn(string target, string name, NameRules rules) =>
        Path.Combine(target, LocalName.From(RemoteText.Read(name).ExactName, rules) ?? "_");
}
