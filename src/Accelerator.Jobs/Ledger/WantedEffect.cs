namespace Accelerator.Jobs.Ledger;

/// <summary>Something to be done because a file was delivered.</summary>
/// <param name="Kind">What, once for each delivery: <c>manifest</c>, <c>command</c>.</param>
/// <param name="Payload">What it needs besides the delivery; null for nothing.</param>
public sealed record WantedEffect(string Kind, string? Payload);
