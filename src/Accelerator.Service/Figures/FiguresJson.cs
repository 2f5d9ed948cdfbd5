using System.Text.Json;
using System.Text.Json.Serialization;

namespace Accelerator.Service.Figures;

/// <summary>The figures as the page gets them.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, Converters = [typeof(JobStateJson)])]
[JsonSerializable(typeof(ServiceFigures))]
internal sealed partial class FiguresJson : JsonSerializerContext;

/// <summary>A job's state as a word in small letters.</summary>
internal sealed class JobStateJson() : JsonStringEnumConverter<JobState>(JsonNamingPolicy.SnakeCaseLower);
