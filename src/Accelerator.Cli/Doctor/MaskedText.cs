namespace Accelerator.Cli.Doctor;

/// <summary>A text without its secrets.</summary>
/// <param name="Text">The text.</param>
/// <param name="Secrets">How many were masked.</param>
internal sealed record MaskedText(string Text, int Secrets);
