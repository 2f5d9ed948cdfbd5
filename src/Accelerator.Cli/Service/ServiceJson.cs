using Accelerator.Cli.Output;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>Writes the service as a line of JSON, in the schema of docs/json.md.</summary>
internal static class ServiceJson
{
    public static string Status(ServiceReport? report, ServiceStatus? status, string? failure) => JsonLine.Of("service", json =>
    {
        json.WriteBoolean("answers", status is not null);
        json.WriteString("listed", report?.State.ToString().ToLowerInvariant());
        json.WriteString("account", report?.Account);
        json.WriteString("state", status?.State);
        json.WriteString("version", status?.Version);
        if (status is null) json.WriteNull("process");
        else json.WriteNumber("process", status.ProcessId);
        json.WriteTime("since", status?.StartedAt);
        json.WriteString("data", status?.Data);
        json.WriteString("logs", status?.Logs);
        json.WriteString("job_file", status?.JobFile);
        json.WriteTime("read", status?.JobFileReadAt);
        json.WriteNumber("jobs", status?.Jobs ?? 0);
        json.WriteNumber("servers", status?.Servers ?? 0);
        json.WriteString("dashboard", status?.Dashboard);
        json.WriteString("dashboard_token", status?.DashboardToken);
        json.WriteStartArray("gateways");
        foreach (var gateway in status?.Gateways ?? [])
        {
            json.WriteStartObject();
            json.WriteString("name", gateway.Name);
            json.WriteString("address", gateway.Address);
            json.WriteString("http", gateway.Http);
            json.WriteNumber("clients", gateway.Clients);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteStartArray("nodes");
        foreach (var node in status?.Nodes ?? [])
        {
            json.WriteStartObject();
            json.WriteString("name", node.Name);
            json.WriteBoolean("here", node.IsHere);
            json.WriteTime("seen", node.SeenAt);
            json.WriteNumber("sessions", node.Sessions);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteStrings("problems", status?.Problems ?? [failure!]);
    });
}
