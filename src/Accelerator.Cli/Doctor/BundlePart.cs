namespace Accelerator.Cli.Doctor;

/// <summary>A file of a bundle, or why it is not there.</summary>
/// <param name="Name">Its name in the zip.</param>
/// <param name="What">What it is, in a few words.</param>
/// <param name="Text">All of it; null where there is none.</param>
/// <param name="Absence">Why there is none, as a sentence; empty otherwise.</param>
internal sealed record BundlePart(string Name, string What, string? Text, string Absence = "");
