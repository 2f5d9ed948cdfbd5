namespace Accelerator.Cli.Commands;

/// <summary>An address as it was given, before it is read.</summary>
/// <param name="Text">The address.</param>
/// <param name="Name">Local name from the list's second column, or null.</param>
/// <param name="Where">Where it stands, for messages: empty, or <c>list.txt, line 3: </c>.</param>
internal sealed record ListedAddress(string Text, string? Name, string Where);
