namespace Accelerator.TestKit;

/// <summary>A separate folder for one test, deleted with its content at disposal.</summary>
/// <param name="parent">The folder in which it is created; null for the system's temporary folder.</param>
public sealed class TempFolder(string? parent = null) : IDisposable
{
    /// <summary>The folder's full path.</summary>
    public string Path { get; } = parent is null
        ? Directory.CreateTempSubdirectory("accelerator-").FullName
        : Directory.CreateDirectory(System.IO.Path.Combine(parent, $"accelerator-{Guid.NewGuid():N}")).FullName;

    /// <summary>Returns the full path of a name in the folder; nothing is created.</summary>
    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            Directory.Delete(Path, recursive: true);
        }
        catch (DirectoryNotFoundException)
        {
            // The test removed it itself.
        }
    }
}
