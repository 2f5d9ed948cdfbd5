using System.Xml.Linq;
using Accelerator.Cli.Commands;
using Accelerator.Engine.Transfers;
using Accelerator.Loopback;

namespace Accelerator.Cli.Tests.Report;

/// <summary>Whole command lines with <c>--report</c>.</summary>
public sealed class ReportFileTests : IDisposable
{
    private readonly TestSurroundings _process = new();
    private bool _ran;

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task A_file_in_place_has_a_report_and_nothing_is_left_beside_it()
    {
        _process.Write("r.html", "the old one, much longer than nothing");
        Assert.Equal(0, await GetAsync(Finish(Samples.Done()), "--report", "r.html"));
        Assert.Contains("Complete and in place, proven by seams, written past the page cache.", Page().Root!.Value);
        Assert.Equal(["r.html"], Directory.GetFiles(_process.Folder).Select(Path.GetFileName));
        Assert.Equal("", _process.Err.ToString());
    }

    [Theory]
    [InlineData(FailureKind.Network, 5, "Failed: RETR")]
    [InlineData(FailureKind.Cancelled, 130, "Stopped: RETR")]
    public async Task A_failure_and_a_stop_have_one_too(FailureKind kind, int code, string outcome)
    {
        Assert.Equal(code, await GetAsync(Finish(Samples.Failed(kind)), "--report", "r.html"));
        Assert.Contains(outcome, Page().Root!.Value);
    }

    [Fact]
    public async Task So_has_a_run_that_ends_with_an_exception_of_the_engine()
    {
        Assert.Equal(4, await GetAsync((_, _) => throw new TransferException(FailureKind.Login, "530 no."), "--report", "r.html"));
        Assert.Contains("The run ended before a file did.", Page().Root!.Value);
    }

    [Fact]
    public async Task And_a_defect_of_ours()
    {
        Assert.Equal(70, await GetAsync((_, _) => throw new InvalidOperationException("boom"), "--report", "r.html"));
        Assert.Contains("The run ended before a file did.", Page().Root!.Value);
    }

    [Theory]
    [InlineData("missing/r.html", "The report cannot be written: the folder of ")]
    [InlineData("", "The name of the trace, log or report file is empty.")]
    [InlineData(".", "The report cannot be written: ")]
    [InlineData("F", "The report and a file that is fetched would both be written to ")]
    public async Task A_place_that_cannot_be_is_refused_before_the_engine(string path, string sentence)
    {
        Assert.Equal(2, await GetAsync(Finish(Samples.Done()), "--report", path));
        Assert.False(_ran);
        Assert.StartsWith($"ftpx: {sentence}", _process.Err.ToString());
    }

    [Fact]
    public async Task A_dry_run_has_nothing_to_report()
    {
        Assert.Equal(2, await GetAsync(Finish(Samples.Done()), "--report", "r.html", "--dry-run"));
        Assert.Equal("ftpx: --dry-run fetches nothing that --report could be about: leave one of them out.\n", _process.Err.ToString());
    }

    [Theory]
    [InlineData()]
    [InlineData("--quiet")]
    [InlineData("--json")]
    public async Task A_report_that_cannot_be_written_is_a_sentence_and_the_transfer_a_success(params string[] words)
    {
        var run = Finish(Samples.Done());
        var code = await GetAsync(
            (events, token) =>
            {
                // The name has become a folder that is not empty: nothing can be renamed over it.
                Directory.CreateDirectory(Path.Combine(_process.Folder, "r.html", "x"));
                return run(events, token);
            },
            ["--report", "r.html", .. words]);
        Assert.Equal(0, code);
        Assert.StartsWith("ftpx: The report could not be written; the transfer is not touched by that: ", _process.Err.ToString());
    }

    [Fact]
    public async Task A_real_transfer_has_its_bytes_in_the_report()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Shaping = new LinkShape { TotalBytesPerSecond = 8 << 20 } });
        server.Files.AddSynthetic("/big.bin", 10 << 20);
        var surroundings = _process.Value with { Time = TimeProvider.System };
        var runner = new GetRunner(surroundings, TransferCalls.Real(TimeProvider.System));
        Assert.Equal(0, await runner.RunAsync(new GetOptions { Addresses = [server.UrlOf("/big.bin")], Streams = 2, Report = "r.html" }));
        var page = Page();
        Assert.Contains("Complete and in place, proven by", page.Root!.Value);
        Assert.Contains("10\u2009485\u2009760 bytes", page.Root.Value);
        Assert.Equal(3, page.Descendants("svg").Count(svg => svg.Attribute("class")?.Value == "timed"));
        Assert.Contains(page.Descendants("rect"), rect => rect.Attribute("class")?.Value == "receiving");
    }

    private static Func<IProgress<TransferEvent>, CancellationToken, Task<TransferResult>> Finish(FileResult file) => (events, _) =>
    {
        events.Report(new TransferEvent.Finished(file));
        return Task.FromResult(new TransferResult([file], TimeSpan.FromSeconds(1)));
    };

    private Task<int> GetAsync(Func<IProgress<TransferEvent>, CancellationToken, Task<TransferResult>> run, params string[] words)
    {
        var calls = new TransferCalls(
            (_, events, token) =>
            {
                _ran = true;
                return run(events, token);
            },
            (_, _, _) => throw new InvalidOperationException("planned"));
        return FtpxCommand.RunAsync(["get", "ftp://h/F", .. words], _process.Value, new Verbs(
            new GetRunner(_process.Value, calls).RunAsync, _ => throw new InvalidOperationException("selftest ran"), _ => throw new InvalidOperationException("site ran")));
    }

    private XDocument Page() => XDocument.Load(Path.Combine(_process.Folder, "r.html"));
}
