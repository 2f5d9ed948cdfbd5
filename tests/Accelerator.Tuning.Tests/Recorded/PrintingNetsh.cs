namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>A netsh that is a process of its own: it prints what a script prints and ends as that does. Whether it does anything is another's matter.</summary>
/// <param name="script">The script's path.</param>
/// <param name="doing">What does the work; null for a netsh that does none.</param>
internal sealed class PrintingNetsh(string script, ICommandRunner? doing) : ICommandRunner
{
    private readonly CommandRunner _commands = new();

    public List<int> ExitCodes { get; } = [];

    public async Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        var exitCode = await _commands.RunAsync(script, words, cancellationToken).WaitAsync(TimeSpan.FromMinutes(1), cancellationToken);
        ExitCodes.Add(exitCode);
        if (doing is not null) await doing.RunAsync(program, words, cancellationToken);
        return exitCode;
    }
}
