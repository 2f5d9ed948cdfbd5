using System.Diagnostics.CodeAnalysis;
using System.Net;

namespace Accelerator.Ftp;

/// <summary>Resolves the user's names of local paths. Pure: the interfaces are passed in.</summary>
internal static class LocalPathFinder
{
    private const int MostListed = 12;

    /// <summary>See <see cref="LocalPath.TryFind"/>.</summary>
    public static bool TryFind(
        IEnumerable<string> names, IReadOnlyList<LocalInterface> interfaces, [NotNullWhen(true)] out IReadOnlyList<LocalPath>? paths,
        [NotNullWhen(false)] out string? problem)
    {
        var found = new List<LocalPath>();
        paths = null;
        // An interface name on Windows may contain a comma.
        foreach (var name in names.SelectMany(
            name => interfaces.Any(one => one.IsCalled(name)) ? [name] : name.Split(',', StringSplitOptions.TrimEntries)))
        {
            if (Find(name, interfaces, out problem) is not { } path) return false;
            if (found.Find(other => IsSame(other, path)) is { } twin)
            {
                problem = twin.Name == path.Name ? $"{Shown(name)} is listed twice; list it once."
                    : $"{twin} and {path} are the same local path; use only one of them.";
                return false;
            }
            found.Add(path);
        }
        (paths, problem) = (found, null);
        return true;
    }

    private static LocalPath? Find(string name, IReadOnlyList<LocalInterface> interfaces, out string problem)
    {
        problem = "";
        if (interfaces.FirstOrDefault(one => one.IsCalled(name)) is { } chosen)
        {
            if (chosen is { IsUp: true, Path: { } path }) return path;
            problem = $"{Shown(name)} {(chosen.IsUp ? "has no address" : "is down")}. "
                + $"Fix that, or use another interface. {Choice(interfaces)}";
            return null;
        }
        // IPAddress parses "1" as 0.0.0.1, which is never intended.
        if (!IPAddress.TryParse(name, out var address) || !(name.Contains(':') || name.Count(c => c == '.') == 3))
        {
            problem = name.Length == 0 ? $"A name is empty. {Choice(interfaces)}"
                : $"{Shown(name)} is not an address or an interface of this computer. {Choice(interfaces)}";
            return null;
        }
        // All of 127.0.0.0/8 belongs to this computer, although no interface lists it.
        if (IPAddress.IsLoopback(address)) return LocalPath.Of(address);
        var owner = interfaces.FirstOrDefault(one => one.Addresses.Any(own => own.Equals(address)));
        if (owner is { IsUp: true } || (owner is null && address.IsIPv6LinkLocal)) return LocalPath.Of(address);
        problem = owner is null ? $"{Shown(name)} is not an address of this computer. {Choice(interfaces)}"
            : $"{Shown(name)} is the address of {Shown(owner.Name)}, which is down. {Choice(interfaces)}";
        return null;
    }

    private static bool IsSame(LocalPath one, LocalPath other) =>
        (one.IPv4 is not null && one.IPv4.Equals(other.IPv4)) || (one.IPv6 is not null && one.IPv6.Equals(other.IPv6));

    private static string Choice(IReadOnlyList<LocalInterface> interfaces)
    {
        var usable = interfaces.Where(one => one is { IsUp: true, Addresses.Count: > 0 })
            .Select(one => SafeText.Escape(one.ToString())).ToList();
        if (usable.Count == 0) return "No interface with an address is up.";
        var more = usable.Count > MostListed ? $" and {usable.Count - MostListed} more" : "";
        return $"There are: {string.Join(", ", usable.Take(MostListed))}{more}.";
    }

    private static string Shown(string name) => SafeText.Escape(name);
}
