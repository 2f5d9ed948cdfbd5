using System.IO.Pipes;

namespace Accelerator.Cli.Tests.Output;

/// <summary>Complete command lines whose log or trace cannot be written, or not to its end, and how the log counts.</summary>
public sealed class LogFileTests : EngineFixture
{
    // Every write to it fails with ENOSPC.
    private const string FullDevice = "/dev/full";

    public static TheoryData<string, string> Files => new() { { "--log-file", "The log file" }, { "--trace", "The trace file" } };

    [Theory]
    [MemberData(nameof(Files))]
    public async Task A_full_disk_under_a_log_or_a_trace_gives_one_message_and_the_transfer_succeeds(string option, string what)
    {
        if (!File.Exists(FullDevice)) return; // It exists on Linux only.
        File.CreateSymbolicLink(PathOf("full"), FullDevice);
        Assert.Equal(0, await GetAsync(TalkAsync, "ftp://h/f", option, "full"));
        AssertErr($"ftpx: error: {what} {PathOf("full")} is incomplete: No space left on device. Choose a file on another disk with {option}.\n");
        // A device is not renamed, although it is older than today.
        AssertFiles("full");
        Assert.Equal(FullDevice, new FileInfo(PathOf("full")).LinkTarget);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public async Task A_full_disk_under_a_log_or_a_trace_keeps_the_exit_code_of_a_failed_run(string option, string what)
    {
        if (!File.Exists(FullDevice)) return; // It exists on Linux only.
        File.CreateSymbolicLink(PathOf("full"), FullDevice);
        var run = Finish(TransferSamples.Failed(FailureKind.NotFound));
        Assert.Equal(3, await GetAsync((request, events, token) => TalkAsync(run, request, events, token), "ftp://h/f", option, "full"));
        Assert.Contains($"ftpx: error: {what} {PathOf("full")} is incomplete: ", Err);
        Assert.Equal(2, ErrLines.Length);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public async Task A_log_or_a_trace_that_cannot_be_opened_is_refused_before_the_engine_starts(string option, string what)
    {
        // Longer than any file system allows.
        var name = new string('n', 300);
        Assert.Equal(2, await GetAsync(Finish(TransferSamples.Done()), "ftp://h/f", option, name));
        Assert.Null(Request);
        Assert.StartsWith($"ftpx: error: {what} {PathOf(name)} cannot be written: ", Err);
        Assert.EndsWith($". Choose another file with {option}.\n", Err);
    }

    [Fact]
    public async Task A_log_in_which_the_end_cannot_be_found_is_refused_before_the_engine_starts()
    {
        if (!OperatingSystem.IsLinux()) return; // Elsewhere an open pipe has no path.
        using var pipe = new AnonymousPipeServerStream(PipeDirection.Out);
        var path = $"/proc/self/fd/{pipe.SafePipeHandle.DangerousGetHandle()}";
        Assert.Equal(2, await GetAsync(Finish(TransferSamples.Done()), "ftp://h/f", "--log-file", path));
        Assert.Null(Request);
        AssertErr($"ftpx: error: The log file {path} cannot be written: it is not a regular file. Choose another file with --log-file.\n");
    }

    [Fact]
    public async Task The_log_of_one_stream_does_not_speak_of_several()
    {
        var (plan, done) = (TransferSamples.Plan() with { InitialStreams = 1 }, TransferSamples.Done() with { PeakStreams = 1 });
        Assert.Equal(0, await GetAsync(Report([new TransferEvent.Planned(plan), new TransferEvent.Finished(done)], done), "ftp://h/f", "--log-file", "log.txt"));
        var log = await ReadAsync("log.txt");
        Assert.Contains(" 0 kept, 1 stream of at most 8", log);
        Assert.Contains(" in 10.0 s, 1 stream, verified by XSHA256", log);
    }

    private static Task<TransferResult> TalkAsync(TransferRequest request, IProgress<TransferEvent> events, CancellationToken cancellationToken) =>
        TalkAsync(Finish(TransferSamples.Done()), request, events, cancellationToken);

    // Gives the trace a line; the result gives the log one.
    private static Task<TransferResult> TalkAsync(
        EngineRun run, TransferRequest request, IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        request.Trace?.Invoke(new FtpTraceLine(1, FromServer: true, "220 hello"));
        return run(request, events, cancellationToken);
    }
}
