namespace Accelerator.Jobs.Control;

/// <summary>A file that would be fetched, or is still held back.</summary>
/// <param name="Folder">The folder on the server.</param>
/// <param name="Name">The file's name in the folder.</param>
/// <param name="Size">Bytes, from the listing.</param>
/// <param name="Why">What the file waits for, as a clause.</param>
public sealed record HeldFile(string Folder, string Name, long Size, string Why);
