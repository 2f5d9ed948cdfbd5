using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>The local names of the entries of one remote folder.</summary>
internal sealed class FolderNames
{
    private static readonly string[] SideSuffixes = [.. PartNames.SideFiles("")];

    private readonly IReadOnlyDictionary<string, string> _byExact;
    private readonly string?[] _local;
    private readonly IReadOnlyDictionary<string, string> _stems;
    private readonly HashSet<int> _contradicted;

    private FolderNames(IReadOnlyDictionary<string, string> byExact, string?[] local, IReadOnlyDictionary<string, string> stems,
        HashSet<int> contradicted)
    {
        _byExact = byExact;
        _local = local;
        _stems = stems;
        _contradicted = contradicted;
    }

    /// <summary>Returns the local name of an entry; null for a duplicate name, or one in <see cref="Refused"/>.</summary>
    public string? this[int entry] => _local[entry];

    /// <summary>Entries without a local name, each with the reason: the rest of a sentence that begins with the name.</summary>
    public IReadOnlyList<(int Entry, string Why)> Refused { get; private init; } = [];

    /// <summary>
    /// Returns whether the name of an entry is listed again with another size or time. The name of one of the two contains a line end and
    /// was cut off there, so the size and time of neither count.
    /// </summary>
    public bool IsContradicted(int entry) => _contradicted.Contains(entry);

    /// <summary>Returns whether the folder lists this name, by <see cref="FtpPath.ExactName"/>.</summary>
    public bool Shows(string exact) => _byExact.ContainsKey(exact);

    /// <summary>Returns whether a local name is the partial file or the journal of a listed file.</summary>
    public bool IsSideFile(string local)
    {
        foreach (var suffix in SideSuffixes)
        {
            if (local.EndsWith(suffix, StringComparison.Ordinal) && local[..^suffix.Length] is var stem
                && (Shows(LocalName.ToRemote(stem)) || _stems.ContainsKey(stem)))
                return true;
        }
        return false;
    }

    /// <summary>Returns the listed file to which a local journal belongs; null for any other name.</summary>
    public string? JournalledName(string local) =>
        local.EndsWith(SideSuffixes[1], StringComparison.Ordinal) && IsSideFile(local) && local[..^SideSuffixes[1].Length] is var stem
            ? _stems.GetValueOrDefault(stem, stem) : null;

    /// <summary>Creates the names of a folder.</summary>
    public static FolderNames Of(IReadOnlyList<ListingEntry> entries, NameRules rules)
    {
        var exact = new string[entries.Count];
        // Cheap for ASCII names, which nearly all are.
        for (var i = 0; i < exact.Length; i++)
            exact[i] = entries[i].Name is { IsAscii: true } plain ? plain.Text : entries[i].Name.ExactName;
        var byExact = LocalNames.Of(exact, rules);
        var stems = StemsOf(byExact.Values);
        var local = new string?[exact.Length];
        List<(int, string)>? refused = null;
        // Duplicates: the same bytes are the same file; other bytes that read alike are another file, and there is one name for both.
        var first = byExact.Count < exact.Length ? new Dictionary<string, int>(exact.Length, StringComparer.Ordinal) : null;
        var contradicted = new HashSet<int>();
        for (var i = 0; i < exact.Length; i++)
        {
            if (first is not null && !first.TryAdd(exact[i], i))
            {
                var other = entries[first[exact[i]]];
                if (other.Name.Equals(entries[i].Name))
                {
                    if (other.Size != entries[i].Size || other.Time != entries[i].Time) contradicted.Add(first[exact[i]]);
                }
                else Refuse(i, "is used by two entries on the server, in two charsets, which would have the same local name");
                continue;
            }
            if (!byExact.TryGetValue(exact[i], out var name)) Refuse(i, "cannot be a name here");
            else if (LocalName.LengthOf(Apart(exact[i], name), rules) > LocalName.Longest)
                Refuse(i, $"is longer than the {LocalName.Longest} "
                    + $"{(rules == NameRules.Windows ? "characters" : "bytes")} that it may have here");
            else local[i] = Apart(exact[i], name);
        }
        return new FolderNames(byExact, local, stems, contradicted) { Refused = refused ?? [] };

        void Refuse(int entry, string why) => (refused ??= []).Add((entry, why));

        // "x.part" beside "x" is the partial file of x.
        string Apart(string remote, string name)
        {
            foreach (var suffix in SideSuffixes)
            {
                if (remote.EndsWith(suffix, StringComparison.Ordinal) && (byExact.ContainsKey(remote[..^suffix.Length])
                    || stems.ContainsKey(remote[..^suffix.Length])))
                    return LocalName.Write(remote, rules, [remote.Length - suffix.Length]);
            }
            return name;
        }
    }

    // Maps the common beginning of a long name's side files to that name.
    private static Dictionary<string, string> StemsOf(IEnumerable<string> names)
    {
        var stems = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var name in names)
        {
            if (PartNames.StemOf(name) is var stem && !ReferenceEquals(stem, name)) stems[stem] = name;
        }
        return stems;
    }
}
