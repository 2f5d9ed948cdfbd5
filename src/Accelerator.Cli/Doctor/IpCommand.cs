using System.ComponentModel;
using System.Diagnostics;

namespace Accelerator.Cli.Doctor;

/// <summary>Runs the Linux <c>ip</c> command, used here only for reading. Its output is the same in every language.</summary>
internal static class IpCommand
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(3);

    /// <summary>Returns its output; empty if there is nothing to list, null if there is no such program or it does not answer.</summary>
    public static async Task<string?> RunAsync(IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsLinux()) return null;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Longest);
        try
        {
            var start = new ProcessStartInfo("ip") { UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true };
            foreach (var word in words) start.ArgumentList.Add(word);
            using var process = Process.Start(start)!;
            try
            {
                var printed = await Task.WhenAll(process.StandardOutput.ReadToEndAsync(limit.Token),
                    process.StandardError.ReadToEndAsync(limit.Token)).ConfigureAwait(false);
                await process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
                return process.ExitCode == 0 ? printed[0] : "";
            }
            catch (OperationCanceledException)
            {
                process.Kill();
                throw;
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return null;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
