using System.Text.Json.Serialization;

namespace Accelerator.Jobs.Control;

/// <summary>What goes over the control channel beside requests.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(ServiceStatus))]
[JsonSerializable(typeof(IReadOnlyList<string>))]
public sealed partial class ControlJson : JsonSerializerContext;
