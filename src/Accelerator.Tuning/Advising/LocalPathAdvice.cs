using System.Net.Sockets;
using Accelerator.Tuning.Catalogue;

namespace Accelerator.Tuning.Advising;

/// <summary>
/// Examines several local paths to one server: which of them carry nothing, which coincide, and what rate they reach together. Pure.
/// </summary>
public static class LocalPathAdvice
{
    private const string Unknown = "GATEWAY";

    /// <summary>Returns the problems of the local paths.</summary>
    public static IReadOnlyList<LocalPathFinding> Of(Exam exam)
    {
        var isLinux = exam.Snapshot.Host.Platform == HostPlatform.Linux;
        return [.. exam.LocalPaths.Select(path => isLinux ? Linux(path) : Windows(path)).OfType<LocalPathFinding>(),
            .. Shared(exam.LocalPaths)];
    }

    /// <summary>Returns, in sentences, the total rate of the working local paths; empty if fewer than two work.</summary>
    public static IEnumerable<string> Sum(Exam exam)
    {
        var carrying = exam.LocalPaths.Where(path => path.Failure is null).GroupBy(path => path.LeavesBy ?? path.Name)
            .Select(same => same.First()).ToList();
        if (carrying.Count < 2) yield break;
        var (known, unknown) = (carrying.Where(path => path.BitsPerSecond is not null).ToList(),
            carrying.Where(path => path.BitsPerSecond is null).ToList());
        if (known.Count > 1)
        {
            yield return $"Together: {Sum(known, path => Spoken.Bits(path.BitsPerSecond!.Value))} = "
                + $"{Spoken.Bits(known.Sum(path => path.BitsPerSecond!.Value))}, if the server and the network between them carry as much.";
            yield return $"To fill them {Sum(known, path => Spoken.Bytes(Product(path)))} = "
                + $"{Spoken.Bytes(known.Sum(Product))} must be in flight.";
        }
        if (unknown.Count > 0)
            yield return $"The system does not report the speed of {string.Join(" and ", unknown.Select(path => path.Name))}: "
                + "only a transfer shows the total.";
    }

    private static double Product(LocalPathExam path) => WindowArithmetic.Product(path.BitsPerSecond!.Value, path.RoundTrip!.Value);

    private static string Sum(List<LocalPathExam> paths, Func<LocalPathExam, string> value) => string.Join(" + ", paths.Select(value));

    private static LocalPathFinding? Linux(LocalPathExam path)
    {
        var strays = path is { Route.LeavesBy: { } by, Interface: { } own } && by != own && by != "lo";
        if (path.Failure is null && !strays) return null;
        var problem = path.Failure is { } failure
            ? $"{path.Name} transfers nothing: {failure}{(strays ? $" Packets from {path.Local} leave by {path.Route!.LeavesBy}." : "")}"
            : $"Packets from {path.Local} leave by {path.Route!.LeavesBy}, not by {path.Interface}, which has that address.";
        if (path.Local is null || path.Interface is null) return new LocalPathFinding(problem, []);
        if (path.Route is { Table: not null, HasDefault: true })
        {
            return new LocalPathFinding(
                $"{problem} Its rule and the default route of table {path.Route.Table} exist, so the fault is farther along the path: "
                    + $"ask the administrator of the network of {path.Interface}, "
                + $"and check net.ipv4.conf.{path.Interface}.rp_filter: 1 drops answers that would leave by another interface.", []);
        }
        var missing = path.Route switch
        {
            { Table: { } table } => $"its rule leads to table {table}, which has no default route.",
            null => "the routing rules could not be read; these commands add a rule and a default route.",
            _ => "there is no rule for it.",
        };
        return new LocalPathFinding(
            $"{problem} Linux chooses the route by the destination alone unless a rule applies, "
                + $"so each address needs its own routing table: {missing}{Router(path)}", Commands(path));
    }

    private static List<string> Commands(LocalPathExam path)
    {
        var ip = path.Local!.AddressFamily == AddressFamily.InterNetworkV6 ? "ip -6" : "ip";
        var table = path.Route?.Table ?? $"{path.Route?.FreeTable ?? 101}";
        List<string> commands =
            [$"{ip} route add default via {path.Route?.Gateway ?? path.Gateway as object ?? Unknown} dev {path.Interface} table {table}"];
        if (path.Route?.Table is null) commands.Add($"{ip} rule add from {path.Local} table {table}");
        return commands;
    }

    // Windows sends from the interface that owns the source address (strong host model, since Vista): no rule is needed, only a route must
    // exist.
    private static LocalPathFinding? Windows(LocalPathExam path)
    {
        if (path.Failure is not { } failure) return null;
        var problem = $"{path.Name} transfers nothing: {failure}";
        if (path.Interface is not { } alias) return new LocalPathFinding(problem, []);
        return path.Gateway is { } gateway
            ? new LocalPathFinding($"{problem} Windows sends from the interface that has the address, so no rule is needed; "
                + $"check whether the gateway of {alias}, {gateway}, leads to the server.",
                [$"Get-NetRoute -InterfaceAlias \"{alias}\"", $"Test-NetConnection {gateway}"])
            : new LocalPathFinding(
                $"{problem} Windows sends from the interface that has the address, and {alias} has no gateway: add one.{Router(path)}",
                [$"Get-NetRoute -InterfaceAlias \"{alias}\"",
                    $"New-NetRoute -InterfaceAlias \"{alias}\" -DestinationPrefix 0.0.0.0/0 -NextHop {Unknown}"]);
    }

    private static string Router(LocalPathExam path) =>
        (path.Route?.Gateway ?? path.Gateway) is null ? $" {Unknown} stands for the router in the network of {path.Interface}." : "";

    private static IEnumerable<LocalPathFinding> Shared(IReadOnlyList<LocalPathExam> paths) =>
        from same in paths.Where(path => path.LeavesBy is not null).GroupBy(path => path.LeavesBy)
        where same.Count() > 1
        select new LocalPathFinding(
            $"{string.Join(" and ", same.Select(path => path.Name))} use the same interface, {same.Key}: "
                + "together they are no faster than it.", []);
}
