using System.Net;

namespace Accelerator.Jobs.Definitions;

/// <summary>Reads the settings of the page and of telemetry from a job file.</summary>
internal static class DashboardReader
{
    private const int LongestHost = 255;

    /// <summary>Reads the settings of the page; null if it is switched off.</summary>
    public static DashboardDefinition? Read(KeyReader file)
    {
        if (file.Object("dashboard") is not { } keys) return DashboardDefinition.Usual;
        var isEnabled = keys.Flag("enabled", true);
        var address = ReadAddress(keys);
        var hosts = keys.Texts("hosts", HostProblem);
        keys.Done();
        return isEnabled ? new DashboardDefinition(address, hosts) : null;
    }

    /// <summary>Reads the address of an OpenTelemetry collector for metrics; null for none.</summary>
    public static Uri? ReadTelemetry(KeyReader file)
    {
        if (file.Object("telemetry") is not { } keys) return null;
        var text = keys.Text("otlp");
        keys.Done();
        if (text is null) return null;
        if (Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme is "http" or "https"
            && address is { UserInfo: "", Query: "", Fragment: "" })
            return address;
        keys.Note("otlp", "the URL of a collector that takes OTLP over HTTP is expected here, such as \"http://127.0.0.1:4318\".");
        return null;
    }

    private static IPEndPoint ReadAddress(KeyReader keys)
    {
        if (keys.Text("address") is not { } text) return DashboardDefinition.Usual.Address;
        var address = DashboardDefinition.AddressOf(text, out var problem);
        if (problem is not null) keys.Note("address", problem);
        return address ?? DashboardDefinition.Usual.Address;
    }

    // A Host header holds name or name:port; anything else could never match.
    private static string? HostProblem(string host) =>
        host.Length <= LongestHost && host.All(sign => char.IsAsciiLetterOrDigit(sign) || sign is '.' or '-' or '_' or ':' or '[' or ']')
            ? null : $"\"{host}\" is neither a name nor a name and a port, as in \"passes.example.org\" or \"localhost:9000\".";
}
