using System.Globalization;
using Accelerator.Cli.Output;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Cli.Service;

/// <summary>Formats the measurements of network paths.</summary>
internal static class MeasurementText
{
    private const string Nothing = "-";

    /// <summary>One row per measurement.</summary>
    public static TextTable Table(IReadOnlyList<PathMeasurement> all) => new(
        null, ["time", "server", "node", "from", "goodput", "streams", "per stream", "round trip", "out of order", "bytes"],
        [.. all.Select(static one => new string[]
        {
            one.At.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture), one.Server, one.Node, one.Kind,
            Format.Rate(one.Rate), one.Streams?.ToString(CultureInfo.InvariantCulture) ?? Nothing,
            one.StreamRate is { } stream ? Format.Rate(stream) : Nothing,
            one.RoundTrip is { } trip ? string.Create(CultureInfo.InvariantCulture, $"{trip:0.0} ms") : Nothing,
            one.OutOfOrder is { } share ? string.Create(CultureInfo.InvariantCulture, $"{share * 100:0.00} %") : Nothing,
            Format.Size(one.Bytes),
        })]);

    /// <summary>One measurement as a line of JSON.</summary>
    public static string Json(PathMeasurement one) => JsonLine.Of("measurement", json =>
    {
        json.WriteString("server", one.Server);
        json.WriteString("node", one.Node);
        json.WriteTime("at", one.At);
        json.WriteString("kind", one.Kind);
        json.WriteNumber("bytes_per_second", one.Rate);
        Write("streams", one.Streams);
        Write("stream_bytes_per_second", one.StreamRate);
        Write("round_trip_ms", one.RoundTrip);
        Write("out_of_order", one.OutOfOrder);
        json.WriteNumber("bytes", one.Bytes);
        json.WriteNumber("seconds", one.Seconds);

        void Write(string name, double? value)
        {
            if (value is { } number) json.WriteNumber(name, number);
            else json.WriteNull(name);
        }
    });
}
