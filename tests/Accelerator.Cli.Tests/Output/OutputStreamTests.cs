namespace Accelerator.Cli.Tests.Output;

/// <summary>A full disk under a redirected output is neither a defect of ftpx nor one of its files.</summary>
public sealed class OutputStreamTests : CommandLineFixture
{
    [Theory]
    [InlineData("tune", "list")]
    [InlineData("tune", "history")]
    [InlineData("site", "list")]
    [InlineData("version")]
    [InlineData("exit-codes")]
    public async Task A_full_output_ends_every_command_in_one_sentence(params string[] words)
    {
        await using var full = new StreamWriter(new OutputStream(new FullStream())) { AutoFlush = true };
        var surroundings = Process.Value with { Out = full };
        var host = DoctorSamples.Host(DoctorSamples.Linux(), journals: PathOf("journals")).Tune;
        var verbs = NoVerbs with { Site = new SiteRunner(surroundings).RunAsync, Tune = new TuneRunner(surroundings, () => host).RunAsync };
        Assert.Equal((int)ExitCodes.Disk, await FtpxAsync(words, verbs, surroundings));
        Assert.Equal("ftpx: The output cannot be written: No space left.\n", Err);
    }

    private sealed class FullStream : MemoryStream
    {
        public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("No space left.");
    }
}
