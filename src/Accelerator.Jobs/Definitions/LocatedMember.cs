namespace Accelerator.Jobs.Definitions;

/// <summary>A member of a JSON object.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Line">The name's line, from 1.</param>
/// <param name="Value">Its value.</param>
internal sealed record LocatedMember(string Name, int Line, LocatedNode Value);
