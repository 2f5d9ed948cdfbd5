using System.Text.Json.Serialization;

namespace Accelerator.Service.Core;

/// <summary>An incident that is not over yet.</summary>
/// <param name="About">What it concerns: <c>server svalbard</c>, <c>ledger</c>.</param>
/// <param name="Message">One or two sentences, safe to print on a terminal.</param>
/// <param name="Since">When it began.</param>
internal sealed record OpenIncident(string About, string Message, DateTimeOffset Since)
{
    /// <summary>The jobs that it stops; empty if <see cref="About"/> names them.</summary>
    public IReadOnlyList<string> Jobs { get; init; } = [];

    /// <summary>Whether a server refused the login, or the login has no usable password.</summary>
    [JsonIgnore]
    public bool IsLogin { get; init; }

    /// <summary>When a part of it becomes too old to be judged: an end after that is no repair. Null, the default, for never.</summary>
    [JsonIgnore]
    public DateTimeOffset? Expires { get; init; }
}
