using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace Accelerator.Base.Running;

/// <summary>One run of a program. The only place of the product that starts a process.</summary>
/// <param name="program">The program.</param>
/// <param name="arguments">Its arguments, passed unchanged.</param>
public sealed class ProgramRun(ProgramFile program, params IEnumerable<string> arguments)
{
    /// <summary>Environment variables to set, and with null to remove, in addition to those of this process.</summary>
    public IDictionary<string, string?> Variables { get; } = new Dictionary<string, string?>();

    /// <summary>The folder that the program starts in; null for that of this process.</summary>
    public string? Folder { get; init; }

    /// <summary>The time after which the program and its children are ended. Default: two minutes.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>The number of characters of standard output to keep. Default: none.</summary>
    public int MostOutput { get; init; }

    /// <summary>
    /// How long to wait for the end of the output after the program ended: children that it left behind may hold the output open. Default:
    /// one second.
    /// </summary>
    public TimeSpan OutputPatience { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// The text after the program on the command line, which cmd reads in its own way; null for the arguments. Windows only.
    /// </summary>
    public string? Literal { get; init; }

    /// <summary>Whether Windows opens no console for the program. Default: false.</summary>
    public bool IsHidden { get; init; }

    /// <summary>Runs the program without input, and reads its output.</summary>
    /// <param name="cancellationToken">Ends the program.</param>
    /// <exception cref="ProgramException">The program could not be started.</exception>
    public async Task<ProgramEnd> RunAsync(CancellationToken cancellationToken)
    {
        var start = Describe();
        (start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (true, true, true);
        start.CreateNoWindow = IsHidden;
        // cmd, in a line for the shell or a batch file, would search the current folder before PATH: a program downloaded there would run.
        if (OperatingSystem.IsWindows()) start.Environment["NoDefaultCurrentDirectoryInExePath"] = "1";
        using var process = Start(start);
        process.StandardInput.Close();
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(Limit);
        var (output, errors) = (new CappedText(MostOutput), new CappedText(2000));
        var reading = Task.WhenAll(errors.ReadAsync(process.StandardError), output.ReadAsync(process.StandardOutput));
        try
        {
            await process.WaitForExitAsync(ending.Token).ConfigureAwait(false);
            await Task.WhenAny(reading, Task.Delay(OutputPatience, TimeProvider.System, ending.Token)).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            return new ProgramEnd(null, output.ToString(), errors.ToString());
        }
        return new ProgramEnd(process.ExitCode, output.ToString(), errors.ToString());
    }

    /// <summary>Runs the program with the input and output of this process, without a time limit.</summary>
    /// <param name="cancellationToken">Ends the wait; the program continues.</param>
    /// <exception cref="ProgramException">The program could not be started.</exception>
    public async Task ShareConsoleAsync(CancellationToken cancellationToken)
    {
        using var process = Start(Describe());
        await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
    }

    private ProcessStartInfo Describe()
    {
        var start = new ProcessStartInfo(program.Path) { UseShellExecute = false, WorkingDirectory = Folder ?? "" };
        if (Literal is not null) start.Arguments = Literal;
        else foreach (var argument in arguments) start.ArgumentList.Add(argument);
        foreach (var (name, value) in Variables)
        {
            if (value is null) start.Environment.Remove(name);
            else start.Environment[name] = value;
        }
        return start;
    }

    private Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Exception e) when (e is Win32Exception or IOException or UnauthorizedAccessException or ArgumentException
            or InvalidOperationException)
        {
            // The message of .NET repeats the program and the folder before the system's reason.
            var reason = e is Win32Exception { NativeErrorCode: var code } ? new Win32Exception(code).Message : e.Message;
            throw new ProgramException($"{program} cannot be started: {reason.TrimEnd('.')}.", e);
        }
    }

    /// <summary>The beginning of an output; the rest is read, so that the program does not block, and discarded.</summary>
    private sealed class CappedText(int most)
    {
        private readonly StringBuilder _text = new();

        public async Task ReadAsync(TextReader reader)
        {
            var buffer = new char[1024];
            while (await reader.ReadAsync(buffer).ConfigureAwait(false) is > 0 and var count)
            {
                lock (_text) _text.Append(buffer, 0, Math.Clamp(most - _text.Length, 0, count));
            }
        }

        public override string ToString()
        {
            lock (_text) return _text.ToString();
        }
    }
}
