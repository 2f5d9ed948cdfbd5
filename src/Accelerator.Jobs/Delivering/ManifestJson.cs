using System.Text.Json.Serialization;

namespace Accelerator.Jobs.Delivering;

/// <summary>How a manifest is written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(ManifestLine))]
internal sealed partial class ManifestJson : JsonSerializerContext;
