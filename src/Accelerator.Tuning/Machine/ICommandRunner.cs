namespace Accelerator.Tuning.Machine;

/// <summary>Runs a program of the system, without a shell.</summary>
public interface ICommandRunner
{
    /// <summary>Runs it to its end.</summary>
    /// <param name="program">The program's name.</param>
    /// <param name="words">Its arguments, each as it is.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>Its exit code, which proves nothing: Wine's netsh takes every word and returns 0.</returns>
    /// <exception cref="System.ComponentModel.Win32Exception">There is no such program.</exception>
    Task<int> RunAsync(string program, IReadOnlyList<string> words, CancellationToken cancellationToken);
}
