namespace Accelerator.Cli.Cat;

/// <summary>
/// A private folder for the files that are being written to standard output: in the folder for temporary files (TMPDIR, TEMP), and readable
/// for the user alone.
/// </summary>
internal sealed class SpoolFolder : IDisposable
{
    // Mode 0700 on Linux.
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("ftpx-");

    /// <summary>The path of the folder.</summary>
    public string Path => _folder.FullName;

    /// <summary>Deletes the folder with what is in it. On Windows an open file keeps it; then it is left to the next cleaning of the
    /// folder for temporary files.</summary>
    public void Dispose()
    {
        try
        {
            _folder.Delete(recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The exit code is that of the transfer; a folder that is already gone is no failure either.
        }
    }
}
