using Accelerator.Cli.Commands;
using Accelerator.Cli.Output;
using Accelerator.Cli.Tune;

namespace Accelerator.Cli.Tests.Output;

/// <summary>A full disk under a redirected output is neither a defect of ftpx nor one of its files.</summary>
public sealed class OutputStreamTests : IDisposable
{
    private readonly TestSurroundings _process = new();

    public void Dispose() => _process.Dispose();

    [Theory]
    [InlineData("tune", "list")]
    [InlineData("tune", "history")]
    [InlineData("site", "list")]
    [InlineData("version")]
    [InlineData("exit-codes")]
    public async Task A_full_output_ends_every_command_in_one_sentence(params string[] words)
    {
        await using var full = new StreamWriter(new OutputStream(new FullStream())) { AutoFlush = true };
        var surroundings = _process.Value with { Out = full };
        var verbs = new Verbs(_ => throw new InvalidOperationException(), _ => throw new InvalidOperationException(), options => new SiteRunner(surroundings).RunAsync(options))
        {
            Tune = options => new TuneRunner(surroundings, TuneHost.OfThisComputer).RunAsync(options),
        };
        Assert.Equal((int)ExitCodes.Disk, await FtpxCommand.RunAsync(words, surroundings, verbs));
        Assert.Equal("ftpx: The output cannot be written: No space left.\n", _process.Err.ToString());
    }

    private sealed class FullStream : MemoryStream
    {
        public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("No space left.");
    }
}
