namespace Accelerator.Jobs.Definitions;

/// <summary>The content of a job file. Immutable: an edited file is read into a new instance.</summary>
/// <param name="Servers">The servers by name.</param>
/// <param name="Jobs">The jobs by name, in the file's order.</param>
/// <param name="Ledger">The ledger, which records what was delivered.</param>
/// <param name="LeastFreeSpace">Bytes to keep free on every target disk: no file is started below it.</param>
public sealed record JobFile(
    IReadOnlyDictionary<string, ServerDefinition> Servers, IReadOnlyList<JobDefinition> Jobs, LedgerDefinition Ledger, long LeastFreeSpace)
{
    /// <summary>A digest of the content, by which nodes see that they have the same file. Line endings do not count.</summary>
    public string Digest { get; init; } = "";

    /// <summary>The page; null for none.</summary>
    public DashboardDefinition? Dashboard { get; init; }

    /// <summary>The receivers of alerts; null for none.</summary>
    public AlertDefinition? Alerts { get; init; }

    /// <summary>The gateways; empty, the default, for none.</summary>
    public IReadOnlyList<GatewayDefinition> Gateways { get; init; } = [];

    /// <summary>The address of an OpenTelemetry collector for metrics, OTLP over HTTP; null for none.</summary>
    public Uri? Telemetry { get; init; }
}
