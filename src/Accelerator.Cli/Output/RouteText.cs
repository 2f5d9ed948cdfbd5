using Accelerator.Cli.Terminal;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>Formats the contribution of each source over each local path. Pure functions.</summary>
internal static class RouteText
{
    private const int NarrowestName = 6;
    private const int WidestName = 48;

    /// <summary><c>by eth1 from ftp://host:21</c>: the label that distinguishes a route from the others.</summary>
    public static string Name(RouteShare route, IReadOnlyList<RouteShare> all)
    {
        var by = all.Any(other => other.Path != route.Path) ? $"by {route.Path ?? "the system's choice"}" : "";
        var from = by.Length == 0 || all.Any(other => other.Source != route.Source) ? $"from {route.Source}" : "";
        return SafeText.Escape(LineParts.Join(by, from));
    }

    /// <summary>
    /// <c>61.0 MiB/s by eth1 from ftp://host:21 4 streams 612 MiB</c>, as much of it as fits: the row below the total during the run.
    /// </summary>
    public static string Row(RouteShare route, IReadOnlyList<RouteShare> all, int width, Glyphs glyphs)
    {
        // Most important first; parts that no longer fit are left out.
        var parts = new LineParts(width);
        var rate = parts.Take(route.IsSilent ? $"{"silent",10}" : $"{Format.Rate(route.BytesPerSecond),10}");
        var room = Math.Min(WidestName, parts.Room - 1);
        var name = parts.Take(room < NarrowestName ? "" : CellWidth.KeepEnd(Name(route, all), room, glyphs.Ellipsis));
        var streams = parts.Take(route.IsSilent ? "" : Format.Count(route.Streams, "stream"));
        return LineParts.Join(rate, name, streams, parts.Take(Format.Size(route.BytesFetched)));
    }

    /// <summary><c>by eth1 61.0 MiB/s, by eth2 silent</c>: shown after the total during the run.</summary>
    public static string Now(IReadOnlyList<RouteShare> routes) =>
        string.Join(
            ", ", routes.Select(route => $"{Name(route, routes)} {(route.IsSilent ? "silent" : Format.Rate(route.BytesPerSecond))}"));

    /// <summary><c>by eth1 612 MiB (61.0 MiB/s), by eth2 300 MiB (30.0 MiB/s).</c> The contribution of each route at the end.</summary>
    public static string Summary(IReadOnlyList<RouteShare> routes) =>
        string.Join(", ", routes.Select(
            route => $"{Name(route, routes)} {Format.Size(route.BytesFetched)} ({Format.Rate(route.BytesPerSecond)})")) + ".";
}
