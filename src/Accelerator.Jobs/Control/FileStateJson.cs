using System.Text.Json;
using System.Text.Json.Serialization;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Control;

/// <summary>States go over the channel as the words that the ledger keeps.</summary>
internal sealed class FileStateJson() : JsonStringEnumConverter<FileState>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false);
