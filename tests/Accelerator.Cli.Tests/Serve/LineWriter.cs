using System.Threading.Channels;

namespace Accelerator.Cli.Tests.Serve;

/// <summary>Standard output whose lines can be waited for.</summary>
internal sealed class LineWriter : TextWriter
{
    private readonly Channel<string> _lines = Channel.CreateUnbounded<string>();

    public override Encoding Encoding => Encoding.UTF8;

    public override void WriteLine(string? value) => _lines.Writer.TryWrite(value ?? "");

    /// <summary>The next line.</summary>
    public Task<string> NextAsync() => _lines.Reader.ReadAsync().AsTask().WaitAsync(CommandLineFixture.Patience);

    /// <summary>The next line that holds this, the others passed over.</summary>
    public async Task<string> NextAsync(string part)
    {
        while (true)
        {
            if (await NextAsync() is var line && line.Contains(part, StringComparison.Ordinal)) return line;
        }
    }
}
