namespace Accelerator.Jobs.Ledger;

/// <summary>A node, as it last told of itself.</summary>
/// <param name="Node">Its name.</param>
/// <param name="Incarnation">Which start of it.</param>
/// <param name="Version">The program's version.</param>
/// <param name="LastBeat">When it last told, by the database's clock.</param>
/// <param name="Age">How long ago that is, by the database's clock.</param>
public sealed record NodeBeat(string Node, string Incarnation, string Version, DateTimeOffset LastBeat, TimeSpan Age);
