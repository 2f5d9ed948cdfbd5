using Accelerator.Ftp;

namespace Accelerator.Cli.Hosting;

/// <summary>Explains why a file that the user named cannot be read.</summary>
internal static class ReadFailure
{
    /// <summary>Returns the cause as one sentence that is safe to print.</summary>
    /// <param name="failure">The exception of the read.</param>
    /// <param name="path">The full path.</param>
    public static string Sentence(Exception failure, string path)
    {
        // For a folder the system reports that access is denied.
        var isFolder = failure is UnauthorizedAccessException && Directory.Exists(path);
        return SafeText.Escape(isFolder ? $"{path} is a folder, not a file." : failure.Message);
    }
}
