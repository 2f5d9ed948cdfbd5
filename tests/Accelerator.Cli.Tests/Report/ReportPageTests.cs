using System.Security.Cryptography;

namespace Accelerator.Cli.Tests.Report;

public sealed class ReportPageTests
{
    private const string Hostile = "</title></text><script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;&#0;]]>\u001b[2J\u202Egnp.exe\uD800\uFFFF\0";

    private static readonly RunRecord Run = RunSamples.Record().Record();
    private static readonly string Text = ReportPage.Render(Run);
    private static readonly XDocument Page = XDocument.Parse(Text);

    [Fact]
    public void A_page_is_well_formed_and_loads_no_external_resource()
    {
        Assert.Equal("html", Page.Root!.Name);
        Assert.All(["http://", "https://", "@import", "url("], outside => Assert.DoesNotContain(outside, Text));
        Assert.DoesNotContain(Page.Descendants().Attributes(), a => a.Name.LocalName is "src" or "href" or "style" || a.Name.LocalName.StartsWith("on", StringComparison.Ordinal));
        Assert.DoesNotContain(Page.Descendants(), e => e.Name.LocalName is "link" or "img" or "iframe" or "object" or "a");
        // HTML does not support self-closing syntax for other empty elements.
        Assert.Empty(Regex.Matches(Text, @"<(\w+)[^<>]*/>").Select(match => match.Groups[1].Value).Except(["meta", "rect", "line", "path", "circle"]));
    }

    [Fact]
    public void The_only_script_that_may_run_is_the_page_s_own()
    {
        var script = Assert.Single(Page.Descendants("script")).Value;
        var policy = Page.Descendants("meta").Select(meta => meta.Attribute("content")?.Value ?? "").Single(content => content.StartsWith("default-src", StringComparison.Ordinal));
        Assert.Equal($"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)))}'", policy);
    }

    [Fact]
    public void Several_paths_and_sources_have_a_line_each_and_tables_by_path_and_by_server()
    {
        var recorder = RunSamples.Record();
        foreach (var second in (int[])[1000, 1001, 1002])
        {
            recorder.Report(new TransferEvent.Progress(TransferSamples.Snapshot() with
            {
                Elapsed = TimeSpan.FromSeconds(second),
                Routes = [.. TransferSamples.Routes(), TransferSamples.Routes()[0] with { Path = Hostile, BytesFetched = 88 * TransferSamples.MiB }],
            }));
        }
        var text = ReportPage.Render(recorder.Record());
        var page = XDocument.Parse(text);
        Assert.DoesNotContain("<script>alert", text);
        Assert.Equal(3, page.Descendants("svg").Single(svg => svg.Attribute("aria-label")?.Value == "Goodput by local path and replica").Elements("path").Count());
        var tables = page.Descendants("table").Where(table => table.Descendants("th").Any(cell => cell.Value == "received")).ToList();
        Assert.Equal(["local path and server", "local path", "server"], tables.Select(table => table.Descendants("th").First().Value));
        Assert.Equal([3, 3, 2], tables.Select(table => table.Element("tbody")!.Elements("tr").Count()));
        Assert.Equal(["ftp://a:21", "700 MiB", "70 %"], tables[2].Element("tbody")!.Elements("tr").First().Elements("td").Take(3).Select(cell => cell.Value));
        Assert.DoesNotContain("Goodput by local path", Text);
    }

    [Fact]
    public void A_page_shows_every_event_as_a_bar_a_line_or_a_mark()
    {
        Assert.Equal(Run.Timelines.Sum(timeline => timeline.Spans.Count(span => span is { State: StreamState.Receiving, IsSilent: false })), Drawn(Page, "receiving"));
        Assert.Equal(1, Drawn(Page, "silent"));
        Assert.Equal(Run.Pictured[0].Histories.Count, Page.Descendants("path").Count(path => Class(path).StartsWith("trail ", StringComparison.Ordinal)));
        Assert.Equal(Run.EventCounts[StreamEventKind.Stole], Drawn(Page, "mark stole"));
        Assert.Equal(Run.EventCounts[StreamEventKind.CutShort], Drawn(Page, "mark cut"));
        Assert.Equal((1, 1, 1), (Drawn(Page, "mark stalled"), Drawn(Page, "mark failed"), Drawn(Page, "backing")));
        Assert.Equal((2, 1), (Drawn(Page, "decision"), Drawn(Page, "kept")));
        Assert.Equal(3, Page.Descendants("tbody").First().Elements("tr").Count());
        Assert.Equal("The server's connection limit", Page.Descendants("p").Single(p => Class(p) == "limit").Value);
        Assert.Equal("In place: verified by XSHA256, written past the page cache.", Page.Descendants("p").Single(p => Class(p).StartsWith("outcome", StringComparison.Ordinal)).Value);
    }

    [Fact]
    public void Text_from_a_server_is_never_interpreted_as_markup()
    {
        var recorder = New(2);
        var name = Hostile.Replace("/", "");
        var result = TransferSamples.Failed(FailureKind.Network) with { Source = Hostile, TargetPath = "/data/" + name, Message = Hostile, AssuranceText = Hostile };
        recorder.Report(new TransferEvent.Planned(TransferSamples.Plan() with { Item = new TransferItem { Sources = [TransferSamples.Source()], TargetPath = "/data/" + name } }));
        recorder.Report(new TransferEvent.Progress(TransferSamples.Snapshot() with { Elapsed = TimeSpan.FromSeconds(1), Streams = [new StreamSnapshot(0, StreamState.Receiving, name, 0, 5, 9, 1)] }));
        recorder.Report(new TransferEvent.Progress(TransferSamples.Snapshot() with { Elapsed = TimeSpan.FromSeconds(2), Streams = [new StreamSnapshot(0, StreamState.Receiving, name, 0, 9, 9, 1)] }));
        recorder.Report(new TransferEvent.Notice(NoticeKind.ServerLimit, Hostile));
        recorder.Report(new TransferEvent.Decided(TransferSamples.Decision() with { Why = Hostile }));
        foreach (var kind in Enum.GetValues<StreamEventKind>())
            recorder.Report(new TransferEvent.Happened(new StreamEvent(TimeSpan.FromSeconds(3), 1, kind, name, 0, long.MaxValue, Hostile)));
        recorder.Report(new TransferEvent.Finished(result));
        recorder.Report(new TransferEvent.Finished(result with { Failure = null }));

        var text = ReportPage.Render(recorder.Record());
        var page = XDocument.Parse(text);
        Assert.Single(page.Descendants("script"));
        Assert.Empty(page.Descendants("img"));
        Assert.DoesNotContain("<img", text);
        Assert.All(text, c => Assert.True(c is '\n' or >= ' ' && c is not ('\u202E' or '\uFFFF') && !char.IsSurrogate(c)));
        // The text is shown verbatim.
        Assert.True(page.Descendants("td").Count(cell => cell.Value.Contains("<script>alert(1)</script>")) >= 4);
        Assert.Equal(4, page.Descendants("path").Count(path => path.Value.Contains("onerror=alert(2)") && Class(path).StartsWith("mark", StringComparison.Ordinal)));
    }

    [Fact]
    public void An_oversized_text_is_truncated()
    {
        var recorder = New();
        recorder.Report(new TransferEvent.Finished(TransferSamples.Failed(FailureKind.Network) with { Message = new string('x', 1_000_000), TargetPath = "/data/" + new string('y', 1_000_000) }));
        Assert.InRange(ReportPage.Render(recorder.Record()).Length, 1000, 50_000);
    }

    [Fact]
    public void A_run_without_events_has_a_page()
    {
        var page = Render(New());
        Assert.Equal("0.bin", page.Descendants("h1").Single().Value);
        Assert.All(["The run ended before any file was complete.", "Nothing was downloaded"], part => Assert.Contains(part, page.Root!.Value));
    }

    [Fact]
    public void A_stopped_run_shows_its_progress_and_that_it_can_be_resumed()
    {
        var recorder = New();
        recorder.Report(new TransferEvent.Planned(TransferSamples.Plan() with { BytesReused = 20 * TransferSamples.MiB, Ranges = [new ByteRange(20 * TransferSamples.MiB, 100 * TransferSamples.MiB)] }));
        foreach (var second in (int[])[1, 2, 3])
        {
            var stream = new StreamSnapshot(0, StreamState.Receiving, "big.bin", 20 * TransferSamples.MiB, (20 + second) * TransferSamples.MiB, 100 * TransferSamples.MiB, 1);
            recorder.Report(new TransferEvent.Progress(TransferSamples.Snapshot() with { Elapsed = TimeSpan.FromSeconds(second), BytesFetched = second * TransferSamples.MiB, ActiveStreams = 1, Streams = [stream] }));
        }
        recorder.Report(new TransferEvent.Finished(TransferSamples.Failed(FailureKind.Network, canResume: true) with { BytesReused = 20 * TransferSamples.MiB }));
        var page = Render(recorder);
        Assert.StartsWith("Failed, can be resumed: RETR", page.Descendants("p").Single(p => Class(p) == "outcome bad").Value);
        Assert.Equal(1, Drawn(page, "reused"));
        Assert.Contains("and 20.0 MiB reused from an earlier attempt", page.Root!.Value);
    }

    [Fact]
    public void Several_files_are_one_page_with_a_row_each_and_pictures_of_the_largest()
    {
        var recorder = New(300);
        for (var i = 0; i < 300; i++)
        {
            var name = $"{i}.bin";
            recorder.Report(new TransferEvent.Planned(TransferSamples.Plan() with
            {
                Item = new TransferItem { Sources = [TransferSamples.Source()], TargetPath = "/data/" + name },
                Identity = new RemoteIdentity("h", name, (i + 1) * 1000, null),
            }));
            foreach (var at in (double[])[0.3, 0.6])
            {
                recorder.Report(new TransferEvent.Progress(TransferSamples.Snapshot() with
                {
                    Elapsed = TimeSpan.FromSeconds(i + at),
                    BytesFetched = (long)((i + at) * 1000),
                    Streams = [new StreamSnapshot(0, StreamState.Receiving, name, 0, (long)(at * 1000), 1000, 1)],
                }));
            }
            recorder.Report(new TransferEvent.Finished((i % 10 == 0 ? TransferSamples.Failed(FailureKind.NotFound) : TransferSamples.Done()) with { TargetPath = "/data/" + name }));
        }
        var page = Render(recorder);
        Assert.Equal("300 files", page.Descendants("h1").Single().Value);
        Assert.Equal(["299.bin", "298.bin", "297.bin", "296.bin", "295.bin", "294.bin"], page.Descendants("h3").Select(h => h.Value));
        Assert.Equal(30 + ResultRecorder.MostRows, page.Descendants("tbody").Last().Elements("tr").Count());
        Assert.Contains("270 of 300 files are complete and in place, 30 are not.", page.Root!.Value);
        Assert.Contains("170 more files are omitted.", page.Root.Value);
    }

    private static RunRecorder New(int files = 1) => new(RunSamples.Request(files), default);

    private static XDocument Render(RunRecorder recorder) => XDocument.Parse(ReportPage.Render(recorder.Record()));

    private static int Drawn(XDocument page, string @class) =>
        page.Descendants("svg").Where(svg => Class(svg) == "timed").Descendants().Count(element => Class(element) == @class);

    private static string Class(XElement element) => element.Attribute("class")?.Value ?? "";
}
