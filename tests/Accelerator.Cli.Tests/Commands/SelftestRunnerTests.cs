namespace Accelerator.Cli.Tests.Commands;

public sealed class SelftestRunnerTests : CommandLineFixture
{
    private static readonly SelftestSizes Small = new(Cap: 2 << 20, Single: 4 << 20, Stopped: 16 << 20, Fast: 8 << 20);

    [Fact]
    public async Task With_the_real_engine_every_check_passes()
    {
        var code = await new SelftestRunner(RealTime, TransferCalls.Real(TimeProvider.System), Small).RunAsync(new SelftestOptions(null));
        Assert.True(code == 0, Out);
        Assert.Equal(
            ["ok      one stream", "ok      eight streams", "ok      stop and resume", "ok      full speed", "ok      disk", "This installation works."],
            OutLines.Select(l => l.Length > 24 ? l[..24].TrimEnd() : l));
        AssertFiles();
    }

    [Fact]
    public async Task An_engine_that_writes_something_else_is_found_out()
    {
        Assert.Equal(1, await RunAsync((request, _, _) => FinishAsync(request, "something else", null)));
        Assert.Contains("FAILED  one stream       the file that arrived is not the file that was served: its SHA-256 differs", OutLines);
        Assert.Contains("FAILED  stop and resume  the transfer did not stop half-way: Proven by seams.", OutLines);
        Assert.Equal("This installation does not work correctly: see the lines marked FAILED.", OutLines[^1]);
        AssertFiles();
    }

    [Theory]
    [InlineData(false, "FAILED  one stream       Proven by seams.")]
    [InlineData(true, "FAILED  one stream       The disk is\\x1B full.")]
    public async Task An_engine_failure_is_reported_as_a_finding_and_the_other_checks_continue(bool isThrown, string first)
    {
        Assert.Equal(1, await RunAsync((request, _, _) => isThrown ? throw new TransferException(FailureKind.Disk, "The disk is\u001b full.") : FinishAsync(request, null, FailureKind.Network)));
        Assert.Equal(first, OutLines[0]);
        Assert.Equal(4, OutLines.Count(l => l.StartsWith("FAILED", StringComparison.Ordinal)));
        Assert.StartsWith("ok      disk", OutLines[^2]);
    }

    [Fact]
    public async Task Ctrl_C_ends_it_and_leaves_nothing_behind()
    {
        var code = await RunAsync((_, _, token) =>
        {
            Process.Stop!.Press();
            token.ThrowIfCancellationRequested();
            return null!;
        });
        Assert.Equal(130, code);
        AssertFiles();
    }

    [Fact]
    public async Task A_folder_that_another_user_may_have_prepared_is_not_used()
    {
        var prepared = Directory.CreateDirectory(PathOf($".ftpx-selftest-{Environment.ProcessId}"));
        await File.WriteAllTextAsync(Path.Combine(prepared.FullName, "f"), "planted");
        await RunAsync((request, _, _) => FinishAsync(request, null, FailureKind.Network));
        Assert.Equal([prepared.FullName], Directory.GetFileSystemEntries(Process.Folder, ".ftpx-selftest-*"));
        Assert.Equal("planted", await File.ReadAllTextAsync(Path.Combine(prepared.FullName, "f")));
    }

    [Fact]
    public async Task A_missing_folder_gives_one_message()
    {
        var runner = new SelftestRunner(Process.Value, new TransferCalls(null!, null!), Small);
        var error = await Assert.ThrowsAsync<UsageException>(() => runner.RunAsync(new SelftestOptions("missing")));
        Assert.EndsWith("missing does not exist: create it first.", error.Message);
    }

    [Fact]
    public async Task A_disk_with_too_little_space_is_reported_before_the_first_check()
    {
        var runner = new SelftestRunner(Process.Value, new TransferCalls(null!, null!), Small with { Fast = 1L << 55 });
        var error = await Assert.ThrowsAsync<UsageException>(() => runner.RunAsync(new SelftestOptions(null)));
        Assert.Equal(ExitCodes.Disk, error.Code);
        Assert.StartsWith($"The selftest needs 32.0 PiB in {Process.Folder}, but its disk has only ", error.Message);
        Assert.EndsWith(" free. Free some space, or choose a folder on another disk with --folder.", error.Message);
        Assert.Equal("", Out);
        AssertFiles();
    }

    [Fact]
    public void The_selftest_needs_the_space_that_the_guide_names() => Assert.Equal(256L << 20, SelftestSizes.Default.Room);

    private static async Task<TransferResult> FinishAsync(TransferRequest request, string? content, FailureKind? failure)
    {
        var target = request.Items[0].TargetPath;
        if (content is not null) await File.WriteAllTextAsync(target, content);
        return new TransferResult([TransferSamples.Done() with { TargetPath = target, Failure = failure }], TimeSpan.FromSeconds(1));
    }

    private Task<int> RunAsync(Func<TransferRequest, IProgress<TransferEvent>, CancellationToken, Task<TransferResult>> run) =>
        new SelftestRunner(Process.Value with { Time = new HastyTime() }, new TransferCalls(run, null!), Small).RunAsync(new SelftestOptions(null));

    // Each read of this clock advances it by half a second, so that the one-second disk measurement ends at once.
    private sealed class HastyTime : TimeProvider
    {
        private long _now;

        public override long GetTimestamp() => Interlocked.Add(ref _now, TimestampFrequency / 2);
    }
}
