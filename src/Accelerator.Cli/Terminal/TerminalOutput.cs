using System.Text;
using Spectre.Console;

namespace Accelerator.Cli.Terminal;

/// <summary>Standard error as Spectre's output: Spectre's own takes the size of standard output's window.</summary>
internal sealed class TerminalOutput(TextWriter writer, Func<int> width, Func<int> height) : IAnsiConsoleOutput
{
    /// <inheritdoc/>
    public TextWriter Writer { get; } = writer;

    /// <inheritdoc/>
    public bool IsTerminal => true;

    // A terminal that does not know its size (some serial and container ones) answers 0.
    /// <inheritdoc/>
    public int Width => width() is > 0 and var columns ? columns : 80;

    /// <inheritdoc/>
    public int Height => height() is > 0 and var rows ? rows : 24;

    /// <inheritdoc/>
    public void SetEncoding(Encoding encoding)
    {
        // The console keeps its own code page: changing it would outlive this process.
    }
}
