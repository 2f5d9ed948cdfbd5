using System.Threading.Channels;

namespace Accelerator.Cli.Tests.Serve;

/// <summary>A standard output whose lines a test can wait for.</summary>
internal sealed class LineWriter : TextWriter
{
    private readonly Channel<string> _lines = Channel.CreateUnbounded<string>();

    public override Encoding Encoding => Encoding.UTF8;

    public override void WriteLine(string? value) => _lines.Writer.TryWrite(value ?? "");

    /// <summary>Returns the next line.</summary>
    public Task<string> NextAsync() => _lines.Reader.ReadAsync().AsTask().WaitAsync(CommandLineFixture.Patience);

    /// <summary>Returns the next line that contains this text, skipping the others.</summary>
    public async Task<string> NextAsync(string part)
    {
        while (true)
        {
            if (await NextAsync() is var line && line.Contains(part, StringComparison.Ordinal)) return line;
        }
    }
}
