using System.Text.Json;

namespace Accelerator.Jobs.Definitions;

/// <summary>A JSON value with its line number.</summary>
/// <param name="Kind">The kind of value.</param>
/// <param name="Line">The line of its beginning, from 1.</param>
/// <param name="Text">A string's text, a number's digits, <c>true</c>, <c>false</c>; empty for the others.</param>
/// <param name="Members">An object's members, in order.</param>
/// <param name="Items">An array's values.</param>
internal sealed record LocatedNode(
    JsonValueKind Kind, int Line, string Text, IReadOnlyList<LocatedMember> Members, IReadOnlyList<LocatedNode> Items);

/// <summary>A member of a JSON object.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Line">The name's line, from 1.</param>
/// <param name="Value">Its value.</param>
internal sealed record LocatedMember(string Name, int Line, LocatedNode Value);
