namespace Accelerator.Jobs.Definitions;

/// <summary>All that a service is told to do. It never changes: a file that was edited is read into another one.</summary>
/// <param name="Servers">By name.</param>
/// <param name="Jobs">By name, in the file's order.</param>
/// <param name="Ledger">Where it is kept what was delivered.</param>
/// <param name="LeastFreeSpace">Bytes that stay free on every disk that is delivered to: below it nothing is begun.</param>
public sealed record JobFile(
    IReadOnlyDictionary<string, ServerDefinition> Servers, IReadOnlyList<JobDefinition> Jobs, LedgerDefinition Ledger, long LeastFreeSpace)
{
    /// <summary>What files of other content do not share: by it nodes see that they were told the same. Line ends do not count.</summary>
    public string Digest { get; init; } = "";

    /// <summary>The page; null where there is none.</summary>
    public DashboardDefinition? Dashboard { get; init; }

    /// <summary>Who is told when something is wrong; null for nobody.</summary>
    public AlertDefinition? Alerts { get; init; }

    /// <summary>Where an OpenTelemetry collector takes figures, OTLP over HTTP; null for nowhere.</summary>
    public Uri? Telemetry { get; init; }
}
