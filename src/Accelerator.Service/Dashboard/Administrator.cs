namespace Accelerator.Service.Dashboard;

/// <summary>An administrator who has shown the second token.</summary>
/// <param name="Who">The name that was given, for the log.</param>
/// <param name="Proof">
/// The random text that a browser sends with each change: another site can neither read nor guess it. Null for a program that sends the
/// token itself, which no other site can make a browser do.
/// </param>
/// <param name="Until">When the right to make changes ends; null for a program that sends the token itself.</param>
internal sealed record Administrator(string Who, string? Proof, DateTimeOffset? Until);
