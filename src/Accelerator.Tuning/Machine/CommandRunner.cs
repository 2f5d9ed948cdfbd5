using Accelerator.Base.Running;

namespace Accelerator.Tuning.Machine;

/// <summary>Runs programs of the operating system as child processes.</summary>
/// <param name="limit">How long a program may take; null for two minutes.</param>
public sealed class CommandRunner(TimeSpan? limit = null) : ICommandRunner
{
    // netsh, schtasks, tc and systemctl take seconds. One that hangs would hold the tuning, and with it the settings that it has changed.
    internal static readonly TimeSpan UsualLimit = TimeSpan.FromMinutes(2);

    // The output is read and discarded, because it is in the user's language.
    public async Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken) =>
        (await SystemProgram.RunAsync(program, words, limit ?? UsualLimit, cancellationToken).ConfigureAwait(false)).ExitCode!.Value;
}
