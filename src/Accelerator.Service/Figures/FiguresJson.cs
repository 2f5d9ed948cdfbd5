using System.Text.Json;
using System.Text.Json.Serialization;

namespace Accelerator.Service.Figures;

/// <summary>The JSON serialization of the figures for the page.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, Converters = [typeof(JobStateJson)])]
[JsonSerializable(typeof(ServiceFigures))]
internal sealed partial class FiguresJson : JsonSerializerContext;

/// <summary>Writes a job's state as a lower-case word.</summary>
internal sealed class JobStateJson() : JsonStringEnumConverter<JobState>(JsonNamingPolicy.SnakeCaseLower);
