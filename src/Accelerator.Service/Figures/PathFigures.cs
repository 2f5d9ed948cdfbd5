using System.Text.Json;
using System.Text.Json.Serialization;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;

namespace Accelerator.Service.Figures;

/// <summary>Reads the measurements of a network path for the page.</summary>
internal static class PathFigures
{
    private const int Most = 2_000;

    private static readonly TimeSpan Period = TimeSpan.FromDays(7);

    /// <summary>
    /// Returns the measurements of the last 7 days as JSON, the oldest first; null if the job file has no such server, or the ledger does
    /// not answer.
    /// </summary>
    public static async Task<byte[]?> ReadJsonAsync(
        ServiceCore core, string server, DateTimeOffset now, CancellationToken cancellationToken)
    {
        if (core is not { Ledger: { } ledger, Jobs: { } file } || !file.Servers.ContainsKey(server)) return null;
        try
        {
            return JsonSerializer.SerializeToUtf8Bytes(
                new PathHistory(server, await ledger.Paths.ListAsync(server, now - Period, Most, cancellationToken).ConfigureAwait(false)),
                PathJson.Default.PathHistory);
        }
        catch (Exception e) when (e is LedgerException or ObjectDisposedException)
        {
            return null;
        }
    }
}

/// <summary>The measurements of the network path to a server.</summary>
internal sealed record PathHistory(string Server, IReadOnlyList<PathMeasurement> Measurements);

/// <summary>The JSON serialization of measurements.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(PathHistory))]
internal sealed partial class PathJson : JsonSerializerContext;
