namespace Accelerator.Cli.Tests.Report;

/// <summary>Complete command lines with <c>--report</c>.</summary>
public sealed class ReportFileTests : EngineFixture
{
    [Fact]
    public async Task A_file_in_place_has_a_report_and_nothing_is_left_beside_it()
    {
        Process.Write("r.html", "the old one, much longer than nothing");
        Assert.Equal(0, await GetAsync(Finish(TransferSamples.Done()), "ftp://h/F", "--report", "r.html"));
        Assert.Contains("In place: verified by XSHA256, written past the page cache.", Page().Root!.Value);
        Assert.Equal(["r.html"], Directory.GetFiles(Process.Folder).Select(Path.GetFileName));
        Assert.Equal("", Err);
    }

    [Theory]
    [InlineData(FailureKind.Network, false, 5, "Failed: RETR")]
    [InlineData(FailureKind.Cancelled, false, 130, "Stopped: RETR")]
    [InlineData(FailureKind.Login, true, 4, "The run ended before any file was complete.")]
    [InlineData(null, true, 70, "The run ended before any file was complete.")]
    public async Task A_failure_a_stop_an_exception_of_the_engine_and_a_defect_have_one_too(FailureKind? kind, bool isThrown, int code, string outcome)
    {
        Exception thrown = kind is { } known ? new TransferException(known, "530 no.") : new InvalidOperationException("boom");
        Assert.Equal(code, await GetAsync(isThrown ? Throw(thrown) : Finish(TransferSamples.Failed(kind!.Value)), "ftp://h/F", "--report", "r.html"));
        Assert.Contains(outcome, Page().Root!.Value);
    }

    [Theory]
    [InlineData("missing/r.html", "The report cannot be written: the folder of ")]
    [InlineData(".", "The report cannot be written: ")]
    [InlineData("F", "The report and a downloaded file would both be written to ")]
    public async Task An_invalid_report_path_is_rejected_before_the_engine_starts(string path, string sentence)
    {
        Assert.Equal(2, await GetAsync(Finish(TransferSamples.Done()), "ftp://h/F", "--report", path));
        Assert.Null(Request);
        Assert.StartsWith($"ftpx: error: {sentence}", Err);
    }

    [Theory]
    [InlineData()]
    [InlineData("--quiet")]
    [InlineData("--json")]
    public async Task A_report_that_cannot_be_written_is_an_error_with_exit_code_10_and_nothing_is_left_beside_it(params string[] words)
    {
        Assert.Equal(10, await GetAsync(Block(Finish(TransferSamples.Done())), ["ftp://h/F", "--report", "r.html", .. words]));
        Assert.StartsWith("ftpx: error: The report could not be written; the transfer is not affected: ", Err);
        AssertFiles("r.html");
    }

    [Fact]
    public async Task A_report_that_cannot_be_written_keeps_the_exit_code_of_a_failed_run()
    {
        Assert.Equal(5, await GetAsync(Block(Finish(TransferSamples.Failed(FailureKind.Network))), "ftp://h/F", "--report", "r.html"));
        Assert.Contains("ftpx: error: The report could not be written; ", Err);
    }

    [Fact]
    public async Task A_real_transfer_has_its_bytes_in_the_report()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Shaping = new LinkShape { TotalBytesPerSecond = 16 << 20 } });
        server.Files.AddSynthetic("/big.bin", 10 << 20);
        var runner = new GetRunner(RealTime, TransferCalls.Real(TimeProvider.System));
        Assert.Equal(0, await runner.RunAsync(new GetOptions { Addresses = [server.UrlOf("/big.bin")], Streams = 2, Report = "r.html" }));
        var page = Page();
        Assert.Contains("In place: complete; size", page.Root!.Value);
        Assert.Contains("10,485,760 bytes", page.Root.Value);
        Assert.Equal(3, page.Descendants("svg").Count(svg => svg.Attribute("class")?.Value == "timed"));
        Assert.Contains(page.Descendants("rect"), rect => rect.Attribute("class")?.Value == "receiving");
    }

    // Gives the name of the report to a non-empty folder during the run, so that no file can be renamed over it.
    private EngineRun Block(EngineRun run) => (request, events, token) =>
    {
        Directory.CreateDirectory(PathOf("r.html", "x"));
        return run(request, events, token);
    };

    private XDocument Page() => XDocument.Load(PathOf("r.html"));
}
