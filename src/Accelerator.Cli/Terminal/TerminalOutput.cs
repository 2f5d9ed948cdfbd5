using System.Text;
using Spectre.Console;

namespace Accelerator.Cli.Terminal;

/// <summary>Standard error as an output for Spectre: Spectre's own implementation uses the window size of standard output.</summary>
internal sealed class TerminalOutput(TextWriter writer, Func<int> width, Func<int> height) : IAnsiConsoleOutput
{
    /// <inheritdoc/>
    public TextWriter Writer { get; } = writer;

    /// <inheritdoc/>
    public bool IsTerminal => true;

    // A terminal that does not know its size (some serial and container terminals) reports 0.
    /// <inheritdoc/>
    public int Width => width() is > 0 and var columns ? columns : 80;

    /// <inheritdoc/>
    public int Height => height() is > 0 and var rows ? rows : 24;

    /// <inheritdoc/>
    public void SetEncoding(Encoding encoding)
    {
        // Leave the console's code page unchanged: a change would outlive this process.
    }
}
