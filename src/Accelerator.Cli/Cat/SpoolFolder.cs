using Accelerator.Cli.Hosting;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Cat;

/// <summary>
/// A private folder for the files that are being written to standard output: in the folder for temporary files (TMPDIR, TEMP), and readable
/// for the user alone.
/// </summary>
internal sealed class SpoolFolder : IDisposable
{
    private readonly string _variables;

    private SpoolFolder(string path, string variables) => (Path, _variables) = (path, variables);

    /// <summary>The path of the folder.</summary>
    public string Path { get; }

    /// <summary>The advice for a disk without room for a file; a sentence.</summary>
    public string RoomAdvice => $"Free some space, or set {_variables} to a folder on another disk.";

    /// <summary>Creates the folder.</summary>
    /// <param name="environment">The process environment.</param>
    /// <param name="failure">The exit code if it cannot be created.</param>
    /// <exception cref="UsageException">The folder for temporary files cannot be used.</exception>
    public static SpoolFolder Create(ProcessEnvironment environment, ExitCode failure)
    {
        // Windows reads TMP before TEMP, and both are usually set.
        var variables = environment.IsWindows ? "TEMP and TMP" : "TMPDIR";
        try
        {
            return new SpoolFolder(environment.CreateTemporaryFolder(), variables);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            var parent = System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetTempPath());
            var reason = Directory.Exists(parent) ? StorageErrors.Reason(e) : "there is no such folder.";
            throw new UsageException($"The folder for temporary files {SafeText.Escape(parent)} cannot be used: "
                + $"{SafeText.Escape(reason)} Set {variables} to another folder.") { Code = failure };
        }
    }

    /// <summary>Deletes the folder with what is in it. On Windows an open file keeps it; then it is left to the next cleaning of the
    /// folder for temporary files.</summary>
    public void Dispose()
    {
        try
        {
            LocalChanges.DeleteTree(Path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The exit code is that of the transfer; a folder that is already gone is no failure either.
        }
    }
}
