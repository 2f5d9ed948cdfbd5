namespace Accelerator.Cli.Tests.Output;

public sealed class JsonViewTests
{
    public static TheoryData<object, string> Events => new()
    {
        {
            new TransferEvent.Planned(TransferSamples.Plan()),
            """
            {"type":"plan","source":"ftp://ftp.example.org:21/pub/big.bin","replicas":[],"paths":[],"remote_name":"big.bin","target":"/data/big.bin","size":104857600,"modified":"2026-11-20T05:37:00Z","bytes_reused":0,"streams":2,"max_streams":8,"segmented":true,"ranges":[{"start":0,"end":52428800},{"start":52428800,"end":104857600}],"server_hashes":["XSHA256","XCRC"],"companions":[],"verify":"auto","verify_sha256":null,"verify_digest":null,"unbuffered":true,"most_buffer_bytes":100663296}
            """
        },
        {
            new TransferEvent.Progress(TransferSamples.Snapshot()),
            """
            {"type":"progress","elapsed_seconds":4.2,"phase":"transferring","bytes_done":47185920,"bytes_total":104857600,"bytes_fetched":47185920,"bytes_per_second":11534336,"remaining_seconds":5,"files_done":0,"files_total":1,"file":"big.bin","active_streams":8,"wanted_streams":8,"lanes":[]}
            """
        },
        { new TransferEvent.Notice(NoticeKind.RestNotHonoured, "One stream."), """{"type":"warning","kind":"rest_not_honoured","message":"One stream."}""" },
        { new TransferEvent.Decided(TransferSamples.Decision()), """{"type":"decision","elapsed_seconds":2.5,"before":4,"after":8,"bytes_per_second":11534336,"why":"Goodput grew by 80 %."}""" },
        {
            new TransferEvent.Finished(TransferSamples.Failed(FailureKind.ServerLimit, canResume: true)),
            """
            {"type":"result","source":"ftp://ftp.example.org:21/pub/big.bin","target":"/data/big.bin","ok":false,"failure":"server_limit","exit_code":6,"message":"RETR pub/big.bin at ftp.example.org:21: 550 No such file.","was_there":false,"left_out":false,"size":104857600,"bytes_fetched":105906176,"bytes_reused":0,"elapsed_seconds":10,"verify_seconds":0.02,"peak_streams":8,"proven_by":"","assurance":null,"trusted_sources":[],"sha256":null,"can_resume":true,"unbuffered":true,"why_buffered":null}
            """
        },
    };

    [Theory]
    [MemberData(nameof(Events))]
    public void Each_event_is_one_line(object value, string line) => Assert.Equal(line, Line((TransferEvent)value));

    [Fact]
    public void An_unverified_file_is_no_success_to_a_script()
    {
        var line = JsonLine.Of(json => JsonLines.Result(json, TransferSamples.Done() with { TrustedSources = ["ftp://b:21"] }));
        Assert.Contains("\"ok\":false,\"failure\":\"unverified\",\"exit_code\":17,", line, StringComparison.Ordinal);
        Assert.Contains("\"assurance\":\"hash\",\"trusted_sources\":[\"ftp://b:21\"],", line, StringComparison.Ordinal);
    }

    [Fact]
    public void The_bytes_of_each_path_are_one_line() => Assert.Equal(
        """
        {"type":"lanes","lanes":[{"source":"ftp://a:21","path":"eth1","bytes_fetched":641728512,"bytes_per_second":63963136,"streams":4,"silent":false},{"source":"ftp://b:21","path":null,"bytes_fetched":314572800,"bytes_per_second":0,"streams":0,"silent":true}]}
        """,
        JsonLine.Of(json => JsonLines.RouteResult(json, [TransferSamples.Routes()[0], TransferSamples.Routes()[1] with { Path = null }])));

    [Fact]
    public void Detail_adds_the_streams()
    {
        var line = Line(new TransferEvent.Progress(TransferSamples.Snapshot() with { Streams = [.. TransferSamples.Snapshot().Streams.Take(1)] }), detail: true);
        Assert.EndsWith(""","streams":[{"slot":0,"state":"receiving","file":"big.bin","start":0,"position":31457280,"end":52428800,"bytes_per_second":6291456}]}""", line);
    }

    public static TheoryData<object, string, string> Hostile => new()
    {
        { new TransferEvent.Notice(NoticeKind.Other, "a\n{\"type\":\"result\"}\u001b\u202E\"위성"), "message", "a\n{\"type\":\"result\"}\u001b\u202E\"위성" },
        {
            new TransferEvent.Planned(TransferSamples.Plan() with { Item = new TransferItem { Sources = [TransferSamples.Source("pub/a:b\u001b\u202E위성%3A.bin")], TargetPath = "/data/x" } }),
            "remote_name", "a:b\u001b\u202E위성%3A.bin"
        },
    };

    [Theory]
    [MemberData(nameof(Hostile))]
    public void A_server_cannot_break_a_line_and_its_text_and_names_stay_as_they_are(object value, string member, string text)
    {
        var line = Line((TransferEvent)value);
        Assert.All(line, c => Assert.InRange(c, ' ', '~'));
        Assert.Equal(text, JsonDocument.Parse(line).RootElement.GetProperty(member).GetString());
    }

    [Fact]
    public void NaN_and_infinity_do_not_break_a_line() =>
        Assert.Contains("\"bytes_per_second\":0,", Line(new TransferEvent.Progress(TransferSamples.Snapshot() with { BytesPerSecond = double.NaN })));

    [Fact]
    public void An_end_that_is_not_known_is_null() =>
        Assert.Contains("""{"start":0,"end":null}""", Line(new TransferEvent.Planned(TransferSamples.Plan() with { Ranges = [new ByteRange(0, long.MaxValue)] })));

    private static string Line(TransferEvent value, bool detail = false) => Assert.Single(JsonExamples.Lines(view => view.Report(value), detail));
}
