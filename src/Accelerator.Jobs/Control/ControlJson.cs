using System.Text.Json;
using System.Text.Json.Serialization;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Expecting;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Control;

/// <summary>The JSON types of the control channel, apart from requests.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    Converters = [typeof(FileStateJson), typeof(SlotStateJson)])]
[JsonSerializable(typeof(ServiceStatus))]
[JsonSerializable(typeof(IReadOnlyList<string>))]
[JsonSerializable(typeof(JobStatus))]
[JsonSerializable(typeof(PolledFolder))]
[JsonSerializable(typeof(HeldFile))]
[JsonSerializable(typeof(Delivery))]
[JsonSerializable(typeof(QuarantinedFile))]
[JsonSerializable(typeof(AlertTestResult))]
[JsonSerializable(typeof(PathMeasurement))]
[JsonSerializable(typeof(ProductSlot))]
[JsonSerializable(typeof(JobCompleteness))]
[JsonSerializable(typeof(JobDemand))]
[JsonSerializable(typeof(Outage))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(long))]
[JsonSerializable(typeof(bool))]
public sealed partial class ControlJson : JsonSerializerContext;

/// <summary>Writes states to the channel with the names that the ledger uses.</summary>
internal sealed class FileStateJson() : JsonStringEnumConverter<FileState>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false);
