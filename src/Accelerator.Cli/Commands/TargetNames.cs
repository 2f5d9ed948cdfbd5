using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Commands;

/// <summary>Under which names the files of one run are stored: those the user gave, and those that the servers' names make.</summary>
/// <param name="rules">What the local system allows.</param>
/// <param name="folder">Where all of them go.</param>
/// <param name="fileName">The name in <c>--output</c>, for the only file; null when it names a folder.</param>
internal sealed class TargetNames(NameRules rules, string folder, string? fileName)
{
    private readonly StringComparer _comparer = rules == NameRules.Windows ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal;

    /// <summary>The full paths, in the order of the addresses.</summary>
    /// <exception cref="UsageException">There is no usable name, one is too long, or two files would get in each other's way.</exception>
    public List<string> For(IReadOnlyList<FtpUrl> urls, IReadOnlyList<ListedAddress> listed)
    {
        var given = listed.Select(address => fileName ?? FromList(address)).ToList();
        var made = LocalNames.Of(urls.Where((_, i) => given[i] is null).Select(url => url.Path.ExactName), rules);
        var targets = urls.Select((url, i) => PathOf(given[i] ?? made.GetValueOrDefault(url.Path.ExactName), url, listed[i])).ToList();
        RefuseShared(targets);
        return targets;
    }

    private string? FromList(ListedAddress address) => address.Name is null || LocalName.IsSafe(address.Name, rules)
        ? address.Name
        : throw new UsageException($"{address.Where}\"{SafeText.Escape(address.Name)}\" is not a plain file name; "
            + "the file goes into the output folder under a name without folders.");

    private string PathOf(string? name, FtpUrl url, ListedAddress address)
    {
        if (name is null) throw new UsageException($"{address.Where}{url} gives no usable local name: choose one with --output FILE.");
        var length = LocalName.LengthOf(name, rules);
        if (length <= LocalName.Longest) return Path.Combine(folder, name);

        var unit = rules == NameRules.Windows ? "characters" : "bytes";
        throw new UsageException($"{address.Where}{url} would be stored under a name of {length} {unit}, and {LocalName.Longest} are the most that leave room "
            + "for the suffixes of the files it is collected in: choose a shorter one with --output FILE, or in a list.");
    }

    private void RefuseShared(List<string> targets)
    {
        var seen = new HashSet<string>(_comparer);
        if (targets.Find(target => !seen.Add(target)) is { } shared)
            throw new UsageException($"Two addresses would both be written to {SafeText.Escape(shared)}: "
                + "fetch them into different folders, or give local names in a list.");

        if (targets.SelectMany(PartialFile.SideFiles).FirstOrDefault(seen.Contains) is { } side)
            throw new UsageException($"{SafeText.Escape(side)} cannot be fetched into the folder where another file is collected under that name: "
                + "fetch them into different folders, or give local names in a list.");
    }
}
