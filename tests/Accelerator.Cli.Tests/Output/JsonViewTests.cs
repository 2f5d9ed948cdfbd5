using System.Text.Json;
using Accelerator.Cli.Output;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Tests.Output;

public sealed class JsonViewTests : IDisposable
{
    private readonly StringWriter _out = new() { NewLine = "\n" };

    public void Dispose()
    {
        _out.Dispose();
    }

    [Fact]
    public void A_plan_is_one_line() =>
        Assert.Equal(
            """
            {"type":"plan","source":"ftp://ftp.example.org:21/pub/big.bin","replicas":[],"paths":[],"remote_name":"big.bin","target":"/data/big.bin","size":104857600,"modified":"2026-11-20T05:37:00Z","bytes_reused":0,"streams":2,"max_streams":8,"segmented":true,"ranges":[{"start":0,"end":52428800},{"start":52428800,"end":104857600}],"server_hashes":["XSHA256","XCRC"],"verify":"auto","verify_sha256":null,"unbuffered":true,"most_buffer_bytes":100663296}
            """,
            Line(new TransferEvent.Planned(Samples.Plan())));

    [Fact]
    public void An_unproven_file_is_no_success_to_a_script()
    {
        var line = JsonLine.Of(json => JsonLines.Result(json, Samples.Done() with { TrustedSources = ["ftp://b:21"] }));
        Assert.Contains("\"ok\":false,\"failure\":\"unproven\",\"exit_code\":17,", line, StringComparison.Ordinal);
        Assert.Contains("\"trusted_sources\":[\"ftp://b:21\"],", line, StringComparison.Ordinal);
    }

    [Fact]
    public void What_each_path_has_brought_is_one_line() => Assert.Equal(
        """
        {"type":"lanes","lanes":[{"source":"ftp://a:21","path":"eth1","bytes_fetched":641728512,"bytes_per_second":63963136,"streams":4,"silent":false},{"source":"ftp://b:21","path":null,"bytes_fetched":314572800,"bytes_per_second":0,"streams":0,"silent":true}]}
        """,
        JsonLine.Of(json => JsonLines.LaneResult(json, [Samples.Lanes()[0], Samples.Lanes()[1] with { Path = null }])));

    [Fact]
    public void Progress_is_one_line() =>
        Assert.Equal(
            """
            {"type":"progress","elapsed_seconds":4.2,"phase":"transferring","bytes_done":47185920,"bytes_total":104857600,"bytes_fetched":47185920,"bytes_per_second":11534336,"remaining_seconds":5,"files_done":0,"files_total":1,"file":"big.bin","active_streams":8,"wanted_streams":8,"lanes":[]}
            """,
            Line(new TransferEvent.Progress(Samples.Snapshot())));

    [Fact]
    public void Detail_adds_the_streams()
    {
        var line = Line(new TransferEvent.Progress(Samples.Snapshot() with { Streams = [.. Samples.Snapshot().Streams.Take(1)] }), detail: true);
        Assert.EndsWith(""","streams":[{"slot":0,"state":"receiving","file":"big.bin","start":0,"position":31457280,"end":52428800,"bytes_per_second":6291456}]}""", line);
    }

    [Fact]
    public void A_warning_is_one_line() =>
        Assert.Equal("""{"type":"warning","kind":"rest_not_honoured","message":"One stream."}""", Line(new TransferEvent.Notice(NoticeKind.RestNotHonoured, "One stream.")));

    [Fact]
    public void A_decision_is_one_line() =>
        Assert.Equal(
            """{"type":"decision","elapsed_seconds":2.5,"before":4,"after":8,"bytes_per_second":11534336,"why":"Goodput grew by 80 %."}""",
            Line(new TransferEvent.Decided(Samples.Decision())));

    [Fact]
    public void A_result_is_one_line() =>
        Assert.Equal(
            """
            {"type":"result","source":"ftp://ftp.example.org:21/pub/big.bin","target":"/data/big.bin","ok":false,"failure":"server_limit","exit_code":6,"message":"RETR pub/big.bin at ftp.example.org:21: 550 No such file.","size":104857600,"bytes_fetched":105906176,"bytes_reused":0,"elapsed_seconds":10,"verify_seconds":0.02,"peak_streams":8,"proven_by":"","trusted_sources":[],"sha256":null,"can_resume":true,"unbuffered":true,"why_buffered":null}
            """,
            Line(new TransferEvent.Finished(Samples.Failed(FailureKind.ServerLimit, canResume: true))));

    [Fact]
    public void A_server_cannot_break_a_line()
    {
        var line = Line(new TransferEvent.Notice(NoticeKind.Other, "a\n{\"type\":\"result\"}\u001b\u202E\"위성"));
        Assert.All(line, c => Assert.InRange(c, ' ', '~'));
        Assert.Equal("a\n{\"type\":\"result\"}\u001b\u202E\"위성", JsonDocument.Parse(line).RootElement.GetProperty("message").GetString());
    }

    [Fact]
    public void A_plan_has_the_servers_name_as_it_is()
    {
        var item = new TransferItem { Sources = [Samples.Source("pub/a:b\u001b\u202E위성%3A.bin")], TargetPath = "/data/x" };
        var line = Line(new TransferEvent.Planned(Samples.Plan() with { Item = item }));
        Assert.All(line, c => Assert.InRange(c, ' ', '~'));
        Assert.Equal("a:b\u001b\u202E위성%3A.bin", JsonDocument.Parse(line).RootElement.GetProperty("remote_name").GetString());
    }

    [Fact]
    public void Numbers_that_are_not_numbers_do_not_break_a_line() =>
        Assert.Contains("\"bytes_per_second\":0,", Line(new TransferEvent.Progress(Samples.Snapshot() with { BytesPerSecond = double.NaN })));

    [Fact]
    public void An_end_that_is_not_known_is_null() =>
        Assert.Contains("""{"start":0,"end":null}""", Line(new TransferEvent.Planned(Samples.Plan() with { Ranges = [new ByteRange(0, long.MaxValue)] })));

    private string Line(TransferEvent value, bool detail = false)
    {
        using var view = new JsonView(_out, TextWriter.Null, progress: true, detail);
        view.Report(value);
        return Assert.Single(_out.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }
}
