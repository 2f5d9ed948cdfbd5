using System.Text;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Running;

/// <summary>The notices about files whose local name differs from the remote one, and why. Names that the user chose need none.</summary>
/// <param name="items">The files.</param>
/// <param name="charset">The charset of names on the server.</param>
/// <param name="rules">The naming rules of the local system.</param>
internal sealed class RenameNotices(IReadOnlyList<TransferItem> items, Encoding charset, NameRules rules)
{
    private const int MostShown = 10;

    private readonly HashSet<string> _locals = items.Select(LocalOf).ToHashSet(StringComparer.OrdinalIgnoreCase);

    /// <summary>Returns a sentence for each such file; if there are many, the first ten and the number of the rest.</summary>
    public IReadOnlyList<string> Sentences()
    {
        var all = items.Select(item => Sentence(item.Sources[0].Path, LocalOf(item))).OfType<string>().ToList();
        if (all.Count <= MostShown) return all;
        return
        [
            .. all.Take(MostShown),
            $"{all.Count - MostShown} more files are stored under other names than the server's; "
                + "--json and --log-file have the names of each.",
        ];
    }

    private static string LocalOf(TransferItem item) => Path.GetFileName(item.TargetPath);

    private string? Sentence(FtpPath path, string local)
    {
        var remote = path.ExactName;
        if (local == remote || LocalName.ToRemote(local) != remote) return null;
        return Reason(path, local) is { } reason ? $"'{path.Name}' is stored as '{local}': {reason}." : null;
    }

    private string? Reason(FtpPath path, string local)
    {
        if (LocalName.From(path.ExactName, rules) is var own && own != local)
        {
            var isShared = rules == NameRules.Windows && own is not null && _locals.Contains(own);
            return isShared
                ? "another file of this run has the same name but for upper and lower case, which Windows does not tell apart" : null;
        }
        if (path.Name != path.ExactName)
            return $"the name is not written in {charset.WebName}; say with --charset which charset the server uses";
        return LocalName.IsSafe(path.Name, rules) ? "the name could be taken for another file's" : $"the name is not safe on {rules}";
    }
}
