namespace Accelerator.Jobs.Delivering;

/// <summary>The environment variables that tell a command about its file, in jobs and in <c>ftpx get --on-complete</c>.</summary>
internal static class FileVariables
{
    /// <summary>The full path of the file.</summary>
    public const string File = "FTPX_FILE";

    /// <summary>The address of the file.</summary>
    public const string Url = "FTPX_URL";

    /// <summary>The size of the file.</summary>
    public const string Bytes = "FTPX_BYTES";

    /// <summary>SHA-256 in lower-case hexadecimal, if it was computed.</summary>
    public const string Sha256 = "FTPX_SHA256";

    /// <summary>Seconds from the first connection to the final name.</summary>
    public const string Seconds = "FTPX_SECONDS";

    /// <summary>The sentence of a failure; not set without one.</summary>
    public const string Error = "FTPX_ERROR";

    /// <summary>The exit code that ftpx has for this file alone.</summary>
    public const string ExitCode = "FTPX_EXIT_CODE";
}
