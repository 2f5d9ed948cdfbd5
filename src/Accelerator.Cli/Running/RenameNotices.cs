using System.Text;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Running;

/// <summary>The notices about files whose local name differs from the remote one, and why. Names that the user chose need none.</summary>
/// <param name="files">The remote path and the local path of each file.</param>
/// <param name="charset">The charset of names on the server.</param>
/// <param name="rules">The naming rules of the local system.</param>
/// <param name="isScript">Whether a script of <c>ftpx ftp</c> downloads the files: it has no options that list or change names.</param>
internal sealed class RenameNotices(
    IReadOnlyList<(FtpPath Path, string Target)> files, Encoding charset, NameRules rules, bool isScript = false)
{
    private const int MostShown = 10;

    private readonly HashSet<string> _locals =
        files.Select(file => Path.GetFileName(file.Target)).ToHashSet(StringComparer.OrdinalIgnoreCase);

    /// <param name="items">The files.</param>
    /// <param name="charset">The charset of names on the server.</param>
    /// <param name="rules">The naming rules of the local system; for a mirror on Linux those of a volume that ignores case, because the
    /// user chose none of its names.</param>
    public RenameNotices(IReadOnlyList<TransferItem> items, Encoding charset, NameRules rules)
        : this([.. items.Select(item => (item.Sources[0].Path, item.TargetPath))], charset, rules)
    {
    }

    /// <summary>Returns whether a local file exists, upper and lower case being the same. Tests replace it.</summary>
    internal Func<string, bool> Exists { get; init; } = File.Exists;

    /// <summary>Returns a sentence for each such file; if there are many, the first ten and the number of the rest.</summary>
    public IReadOnlyList<string> Sentences()
    {
        var all = files.Select(file => Sentence(file.Path, file.Target)).OfType<string>().ToList();
        if (all.Count <= MostShown || isScript) return all;
        var more = all.Count - MostShown;
        return
        [
            .. all.Take(MostShown),
            (more == 1 ? "1 more file is stored under another name" : $"{more} more files are stored under other names")
                + " than the server's; --json and --log-file list all of them.",
        ];
    }

    private string? Sentence(FtpPath path, string target)
    {
        var local = Path.GetFileName(target);
        var remote = path.ExactName;
        if (local == remote || LocalName.ToRemote(local) != remote) return null;
        return Reason(path, target) is { } reason ? $"'{path.Name}' is stored as '{local}': {reason}." : null;
    }

    private string? Reason(FtpPath path, string target)
    {
        if (LocalName.From(path.ExactName, rules) is var own && own != Path.GetFileName(target))
        {
            if (rules == NameRules.Linux || own is null) return null;
            // A mirror does not fetch the other file if it is up to date: then it is in the folder. On Linux, a partial file may be there.
            var other = _locals.Contains(own) ? "another file of this run"
                : rules == NameRules.Windows && Exists(Path.Combine(Path.GetDirectoryName(target) ?? "", own))
                    ? "another file in the folder" : null;
            return other is null ? null : $"{other} has the same name in different case, which "
                + $"{(rules == NameRules.Windows ? "Windows" : "the volume")} does not distinguish";
        }
        if (path.Name != path.ExactName)
            return $"the name is not valid {charset.WebName}{(isScript ? "" : "; set the server's charset with --charset")}";
        return LocalName.IsSafe(path.Name, rules) ? "the name could be mistaken for that of another file"
            : $"the name is not safe on {(rules == NameRules.Windows ? "Windows" : "Linux")}";
    }
}
