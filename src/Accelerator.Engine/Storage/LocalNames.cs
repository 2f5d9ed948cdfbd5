using System.Text;

namespace Accelerator.Engine.Storage;

/// <summary>
/// The local names of all files of one folder. Windows, and Linux on some volumes, treats names that differ only in case as one: of such
/// names the last in ordinal order, the one in lower case, is unchanged, and in each other as many letters as needed are encoded, so that
/// <c>A.bin</c> beside <c>a.bin</c> is <c>%41.bin</c>. The order in which the names are given makes no difference.
/// </summary>
internal static class LocalNames
{
    /// <summary>Chooses the names.</summary>
    /// <param name="remotes">The files' names on the server; duplicates count once.</param>
    /// <param name="rules">What the local system allows.</param>
    /// <returns>The local names by the server's names. Names without a local name are omitted.</returns>
    public static IReadOnlyDictionary<string, string> Of(IEnumerable<string> remotes, NameRules rules)
    {
        var all = remotes as IReadOnlyCollection<string> ?? [.. remotes];
        return TryApart(all, rules) ?? Settle(all, rules);
    }

    /// <summary>Compares names of one folder as the local system does.</summary>
    public static StringComparer Comparer(NameRules rules) =>
        rules == NameRules.Linux ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase;

    // The usual folder: no names collide, and then their order makes no difference.
    private static Dictionary<string, string>? TryApart(IReadOnlyCollection<string> remotes, NameRules rules)
    {
        var names = new Dictionary<string, string>(remotes.Count, StringComparer.Ordinal);
        var taken = new HashSet<string>(remotes.Count, Comparer(rules));
        foreach (var remote in remotes)
        {
            if (LocalName.From(remote, rules) is not { } local || !names.TryAdd(remote, local)) continue;
            if (!taken.Add(local)) return null;
        }
        return names;
    }

    private static Dictionary<string, string> Settle(IReadOnlyCollection<string> remotes, NameRules rules)
    {
        var names = new Dictionary<string, string>(StringComparer.Ordinal);
        var taken = new HashSet<string>(Comparer(rules));
        foreach (var remote in remotes.Distinct(StringComparer.Ordinal).OrderDescending(StringComparer.Ordinal))
        {
            if (LocalName.From(remote, rules) is not { } local) continue;
            for (var count = 1; !taken.Add(local); count++) local = LocalName.Write(remote, rules, [.. Places(remote).Take(count)]);
            names.Add(remote, local);
        }
        return names;
    }

    // The positions to encode until the name differs from the others: letters first, because names collide by case. A completely encoded
    // name, the last resort, equals no other.
    private static IEnumerable<int> Places(string name)
    {
        var all = Enumerable.Range(0, name.Length).Where(i => !(i > 0 && char.IsSurrogatePair(name, i - 1)));
        return all.OrderBy(
            i => Rune.TryGetRuneAt(name, i, out var rune) && Rune.ToUpperInvariant(rune) != Rune.ToLowerInvariant(rune) ? 0 : 1);
    }
}
