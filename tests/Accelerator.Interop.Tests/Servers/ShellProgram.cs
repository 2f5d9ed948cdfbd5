namespace Accelerator.Interop.Tests.Servers;

/// <summary>A program of a test that is a shell script.</summary>
internal static class ShellProgram
{
    /// <summary>
    /// Writes a script that can be started at once. A shell writes it: a process that another test starts meanwhile would inherit a file
    /// that this process has open for writing, and until it has started its own program, Linux refuses to start the script (ETXTBSY).
    /// </summary>
    public static async Task WriteAsync(string path, string text, CancellationToken cancellationToken)
    {
        string[] words = ["-c", "printf %s \"$1\" > \"$0\" && chmod 700 \"$0\"", path, text];
        (await ProgramRun.RunFileAsync("/bin/sh", Path.GetDirectoryName(path)!, words, cancellationToken)).Expect();
    }
}
