using System.Text.Json.Serialization;

namespace Accelerator.Cli.Job;

/// <summary>Quotes the texts of a job file.</summary>
[JsonSerializable(typeof(string))]
internal sealed partial class JobInitJson : JsonSerializerContext;
