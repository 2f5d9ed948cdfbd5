namespace Accelerator.Engine.Storage;

/// <summary>A file under its final name.</summary>
/// <param name="Path">The final name.</param>
/// <param name="Note">A sentence for the user when the file is complete but its time stamp was refused; null otherwise.</param>
internal sealed record Published(string Path, string? Note);
