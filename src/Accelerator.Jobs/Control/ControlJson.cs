using System.Text.Json;
using System.Text.Json.Serialization;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Control;

/// <summary>What goes over the control channel beside requests.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, Converters = [typeof(FileStateJson)])]
[JsonSerializable(typeof(ServiceStatus))]
[JsonSerializable(typeof(IReadOnlyList<string>))]
[JsonSerializable(typeof(JobStatus))]
[JsonSerializable(typeof(PolledFolder))]
[JsonSerializable(typeof(HeldFile))]
[JsonSerializable(typeof(Delivery))]
[JsonSerializable(typeof(QuarantinedFile))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(long))]
[JsonSerializable(typeof(bool))]
public sealed partial class ControlJson : JsonSerializerContext;

/// <summary>States go over the channel as the words that the ledger keeps.</summary>
internal sealed class FileStateJson() : JsonStringEnumConverter<FileState>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false);
