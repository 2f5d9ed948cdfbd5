using System.Text.Json.Serialization;

namespace Accelerator.Service.Alerts;

/// <summary>A webhook's JSON.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(AlertMessage))]
internal sealed partial class AlertJson : JsonSerializerContext;
