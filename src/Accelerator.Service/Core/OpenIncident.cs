namespace Accelerator.Service.Core;

/// <summary>An incident that is not over yet.</summary>
/// <param name="About">What it concerns: <c>server svalbard</c>, <c>ledger</c>.</param>
/// <param name="Message">One or two sentences, safe to print on a terminal.</param>
/// <param name="Since">When it began.</param>
internal sealed record OpenIncident(string About, string Message, DateTimeOffset Since)
{
    /// <summary>The jobs that it stops; empty if <see cref="About"/> names them.</summary>
    public IReadOnlyList<string> Jobs { get; init; } = [];
}
