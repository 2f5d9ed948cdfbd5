namespace Accelerator.Jobs.Control;

/// <summary>A file that would be fetched, or is still held back.</summary>
/// <param name="Folder">The folder on the server.</param>
/// <param name="Name">Its name in it.</param>
/// <param name="Size">Bytes, as the listing told.</param>
/// <param name="Why">What it waits for, as a clause.</param>
public sealed record HeldFile(string Folder, string Name, long Size, string Why);
