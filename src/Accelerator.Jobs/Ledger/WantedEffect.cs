namespace Accelerator.Jobs.Ledger;

/// <summary>An effect to carry out because a file was delivered.</summary>
/// <param name="Kind">The kind, once for each delivery: <c>manifest</c>, <c>command</c>.</param>
/// <param name="Payload">The data that it needs besides the delivery; null for none.</param>
public sealed record WantedEffect(string Kind, string? Payload);
