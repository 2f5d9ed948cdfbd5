using System.Text.Json.Serialization;

namespace Accelerator.Cli.Job.Init;

/// <summary>Quotes the texts of a job file.</summary>
[JsonSerializable(typeof(string))]
internal sealed partial class JobInitJson : JsonSerializerContext;
