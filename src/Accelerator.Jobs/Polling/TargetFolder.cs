using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// The target folder of a job's files: a local path, or at another server a path from its root as <see cref="RemoteText"/> writes it. Pure.
/// </summary>
internal static class TargetFolder
{
    /// <summary>Returns the target folder of a date.</summary>
    public static string At(JobDefinition job, DateTimeOffset date)
    {
        var folder = job.Target.Fill(date, job.Name, job.Server.Name);
        return job.Kind == JobKind.Fxp ? RemoteText.Of(FtpPath.FromText(folder, FtpCharsets.Utf8).WithoutEnd()) : folder;
    }

    /// <summary>Returns the target folder of a folder below the job's.</summary>
    /// <param name="target">The target of the job's own folder.</param>
    /// <param name="relative">The folder relative to the job's; empty for the job's folder itself.</param>
    /// <param name="rules">The rules for local names.</param>
    public static string Below(JobDefinition job, string target, FtpPath relative, NameRules rules)
    {
        if (relative.IsEmpty) return target;
        return job.Kind == JobKind.Fxp
            ? RemoteText.Of(RemoteText.Read(target).Child(relative))
            : Path.Combine([target, .. relative.Text.Split('/').Select(name => LocalName.From(name, rules) ?? "_")]);
    }

    /// <summary>Gets the local path of a file in a target folder.</summary>
    /// <param name="target">The local folder.</param>
    /// <param name="name">The file's name on the server, as <see cref="RemoteText"/> writes it.</param>
    /// <param name="rules">The rules for local names.</param>
    public static string FileIn(string target, string name, NameRules rules) =>
        Path.Combine(target, LocalName.From(RemoteText.Read(name).ExactName, rules) ?? "_");
}
