using Accelerator.Base.Running;

namespace Accelerator.Tuning.Machine;

/// <summary>Runs tc, which is part of iproute2. Its output is the same in every language.</summary>
public sealed class TrafficControl : ITrafficControl
{
    public async Task<string?> ShowAsync(string link, CancellationToken cancellationToken)
    {
        try
        {
            var end = await RunAsync(["-j", "qdisc", "show", "dev", link], cancellationToken).ConfigureAwait(false);
            return end.ExitCode == 0 ? end.Output : null;
        }
        catch (IOException)
        {
            return null;
        }
    }

    public async Task<string?> ChangeAsync(IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        try
        {
            var end = await RunAsync(["qdisc", .. words], cancellationToken).ConfigureAwait(false);
            return end.ExitCode == 0 ? null : $"tc says: {end.Errors.Trim().ReplaceLineEndings(" ").TrimEnd('.')}";
        }
        catch (IOException e)
        {
            return $"{e.Message.TrimEnd('.')} (tc is in the package iproute2)";
        }
    }

    private static Task<ProgramEnd> RunAsync(IReadOnlyList<string> words, CancellationToken cancellationToken) =>
        SystemProgram.RunAsync("tc", words, CommandRunner.UsualLimit, cancellationToken);
}
