using System.Net;

namespace Accelerator.Tuning.Advising;

/// <summary>
/// The route that Linux chooses for packets from one address of this computer, with its rule and table (ip-rule(8), ip-route(8)).
/// </summary>
/// <param name="LeavesBy">The outgoing device; null if there is no route.</param>
/// <param name="Table">The table that a rule for the address names; null if there is no such rule.</param>
/// <param name="HasDefault">Whether that table has a default route.</param>
/// <param name="FreeTable">The number of an unused table.</param>
/// <param name="Gateway">The gateway of a default route through the address's own device; null if there is none.</param>
public sealed record RouteExam(string? LeavesBy, string? Table, bool HasDefault, int FreeTable, IPAddress? Gateway)
{
    private const int FirstTable = 101, LastTable = 252;

    /// <summary>Parses the output of <c>ip</c>. Pure.</summary>
    /// <param name="local">The address.</param>
    /// <param name="device">The device that has the address; null if none is known.</param>
    /// <param name="route"><c>ip -o route get SERVER from ADDRESS</c>; empty if it reports that there is none.</param>
    /// <param name="rules"><c>ip rule show</c>.</param>
    /// <param name="routes"><c>ip route show table all</c>.</param>
    public static RouteExam Read(IPAddress local, string? device, string route, string rules, string routes)
    {
        var (ruled, all) = (Lines(rules), Lines(routes));
        var table = ruled.Where(words => IsFor(words, local, device)).Select(words => After(words, "lookup"))
            .FirstOrDefault(found => found is not null);
        var used = ruled.Select(words => After(words, "lookup")).Concat(all.Select(words => After(words, "table"))).ToHashSet();
        var gateway = all.Where(words => words[0] == "default" && After(words, "dev") == device).Select(words => After(words, "via"))
            .FirstOrDefault(found => found is not null);
        return new RouteExam(
            Lines(route).Select(words => After(words, "dev")).FirstOrDefault(),
            table,
            table is not null && all.Any(words => words[0] == "default" && (After(words, "table") ?? "main") == table),
            Enumerable.Range(FirstTable, LastTable - FirstTable).FirstOrDefault(number => !used.Contains($"{number}"), LastTable),
            IPAddress.TryParse(gateway, out var address) ? address : null);
    }

    private static bool IsFor(string[] words, IPAddress local, string? device)
    {
        if (device is not null && After(words, "oif") == device) return true;
        if (After(words, "from") is not { } from || from == "all") return false;
        return from.Contains('/') ? IPNetwork.TryParse(from, out var network) && network.Contains(local)
            : IPAddress.TryParse(from, out var address) && address.Equals(local);
    }

    private static List<string[]> Lines(string text) =>
        [.. text.Split('\n').Select(line => line.Split([' ', '\t', '\\'], StringSplitOptions.RemoveEmptyEntries))
            .Where(words => words.Length > 0)];

    private static string? After(string[] words, string word) =>
        Array.IndexOf(words, word) is >= 0 and var at && at + 1 < words.Length ? words[at + 1] : null;
}
