using System.Diagnostics;

namespace Accelerator.Tuning.Machine;

/// <summary>Runs programs as child processes. Their output is read and discarded, because it is in the user's language.</summary>
public sealed class CommandRunner : ICommandRunner
{
    public async Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(PathOf(program)) { UseShellExecute = false, CreateNoWindow = true, RedirectStandardOutput = true,
            RedirectStandardError = true, RedirectStandardInput = true };
        foreach (var word in words) start.ArgumentList.Add(word);
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        try
        {
            await Task.WhenAll(process.StandardOutput.ReadToEndAsync(cancellationToken),
                process.StandardError.ReadToEndAsync(cancellationToken)).ConfigureAwait(false);
            await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
            return process.ExitCode;
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }

    // Use the full path: for a bare name, Windows searches the current folder before the system folder, and a netsh.exe planted there would
    // run as administrator.
    private static string PathOf(string program) =>
        OperatingSystem.IsWindows() ? Path.Combine(Environment.SystemDirectory, program + ".exe") : program;
}
