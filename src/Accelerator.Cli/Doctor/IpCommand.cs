using Accelerator.Base.Running;

namespace Accelerator.Cli.Doctor;

/// <summary>Runs the Linux <c>ip</c> command, used here only for reading. Its output is the same in every language.</summary>
internal static class IpCommand
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(3);

    /// <summary>Returns its output; empty if there is nothing to list, null if there is no such program or it does not answer.</summary>
    public static async Task<string?> RunAsync(IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsLinux()) return null;
        try
        {
            var end = await SystemProgram.RunAsync("ip", words, Longest, cancellationToken).ConfigureAwait(false);
            return end.ExitCode == 0 ? end.Output : "";
        }
        catch (ProgramException)
        {
            return null;
        }
    }
}
