using System.Diagnostics;
using System.Globalization;

namespace Accelerator.Tuning.Machine;

/// <summary>Runs programs as child processes.</summary>
/// <param name="limit">How long a program may take; null for two minutes.</param>
public sealed class CommandRunner(TimeSpan? limit = null) : ICommandRunner
{
    // netsh, schtasks, tc and systemctl take seconds. One that hangs would hold the tuning, and with it the settings that it has changed.
    private static readonly TimeSpan UsualLimit = TimeSpan.FromMinutes(2);

    // The output is read and discarded, because it is in the user's language.
    public async Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken) =>
        (await PrintAsync(program, words, limit ?? UsualLimit, cancellationToken).ConfigureAwait(false)).ExitCode;

    /// <summary>Runs a program whose output is the same in every language, and returns what it printed.</summary>
    /// <exception cref="System.ComponentModel.Win32Exception">The program does not exist.</exception>
    /// <exception cref="IOException">The program did not end in time, and was killed.</exception>
    internal static Task<(int ExitCode, string Output, string Error)> PrintAsync(
        string program, IReadOnlyList<string> words, CancellationToken cancellationToken) =>
        PrintAsync(program, words, UsualLimit, cancellationToken);

    private static async Task<(int ExitCode, string Output, string Error)> PrintAsync(
        string program, IReadOnlyList<string> words, TimeSpan longest, CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(longest);
        var start = new ProcessStartInfo(PathOf(program)) { UseShellExecute = false, CreateNoWindow = true, RedirectStandardOutput = true,
            RedirectStandardError = true, RedirectStandardInput = true };
        foreach (var word in words) start.ArgumentList.Add(word);
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        try
        {
            var printed = await Task.WhenAll(process.StandardOutput.ReadToEndAsync(ending.Token),
                process.StandardError.ReadToEndAsync(ending.Token)).ConfigureAwait(false);
            await process.WaitForExitAsync(ending.Token).ConfigureAwait(false);
            return (process.ExitCode, printed[0], printed[1]);
        }
        catch (OperationCanceledException e)
        {
            process.Kill(entireProcessTree: true);
            if (cancellationToken.IsCancellationRequested) throw;
            throw new IOException(string.Create(
                CultureInfo.InvariantCulture, $"{program} did not end within {longest.TotalSeconds:0.#} s and was killed"), e);
        }
    }

    // Use the full path: for a bare name, Windows searches the current folder before the system folder, and a netsh.exe planted there would
    // run as administrator. On Linux, /usr/sbin is not in the search path of every user.
    private static string PathOf(string program) =>
        OperatingSystem.IsWindows() ? Path.Combine(Environment.SystemDirectory, program + ".exe")
        : ((string[])["/usr/sbin", "/usr/bin", "/sbin", "/bin"]).Select(folder => Path.Combine(folder, program)).FirstOrDefault(File.Exists)
            ?? program;
}
