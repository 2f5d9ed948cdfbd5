namespace Accelerator.Cli.Tests.Output;

/// <summary>A full disk under a redirected output is neither a defect of ftpx nor an error of one of its files.</summary>
public sealed class OutputStreamTests : CommandLineFixture
{
    [Theory]
    [InlineData("tune", "list")]
    [InlineData("tune", "history")]
    [InlineData("site", "list")]
    [InlineData("version")]
    [InlineData("exit-codes")]
    public async Task A_full_output_ends_every_command_with_one_message(params string[] words)
    {
        await using var full = new StreamWriter(new OutputStream(new FullStream())) { AutoFlush = true };
        var environment = Process.Value with { Out = full };
        var host = DoctorSamples.Host(DoctorSamples.Linux(), journals: PathOf("journals")).Tune;
        Assert.Equal((int)ExitCodes.Disk, await FtpxAsync(words, new TuneCommand(new TuneRunner(environment, () => host).RunAsync), environment));
        Assert.Equal("ftpx: error: Standard output cannot be written: No space left.\n", Err);
    }

    [Fact]
    public async Task A_closed_output_gives_one_message_and_the_file_is_downloaded()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddText("/f.txt", "text");
        await using var closed = new StreamWriter(new OutputStream(null)) { AutoFlush = true };
        Assert.Equal((int)ExitCodes.Disk, await FtpxAsync(["get", server.UrlOf("/f.txt")], process: RealTime with { Out = closed }));
        Assert.EndsWith("ftpx: error: Standard output cannot be written: Standard output is closed.\n", Err);
        Assert.Equal("text", await ReadAsync("f.txt"));
    }

    [Fact]
    public async Task An_error_output_that_is_full_does_not_end_the_work()
    {
        await using var full = new StreamWriter(new ErrorStream(new FullStream())) { AutoFlush = true };
        Assert.Equal((int)ExitCodes.Usage, await FtpxAsync(["get", "http://h/f"], process: Process.Value with { Err = full }));
    }

    private sealed class FullStream : MemoryStream
    {
        public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("No space left.");
    }
}
