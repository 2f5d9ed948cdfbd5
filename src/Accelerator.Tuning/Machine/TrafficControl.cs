using System.ComponentModel;

namespace Accelerator.Tuning.Machine;

/// <summary>Runs tc, which is part of iproute2. Its output is the same in every language.</summary>
public sealed class TrafficControl : ITrafficControl
{
    private const string Program = "tc";

    public async Task<string?> ShowAsync(string link, CancellationToken cancellationToken)
    {
        try
        {
            string[] words = ["-j", "qdisc", "show", "dev", link];
            var end = await CommandRunner.PrintAsync(Program, words, cancellationToken).ConfigureAwait(false);
            return end.ExitCode == 0 ? end.Output : null;
        }
        catch (Exception e) when (e is Win32Exception or IOException)
        {
            return null;
        }
    }

    public async Task<string?> ChangeAsync(IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        try
        {
            var end = await CommandRunner.PrintAsync(Program, ["qdisc", .. words], cancellationToken).ConfigureAwait(false);
            return end.ExitCode == 0 ? null : $"tc says: {end.Error.Trim().ReplaceLineEndings(" ").TrimEnd('.')}";
        }
        catch (Win32Exception)
        {
            return "there is no program tc; install the package iproute2";
        }
        catch (IOException e)
        {
            return e.Message;
        }
    }
}
