using Accelerator.Cli.Hosting;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>One file to fetch: the file that an address names, or one match of its pattern.</summary>
/// <param name="Address">The address.</param>
/// <param name="Url">The parsed address.</param>
/// <param name="Match">The match of the pattern; null for an address without one.</param>
internal sealed record WantedFile(ListedAddress Address, FtpUrl Url, GlobMatch? Match)
{
    /// <summary>The path as sent in commands.</summary>
    public FtpPath Path => Match?.Path ?? Url.Path;

    /// <summary>The facts that need no metadata probe before the file is fetched.</summary>
    public ListedFacts? Listed => Match?.Facts;

    /// <summary>The name of the file in messages.</summary>
    public override string ToString() => Match is null ? Url.ToString() : $"{Url.Endpoint.Scheme}://{Url.Endpoint}/{Path}";
}

/// <summary>Assigns local names to the files of one run: names given by the user, and names derived from the remote names.</summary>
/// <param name="rules">The naming rules of the local system.</param>
/// <param name="folder">The target folder of all files.</param>
/// <param name="fileName">The file name in <c>--output</c>, for a single file; null if it names a folder.</param>
internal sealed class TargetNames(NameRules rules, string folder, string? fileName)
{
    private readonly StringComparer _comparer = LocalNames.Comparer(rules);

    /// <summary>Returns the full paths, in the order of the files.</summary>
    /// <exception cref="UsageException">A file has no usable name, a name is too long, or two files would get in each other's
    /// way.</exception>
    public List<string> For(IReadOnlyList<WantedFile> files)
    {
        var given = files.Select(file => fileName ?? FromList(file.Address)).ToList();
        var made = LocalNames.Of(files.Where((_, i) => given[i] is null).Select(file => file.Path.ExactName), rules);
        var targets = files.Select((file, i) => PathOf(given[i] ?? made.GetValueOrDefault(file.Path.ExactName), file)).ToList();
        RefuseShared(targets, files);
        return targets;
    }

    private string? FromList(ListedAddress address) => address.Name is null || LocalName.IsSafe(address.Name, rules)
        ? address.Name
        : throw new UsageException($"{address.Where}\"{SafeText.Escape(address.Name)}\" is not a plain file name; "
            + "give a name without folders.");

    private string PathOf(string? name, WantedFile file)
    {
        if (name is null)
            throw new UsageException($"{file.Address.Where}{file} has no usable local name; give one with --output FILE.");
        var length = LocalName.LengthOf(name, rules);
        if (length <= LocalName.Longest) return Path.Combine(folder, name);

        var unit = rules == NameRules.Windows ? "characters" : "bytes";
        throw new UsageException(
            $"{file.Address.Where}{file} would be stored under a name of {length} {unit}, "
                + $"and {LocalName.Longest} are the most that a name may have here: "
            + (file.Match is null ? "give a shorter one with --output FILE, or in the list."
                : "leave it out with --exclude, and download it by its own URL with --output FILE."));
    }

    private void RefuseShared(List<string> targets, IReadOnlyList<WantedFile> files)
    {
        var seen = new HashSet<string>(_comparer);
        if (targets.Find(target => !seen.Add(target)) is { } shared)
        {
            var both = files.Where((_, i) => _comparer.Equals(targets[i], shared)).Take(2).ToList();
            throw new UsageException(
                $"{(both.Exists(file => file.Match is not null) ? $"{both[0]} and {both[1]}" : "Two URLs")} would both be written to "
                    + $"{SafeText.Escape(shared)}: download them into different folders, or give local names in a list.");
        }

        if (targets.SelectMany(PartNames.SideFiles).FirstOrDefault(seen.Contains) is { } side)
            throw new UsageException(
                $"{SafeText.Escape(side)} cannot be downloaded, because ftpx uses that name for the partial data of another file: "
                + "download them into different folders, or give local names in a list.");
    }
}
