namespace Accelerator.Cli.Tests;

/// <summary>An output that fails on every write: a closed terminal, a broken pipe or a full disk.</summary>
internal sealed class LostWriter(string message) : StringWriter
{
    public int Writes { get; private set; }

    public override void WriteLine(string? value)
    {
        Writes++;
        throw new IOException(message);
    }

    public override Task WriteLineAsync(string? value) => throw new IOException(message);
}
