namespace Accelerator.Service.Core;

/// <summary>Something that is wrong now.</summary>
/// <param name="About">What: <c>server svalbard</c>, <c>ledger</c>.</param>
/// <param name="Message">One or two sentences, fit for a terminal.</param>
/// <param name="Since">Since when.</param>
internal sealed record OpenIncident(string About, string Message, DateTimeOffset Since)
{
    /// <summary>The jobs that it stops; empty where <see cref="About"/> says it.</summary>
    public IReadOnlyList<string> Jobs { get; init; } = [];
}
