namespace Accelerator.TestKit;

/// <summary>A folder of its own for one test, gone with all it holds at the end.</summary>
/// <param name="parent">Where it is made; null where temporary folders are.</param>
public sealed class TempFolder(string? parent = null) : IDisposable
{
    /// <summary>The folder's full path.</summary>
    public string Path { get; } = parent is null
        ? Directory.CreateTempSubdirectory("accelerator-").FullName
        : Directory.CreateDirectory(System.IO.Path.Combine(parent, $"accelerator-{Guid.NewGuid():N}")).FullName;

    /// <summary>The full path of a name in it; nothing is created.</summary>
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
