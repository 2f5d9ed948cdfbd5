namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>
/// A netsh in a separate process: it has the output and the exit code of a script. Another runner makes the changes, if any.
/// </summary>
/// <param name="script">
/// The path of the script, which a shell reads: a process that starts in another test could still have it open for writing, and then Linux
/// refuses to start it as a program (ETXTBSY).
/// </param>
/// <param name="doing">The runner that makes the changes; null for a netsh that makes none.</param>
internal sealed class PrintingNetsh(string script, ICommandRunner? doing) : ICommandRunner
{
    private readonly CommandRunner _commands = new();

    public List<int> ExitCodes { get; } = [];

    public async Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        var running = _commands.RunAsync("sh", [script, .. words], cancellationToken);
        var exitCode = await running.WaitAsync(TimeSpan.FromMinutes(1), cancellationToken);
        ExitCodes.Add(exitCode);
        if (doing is not null) await doing.RunAsync(program, words, cancellationToken);
        return exitCode;
    }
}
