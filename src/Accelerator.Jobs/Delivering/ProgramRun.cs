using System.Diagnostics;
using System.Text;
using Accelerator.Ftp;

namespace Accelerator.Jobs.Delivering;

/// <summary>One run of a program for a file: without input, with its output read, and ended after a time limit.</summary>
/// <param name="start">The program and its arguments.</param>
/// <param name="limit">The time after which the program and its children are ended.</param>
internal sealed class ProgramRun(ProcessStartInfo start, TimeSpan limit)
{
    /// <summary>Environment variables to set, and with null to remove, in addition to those of this process.</summary>
    public Dictionary<string, string?> Variables { get; } = [];

    /// <summary>The program's standard output; by default it is not kept.</summary>
    public CappedText Output { get; init; } = new(0);

    /// <summary>The time limit as messages name it.</summary>
    public string LimitName { get; init; } = "the limit";

    /// <summary>Runs the program.</summary>
    /// <param name="file">The file, for messages.</param>
    /// <param name="why">Why a cancellation ends it, for messages: <c>the service stopped</c>.</param>
    /// <param name="cancellationToken">Ends the program.</param>
    /// <returns>Null if it ended with exit code 0, otherwise one sentence.</returns>
    /// <exception cref="System.ComponentModel.Win32Exception">The program cannot be started.</exception>
    public async Task<string?> RunAsync(string file, string why, CancellationToken cancellationToken)
    {
        start.UseShellExecute = false;
        (start.RedirectStandardInput, start.RedirectStandardOutput, start.RedirectStandardError) = (true, true, true);
        foreach (var (name, value) in Variables)
        {
            if (value is null) start.Environment.Remove(name);
            else start.Environment[name] = value;
        }
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(limit);
        var errors = new CappedText(2000);
        var reading = Task.WhenAll(errors.ReadAsync(process.StandardError), Output.ReadAsync(process.StandardOutput));
        try
        {
            await process.WaitForExitAsync(ending.Token).ConfigureAwait(false);
            // Child processes that the program left behind may hold its output open.
            await Task.WhenAny(reading,
                Task.Delay(TimeSpan.FromSeconds(1), TimeProvider.System, CancellationToken.None)).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            return cancellationToken.IsCancellationRequested ? $"{start.FileName} was terminated for {file}, because {why}."
                : $"{start.FileName} was terminated for {file}: it ran for {limit.TotalSeconds:0.#} s, {LimitName}.";
        }
        return process.ExitCode == 0
            ? null : $"{start.FileName} ended with exit code {process.ExitCode} for {file}.{errors.AsSentence()}";
    }
}

/// <summary>The beginning of a program's output; the rest is read, so that the program does not block, and discarded.</summary>
/// <param name="most">The number of characters to keep.</param>
internal sealed class CappedText(int most)
{
    private readonly StringBuilder _text = new();

    /// <summary>Reads to the end.</summary>
    public async Task ReadAsync(TextReader reader)
    {
        var buffer = new char[1024];
        while (await reader.ReadAsync(buffer).ConfigureAwait(false) is > 0 and var count)
        {
            lock (_text) _text.Append(buffer, 0, Math.Clamp(most - _text.Length, 0, count));
        }
    }

    /// <summary>Returns the lines, control characters escaped.</summary>
    public IReadOnlyList<string> Lines()
    {
        string[] lines;
        lock (_text) lines = _text.ToString().Split('\n');
        return [.. lines.Select(line => SafeText.Escape(line.TrimEnd())).Where(line => line.Length > 0)];
    }

    /// <summary>Returns text to append to a sentence: empty if nothing was written.</summary>
    public string AsSentence()
    {
        lock (_text) return _text.ToString().Trim() is { Length: > 0 } said ? $" Its output: {SafeText.Escape(said)}" : "";
    }
}
