using System.Net.Sockets;
using Accelerator.Tuning.Catalogue;

namespace Accelerator.Tuning.Advising;

/// <summary>Several ways out of this computer to one server: which of them carry nothing, which are one and the same, and what they come to together. Pure.</summary>
public static class WayAdvice
{
    private const string Unknown = "GATEWAY";

    /// <summary>What is wrong with the ways.</summary>
    public static IReadOnlyList<WayFinding> Of(Exam exam)
    {
        ArgumentNullException.ThrowIfNull(exam);
        var isLinux = exam.Snapshot.Host.Platform == HostPlatform.Linux;
        return [.. exam.Ways.Select(way => isLinux ? Linux(way) : Windows(way)).OfType<WayFinding>(), .. Shared(exam.Ways)];
    }

    /// <summary>What the ways that carry come to together, as sentences; none where fewer than two do.</summary>
    public static IEnumerable<string> Sum(Exam exam)
    {
        ArgumentNullException.ThrowIfNull(exam);
        var carrying = exam.Ways.Where(way => way.Failure is null).GroupBy(way => way.LeavesBy ?? way.Name).Select(same => same.First()).ToList();
        if (carrying.Count < 2) yield break;
        var (known, unknown) = (carrying.Where(way => way.BitsPerSecond is not null).ToList(), carrying.Where(way => way.BitsPerSecond is null).ToList());
        if (known.Count > 1)
        {
            yield return $"Together: {Sum(known, way => Spoken.Bits(way.BitsPerSecond!.Value))} = {Spoken.Bits(known.Sum(way => way.BitsPerSecond!.Value))}, where the server and what lies between carry as much.";
            yield return $"To fill them {Sum(known, way => Spoken.Bytes(Product(way)))} = {Spoken.Bytes(known.Sum(Product))} must be under way.";
        }
        if (unknown.Count > 0) yield return $"How fast {string.Join(" and ", unknown.Select(way => way.Name))} {(unknown.Count == 1 ? "is" : "are")}, the system does not tell: what all come to together only a transfer shows.";
    }

    private static double Product(WayExam way) => WindowArithmetic.Product(way.BitsPerSecond!.Value, way.RoundTrip!.Value);

    private static string Sum(List<WayExam> ways, Func<WayExam, string> value) => string.Join(" + ", ways.Select(value));

    private static WayFinding? Linux(WayExam way)
    {
        var strays = way is { Route.LeavesBy: { } by, Interface: { } own } && by != own && by != "lo";
        if (way.Failure is null && !strays) return null;
        var problem = way.Failure is { } failure
            ? $"{way.Name} carries nothing: {failure}{(strays ? $" What comes from {way.Local} leaves by {way.Route!.LeavesBy}." : "")}"
            : $"What comes from {way.Local} leaves by {way.Route!.LeavesBy}, not by {way.Interface}, which has that address.";
        if (way.Local is null || way.Interface is null) return new WayFinding(problem, []);
        if (way.Route is { Table: not null, HasDefault: true })
        {
            return new WayFinding($"{problem} Its rule and the default route of table {way.Route.Table} are there, so the fault is farther on: ask whoever runs the network of {way.Interface}, "
                + $"and see what net.ipv4.conf.{way.Interface}.rp_filter is: 1 drops answers that would leave by another way.", []);
        }
        var missing = way.Route switch
        {
            { Table: { } table } => $"table {table}, which a rule names for it, has no default route.",
            null => "whether it has one could not be read; these commands make it.",
            _ => "there is no rule for it.",
        };
        return new WayFinding($"{problem} Linux chooses the way by the destination alone unless a rule says otherwise, so each address needs a table of its own: {missing}{Router(way)}", Commands(way));
    }

    private static List<string> Commands(WayExam way)
    {
        var ip = way.Local!.AddressFamily == AddressFamily.InterNetworkV6 ? "ip -6" : "ip";
        var table = way.Route?.Table ?? $"{way.Route?.FreeTable ?? 101}";
        List<string> commands = [$"{ip} route add default via {way.Route?.Gateway ?? way.Gateway as object ?? Unknown} dev {way.Interface} table {table}"];
        if (way.Route?.Table is null) commands.Add($"{ip} rule add from {way.Local} table {table}");
        return commands;
    }

    // Windows sends by the interface that owns the source address (strong host model, since Vista): there is nothing to rule, only a route to have.
    private static WayFinding? Windows(WayExam way)
    {
        if (way.Failure is not { } failure) return null;
        var problem = $"{way.Name} carries nothing: {failure}";
        if (way.Interface is not { } alias) return new WayFinding(problem, []);
        return way.Gateway is { } gateway
            ? new WayFinding($"{problem} Windows sends by the interface that has the address, so no rule is needed; see whether the gateway of {alias}, {gateway}, leads there.",
                [$"Get-NetRoute -InterfaceAlias \"{alias}\"", $"Test-NetConnection {gateway}"])
            : new WayFinding($"{problem} Windows sends by the interface that has the address, and {alias} has no gateway: give it one.{Router(way)}",
                [$"Get-NetRoute -InterfaceAlias \"{alias}\"", $"New-NetRoute -InterfaceAlias \"{alias}\" -DestinationPrefix 0.0.0.0/0 -NextHop {Unknown}"]);
    }

    private static string Router(WayExam way) => (way.Route?.Gateway ?? way.Gateway) is null ? $" {Unknown} stands for the router in the network of {way.Interface}." : "";

    private static IEnumerable<WayFinding> Shared(IReadOnlyList<WayExam> ways) =>
        from same in ways.Where(way => way.LeavesBy is not null).GroupBy(way => way.LeavesBy)
        where same.Count() > 1
        select new WayFinding($"{string.Join(" and ", same.Select(way => way.Name))} leave by the same interface, {same.Key}: together they carry what it carries, and no more.", []);
}
