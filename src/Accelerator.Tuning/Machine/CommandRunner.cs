using System.Diagnostics;

namespace Accelerator.Tuning.Machine;

/// <summary>Runs programs as child processes.</summary>
public sealed class CommandRunner : ICommandRunner
{
    // The output is read and discarded, because it is in the user's language.
    public async Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken) =>
        (await PrintAsync(program, words, cancellationToken).ConfigureAwait(false)).ExitCode;

    /// <summary>Runs a program whose output is the same in every language, and returns what it printed.</summary>
    /// <exception cref="System.ComponentModel.Win32Exception">The program does not exist.</exception>
    internal static async Task<(int ExitCode, string Output, string Error)> PrintAsync(
        string program, IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(PathOf(program)) { UseShellExecute = false, CreateNoWindow = true, RedirectStandardOutput = true,
            RedirectStandardError = true, RedirectStandardInput = true };
        foreach (var word in words) start.ArgumentList.Add(word);
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        try
        {
            var printed = await Task.WhenAll(process.StandardOutput.ReadToEndAsync(cancellationToken),
                process.StandardError.ReadToEndAsync(cancellationToken)).ConfigureAwait(false);
            await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
            return (process.ExitCode, printed[0], printed[1]);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }

    // Use the full path: for a bare name, Windows searches the current folder before the system folder, and a netsh.exe planted there would
    // run as administrator. On Linux, /usr/sbin is not in the search path of every user.
    private static string PathOf(string program) =>
        OperatingSystem.IsWindows() ? Path.Combine(Environment.SystemDirectory, program + ".exe")
        : ((string[])["/usr/sbin", "/usr/bin", "/sbin", "/bin"]).Select(folder => Path.Combine(folder, program)).FirstOrDefault(File.Exists)
            ?? program;
}
