using System.Text.Json;
using System.Text.Json.Serialization;
using Accelerator.Jobs.Expecting;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>The JSON serialization of the figures for the page.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    Converters = [typeof(JobStateJson), typeof(FoundStateJson), typeof(LatencyJson)])]
[JsonSerializable(typeof(ServiceFigures))]
[JsonSerializable(typeof(JobPage))]
[JsonSerializable(typeof(JobFiles))]
[JsonSerializable(typeof(ThroughputHistory))]
internal sealed partial class FiguresJson : JsonSerializerContext;

/// <summary>Writes a job's state by its name.</summary>
internal sealed class JobStateJson : JsonConverter<JobState>
{
    public override JobState Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("The service only writes figures.");

    public override void Write(Utf8JsonWriter writer, JobState value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.Name());
}

/// <summary>Writes a file's state by its name in the ledger.</summary>
internal sealed class FoundStateJson() : JsonStringEnumConverter<FileState>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false);
