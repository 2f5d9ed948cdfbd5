using System.Text.Json;
using System.Text.Json.Serialization;

namespace Accelerator.Service.Figures;

/// <summary>A job's state as a word in small letters.</summary>
internal sealed class JobStateJson() : JsonStringEnumConverter<JobState>(JsonNamingPolicy.SnakeCaseLower);
