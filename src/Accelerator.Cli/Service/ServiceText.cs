using System.Globalization;
using Accelerator.Cli.Output;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>Formats the service as text.</summary>
internal static class ServiceText
{
    /// <summary>The state and activity of the service.</summary>
    public static TextTable Status(ServiceReport? report, ServiceStatus status)
    {
        List<string[]> rows =
        [
            ["state", status.State], ["version", status.Version], ["process", status.ProcessId.ToString(CultureInfo.InvariantCulture)],
            ["running since", Time(status.StartedAt)],
            ["data folder", status.Data], ["log folder", status.Logs], ["job file", status.JobFile],
            ["jobs", status.JobFileReadAt is { } read
                ? $"{Format.Count(status.Jobs, "job")}, {Format.Count(status.Servers, "server")}, read {Time(read)}" : "none"],
        ];
        if (status.Dashboard is { } page) rows.AddRange([["status page", page], ["page token file", status.DashboardToken ?? ""]]);
        rows.AddRange(status.Gateways.Select(gateway => (string[])
            [$"gateway {gateway.Name}", gateway.Address is null ? "not open"
                : $"{gateway.Address}{(gateway.Http is { } http ? $" and {http}" : "")}, {Format.Count(gateway.Clients, "client")}"]));
        rows.AddRange(status.Nodes.Select(node => (string[])
            [$"node {node.Name}{(node.IsHere ? " (this node)" : "")}",
                $"{Format.Count(node.Sessions, "session")}, seen {(node.SilentSeconds < 20 ? "now" : Time(node.SeenAt))}"]));
        if (report is not null) rows.Insert(1, ["account", report.Account]);
        return new TextTable(null, ["ftpxd", ""], rows);
    }

    private static string Time(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss 'UTC'", CultureInfo.InvariantCulture);
}
