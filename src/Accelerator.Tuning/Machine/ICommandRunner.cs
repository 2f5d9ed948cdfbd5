namespace Accelerator.Tuning.Machine;

/// <summary>Runs a system program, without a shell.</summary>
public interface ICommandRunner
{
    /// <summary>Runs a program and waits until it exits.</summary>
    /// <param name="program">The program's name, without an extension.</param>
    /// <param name="words">Its arguments, passed unchanged.</param>
    /// <param name="cancellationToken">A token to cancel the operation; the program is killed.</param>
    /// <returns>The exit code, which is no evidence of success: Wine's netsh accepts every argument and returns 0.</returns>
    /// <exception cref="IOException">
    /// The program does not exist or must not be started, or it did not end in time and was killed.
    /// </exception>
    Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken);
}
