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

    /// <summary>
    /// Returns whether a path is a target folder of a job at some date, or lies in one. The database of the ledger is not trusted for
    /// paths: who can write to it must not choose where this computer writes, looks or starts programs.
    /// </summary>
    /// <param name="job">The job as the job file defines it now.</param>
    /// <param name="path">A folder or a file, as the ledger has it; at another server from its root, as <see cref="RemoteText"/>.</param>
    public static bool Covers(JobDefinition job, string path)
    {
        if (path.Length == 0 || path.Contains('\0')) return false;
        if (job.Kind == JobKind.Fxp)
        {
            var folder = RemoteText.Of(FtpPath.FromText(job.Target.Text, FtpCharsets.Utf8).WithoutEnd());
            return !path.Split('/', '\\').Contains("..")
                && PathTemplate.Parse(folder, out _)!.Covers(path, job.Name, job.Server.Name, StringComparison.Ordinal);
        }
        // Both without "." and "..". A relative path would be one of the service's working folder.
        return Path.IsPathFullyQualified(path) && PathTemplate.Parse(Path.GetFullPath(job.Target.Text), out _)!.Covers(
            Path.GetFullPath(path), job.Name, job.Server.Name,
            OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);
    }

    /// <summary>Gets the local path of a file in a target folder.</summary>
    /// <param name="target">The local folder.</param>
    /// <param name="name">The file's name on the server, as <see cref="RemoteText"/> writes it.</param>
    /// <param name="rules">The rules for local names.</param>
    public static string FileIn(string target, string name, NameRules rules) =>
        Path.Combine(target, LocalName.From(RemoteText.Read(name).ExactName, rules) ?? "_");
}
