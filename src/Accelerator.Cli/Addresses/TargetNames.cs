using Accelerator.Cli.Hosting;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>One file to fetch: what an address names, or one of those that the pattern in it meets.</summary>
/// <param name="Address">The address.</param>
/// <param name="Url">The address, read.</param>
/// <param name="Match">What the pattern has met; null for an address without one.</param>
internal sealed record WantedFile(ListedAddress Address, FtpUrl Url, GlobMatch? Match)
{
    /// <summary>Its path as commands carry it.</summary>
    public FtpPath Path => Match?.Path ?? Url.Path;

    /// <summary>What need not be asked before it is fetched.</summary>
    public ListedFacts? Listed => Match?.Facts;

    /// <summary>The file as messages name it.</summary>
    public override string ToString() => Match is null ? Url.ToString() : $"{Url.Endpoint.Scheme}://{Url.Endpoint}/{Path}";
}

/// <summary>Under which names the files of one run are stored: those the user gave, and those that the servers' names make.</summary>
/// <param name="rules">What the local system allows.</param>
/// <param name="folder">Where all of them go.</param>
/// <param name="fileName">The name in <c>--output</c>, for the only file; null when it names a folder.</param>
internal sealed class TargetNames(NameRules rules, string folder, string? fileName)
{
    private readonly StringComparer _comparer = LocalNames.Comparer(rules);

    /// <summary>The full paths, in the order of the files.</summary>
    /// <exception cref="UsageException">There is no usable name, one is too long, or two files would get in each other's way.</exception>
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
            + "the file goes into the output folder under a name without folders.");

    private string PathOf(string? name, WantedFile file)
    {
        if (name is null)
            throw new UsageException($"{file.Address.Where}{file} gives no usable local name: choose one with --output FILE.");
        var length = LocalName.LengthOf(name, rules);
        if (length <= LocalName.Longest) return Path.Combine(folder, name);

        var unit = rules == NameRules.Windows ? "characters" : "bytes";
        throw new UsageException(
            $"{file.Address.Where}{file} would be stored under a name of {length} {unit}, "
                + $"and {LocalName.Longest} are the most that a name may have here: "
            + "choose a shorter one with --output FILE, or in a list.");
    }

    private void RefuseShared(List<string> targets, IReadOnlyList<WantedFile> files)
    {
        var seen = new HashSet<string>(_comparer);
        if (targets.Find(target => !seen.Add(target)) is { } shared)
        {
            var both = files.Where((_, i) => _comparer.Equals(targets[i], shared)).Take(2).ToList();
            throw new UsageException(
                $"{(both.Exists(file => file.Match is not null) ? $"{both[0]} and {both[1]}" : "Two addresses")} would both be written to "
                    + $"{SafeText.Escape(shared)}: "
                + "fetch them into different folders, or give local names in a list.");
        }

        if (targets.SelectMany(PartialFile.SideFiles).FirstOrDefault(seen.Contains) is { } side)
            throw new UsageException(
                $"{SafeText.Escape(side)} cannot be fetched into the folder where another file is collected under that name: "
                + "fetch them into different folders, or give local names in a list.");
    }
}
