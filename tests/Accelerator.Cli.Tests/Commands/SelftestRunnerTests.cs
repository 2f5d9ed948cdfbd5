using Accelerator.Cli.Commands;
using Accelerator.Cli.Selftest;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Tests.Commands;

public sealed class SelftestRunnerTests : IDisposable
{
    private static readonly SelftestSizes Small = new(Cap: 8 << 20, Capped: 16 << 20, Fast: 16 << 20);

    private readonly TestSurroundings _process = new();

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task With_the_real_engine_every_check_passes()
    {
        var real = _process.Value with { Time = TimeProvider.System };
        var code = await new SelftestRunner(real, TransferCalls.Real(TimeProvider.System), Small).RunAsync(new SelftestOptions(null));
        Assert.True(code == 0, _process.Out.ToString());
        Assert.Equal(
            ["ok      one stream", "ok      eight streams", "ok      stop and resume", "ok      full speed", "ok      disk", "This installation works."],
            Lines().Select(l => l.Length > 24 ? l[..24].TrimEnd() : l));
        Assert.Empty(Directory.GetFileSystemEntries(_process.Folder));
    }

    [Fact]
    public async Task An_engine_that_writes_something_else_is_found_out()
    {
        Assert.Equal(1, await RunAsync((request, _, _) => FinishAsync(request, "something else", null)));
        Assert.Contains("FAILED  one stream       the file that arrived is not the file that was served: its SHA-256 differs", Lines());
        Assert.Contains("FAILED  stop and resume  the transfer did not stop half-way: Proven by seams.", Lines());
        Assert.Equal("This installation does not work as it must: see the lines marked FAILED.", Lines()[^1]);
        Assert.Empty(Directory.GetFileSystemEntries(_process.Folder));
    }

    [Fact]
    public async Task A_failure_of_the_engine_is_a_finding_and_the_other_checks_go_on()
    {
        Assert.Equal(1, await RunAsync((request, _, _) => FinishAsync(request, null, FailureKind.Network)));
        Assert.Equal(4, Lines().Count(l => l.StartsWith("FAILED", StringComparison.Ordinal)));
        Assert.StartsWith("ok      disk", Lines()[^2]);
    }

    [Fact]
    public async Task A_target_that_is_full_is_a_finding()
    {
        Assert.Equal(1, await RunAsync((_, _, _) => throw new TransferException(FailureKind.Disk, "The disk is\u001b full.")));
        Assert.Equal("FAILED  one stream       The disk is\\x1B full.", Lines()[0]);
    }

    [Fact]
    public async Task Ctrl_C_ends_it_and_leaves_nothing_behind()
    {
        var code = await RunAsync((_, _, token) =>
        {
            _process.Stop!.Press();
            token.ThrowIfCancellationRequested();
            return null!;
        });
        Assert.Equal(130, code);
        Assert.Empty(Directory.GetFileSystemEntries(_process.Folder));
    }

    [Fact]
    public async Task A_folder_that_is_not_there_is_one_sentence()
    {
        var runner = new SelftestRunner(_process.Value, new TransferCalls(null!, null!), Small);
        var error = await Assert.ThrowsAsync<UsageException>(() => runner.RunAsync(new SelftestOptions("missing")));
        Assert.EndsWith("missing does not exist: create it first.", error.Message);
    }

    private static async Task<TransferResult> FinishAsync(TransferRequest request, string? content, FailureKind? failure)
    {
        var target = request.Items[0].TargetPath;
        if (content is not null) await File.WriteAllTextAsync(target, content);
        return new TransferResult([Samples.Done() with { TargetPath = target, Failure = failure }], TimeSpan.FromSeconds(1));
    }

    private Task<int> RunAsync(Func<TransferRequest, IProgress<TransferEvent>, CancellationToken, Task<TransferResult>> run) =>
        new SelftestRunner(_process.Value with { Time = TimeProvider.System }, new TransferCalls(run, null!), Small).RunAsync(new SelftestOptions(null));

    private string[] Lines() => _process.Out.ToString().TrimEnd().Split('\n');
}
