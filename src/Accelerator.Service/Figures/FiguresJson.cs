using System.Text.Json.Serialization;

namespace Accelerator.Service.Figures;

/// <summary>The figures as the page gets them.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, Converters = [typeof(JobStateJson)])]
[JsonSerializable(typeof(ServiceFigures))]
internal sealed partial class FiguresJson : JsonSerializerContext;
