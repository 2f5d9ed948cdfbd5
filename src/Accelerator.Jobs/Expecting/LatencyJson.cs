using System.Text.Json;
using System.Text.Json.Serialization;

namespace Accelerator.Jobs.Expecting;

/// <summary>Writes a latency as an object.</summary>
public sealed class LatencyJson : JsonConverter<Latency>
{
    public override Latency Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("The service only writes latencies.");

    public override void Write(Utf8JsonWriter writer, Latency value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        ProductJson.WriteLatency(writer, value);
        writer.WriteEndObject();
    }
}
