using System.Globalization;

namespace Accelerator.Base.Running;

/// <summary>Runs programs of the operating system: netsh, schtasks, ip, tc, systemctl.</summary>
public static class SystemProgram
{
    // The longest known output, that of ip -details -json link show on a host of containers, has 1 KB for each of some thousand links.
    private const int MostOutput = 64 << 20;

    /// <summary>Runs a program to its end. The programs that a script starts are looked up in the system's folders too.</summary>
    /// <param name="name">Its name without an extension.</param>
    /// <param name="words">Its arguments, passed unchanged.</param>
    /// <param name="limit">The time after which it is ended.</param>
    /// <param name="cancellationToken">A token to cancel the operation; the program is ended.</param>
    /// <exception cref="ProgramException">The program does not exist, must not be started, or did not end in time.</exception>
    public static async Task<ProgramEnd> RunAsync(
        string name, IReadOnlyList<string> words, TimeSpan limit, CancellationToken cancellationToken)
    {
        var run = new ProgramRun(new ProgramLookup().FindOfSystem(name), words)
        {
            Limit = limit,
            MostOutput = MostOutput,
            OutputPatience = limit,
            IsHidden = true,
        };
        if (!OperatingSystem.IsWindows()) run.Variables["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin";
        var end = await run.RunAsync(cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        return end.ExitCode is not null ? end
            : throw new ProgramException(string.Create(
                CultureInfo.InvariantCulture, $"{name} did not end within {limit.TotalSeconds:0.#} s and was killed"));
    }
}
