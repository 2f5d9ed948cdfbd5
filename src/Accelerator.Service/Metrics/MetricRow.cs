namespace Accelerator.Service.Metrics;

/// <summary>A metric: what docs/dashboard.md, <c>/metrics</c> and an OpenTelemetry collector call it.</summary>
/// <param name="Name">Its name, with its base unit.</param>
/// <param name="Kind"><c>counter</c>, <c>gauge</c> or <c>histogram</c>.</param>
/// <param name="Labels">Its labels, joined by a comma; never a path or the name of a file.</param>
/// <param name="Meaning">What it is.</param>
internal sealed record MetricRow(string Name, string Kind, string Labels, string Meaning);
