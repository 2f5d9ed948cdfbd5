using System.Collections.Concurrent;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Tests.Fxp;

/// <summary>Whole runs between two servers that misbehave: what is tried next, and what may have the final name.</summary>
public sealed class FxpRunTests
{
    private const string Part = "in/a.bin.part";
    private const string Final = "in/a.bin";

    private static readonly byte[] Content = Bytes(200_000, seed: 1);

    [Fact]
    public async Task A_file_is_complete_when_both_agree_on_its_size_and_it_has_its_name()
    {
        using var from = Source();
        using var to = new FxpDouble { Incoming = Content };
        var (file, notices) = await RunAsync(from, to);
        Assert.Null(file.Failure);
        Assert.Equal(("size", (long)Content.Length), (file.ProvenBy, file.BytesSent));
        Assert.Equal(Content, to.Get(Final));
        Assert.Null(to.Get(Part));
        Assert.Empty(notices);
        Assert.Equal([$"RNFR {Part}", $"RNTO {Final}", $"SIZE {Final}"], to.Commands.Where(line => line != "QUIT").TakeLast(3));
    }

    [Fact]
    public async Task What_this_run_has_begun_goes_on_from_what_the_destination_really_holds()
    {
        using var from = Source();
        using var to = new FxpDouble { Incoming = Content };
        BreakOff(from, to, Content[..120_000]);
        var (file, _) = await RunAsync(from, to);
        Assert.Null(file.Failure);
        Assert.Equal("size and samples", file.ProvenBy);
        Assert.Equal(80_000, file.BytesSent);
        Assert.Equal(Content, to.Get(Final));
        Assert.Equal("REST 120000", to.Commands[to.Commands.ToList().FindLastIndex(line => line == $"STOR {Part}") - 1]);
        Assert.Contains("REST 120000", from.Commands);
    }

    [Fact]
    public async Task Other_bytes_at_the_seam_have_the_file_sent_from_the_start()
    {
        using var from = Source();
        using var to = new FxpDouble { Incoming = Content };
        BreakOff(from, to, Bytes(120_000, seed: 2));
        var (file, notices) = await RunAsync(from, to);
        Assert.Null(file.Failure);
        Assert.Equal(("size", (long)Content.Length), (file.ProvenBy, file.BytesSent));
        Assert.Equal(Content, to.Get(Final));
        Assert.Contains(notices, notice => notice.Kind == NoticeKind.ResumeRefused);
    }

    [Fact]
    public async Task A_destination_without_REST_is_appended_to()
    {
        using var from = Source();
        using var to = new FxpDouble { Incoming = Content };
        BreakOff(from, to, Content[..120_000], line => line == "REST 120000" ? ["502 not here"] : null);
        var (file, _) = await RunAsync(from, to);
        Assert.Null(file.Failure);
        Assert.Equal(80_000, file.BytesSent);
        Assert.Contains($"APPE {Part}", to.Commands);
        Assert.Equal(Content, to.Get(Final));
    }

    [Fact]
    public async Task Two_contented_servers_and_half_a_file_are_no_success()
    {
        using var from = Source();
        using var to = new FxpDouble { Incoming = Content };
        to.Instead = line =>
        {
            if (line != $"STOR {Part}" || to.Commands.Count(sent => sent == line) > 1) return null;
            to.Put(Part, Content[..50_000]);
            return ["150 go", "226 stored all of it"];
        };
        var (file, notices) = await RunAsync(from, to);
        Assert.Null(file.Failure);
        Assert.Equal(Content, to.Get(Final));
        Assert.Contains(notices, notice => notice.Message.Contains("50,000 of 200,000", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_file_that_grew_longer_than_the_source_s_does_not_get_the_name()
    {
        using var from = Source();
        using var to = new FxpDouble { Incoming = [.. Content, 1] };
        var (file, _) = await RunAsync(from, to);
        Assert.Equal(FailureKind.Verification, file.Failure);
        Assert.True(file.IsPartLeft);
        Assert.Null(to.Get(Final));
    }

    [Fact]
    public async Task A_source_that_changed_meanwhile_is_not_published()
    {
        using var from = Source();
        using var to = new FxpDouble { Incoming = Content };
        from.Instead = line =>
        {
            if (line == "RETR a.bin") from.Modified = "20260102000000";
            return null;
        };
        var (file, _) = await RunAsync(from, to);
        Assert.Equal(FailureKind.SourceChanged, file.Failure);
        Assert.Null(to.Get(Final));
    }

    [Fact]
    public async Task Hashes_that_differ_keep_the_name_from_the_file()
    {
        string[] features = ["XSHA256", "XCRC"];
        using var from = new FxpDouble { Features = features, Instead = line => line.StartsWith("XSHA256", StringComparison.Ordinal) ? [$"250 {new string('a', 64)}"] : null };
        from.Put("a.bin", Content);
        using var to = new FxpDouble { Features = features, Incoming = Content, Instead = line => line.StartsWith("XSHA256", StringComparison.Ordinal) ? [$"250 {new string('b', 64)}"] : null };
        var (file, _) = await RunAsync(from, to, request => request with { Verify = new Verification(VerifyMode.Always) });
        Assert.Equal(FailureKind.Verification, file.Failure);
        Assert.Null(to.Get(Final));
        Assert.Equal(Content, to.Get(Part));
    }

    [Fact]
    public async Task A_server_that_does_not_rename_keeps_the_whole_file_under_the_other_name_and_it_is_said()
    {
        using var from = Source();
        using var to = new FxpDouble { Incoming = Content, Instead = line => line.StartsWith("RNTO", StringComparison.Ordinal) ? ["550 not allowed"] : null };
        var (file, _) = await RunAsync(from, to);
        Assert.Equal(FailureKind.Usage, file.Failure);
        Assert.Contains("a.bin.part", file.Message);
        Assert.Contains("550 not allowed", file.Message);
        Assert.True(file.IsPartLeft);
    }

    [Fact]
    public async Task A_lost_answer_to_RNTO_is_no_failure_where_the_name_is_there()
    {
        using var from = Source();
        using var to = new FxpDouble { Incoming = Content };
        to.Instead = line =>
        {
            if (!line.StartsWith("RNTO", StringComparison.Ordinal)) return null;
            to.Take(Part, Final);
            return [];
        };
        var (file, _) = await RunAsync(from, to);
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal(Content, to.Get(Final));
    }

    [Fact]
    public async Task Both_directions_are_tried_and_the_sentence_names_both_settings()
    {
        using var from = Source();
        using var to = new FxpDouble { Incoming = Content, Instead = line => line.StartsWith("PORT", StringComparison.Ordinal) ? ["500 Illegal PORT command."] : null };
        from.Instead = line => line.StartsWith("PORT", StringComparison.Ordinal) ? ["500 I won't"] : null;
        var (file, _) = await RunAsync(from, to);
        Assert.Equal(FailureKind.Usage, file.Failure);
        Assert.Contains("500 I won't", file.Message);
        Assert.Contains("500 Illegal PORT command", file.Message);
        Assert.Equal(1, from.Commands.Count(line => line.StartsWith("PORT", StringComparison.Ordinal)));
        Assert.DoesNotContain(to.Commands, line => line.StartsWith("STOR", StringComparison.Ordinal));
    }

    private static FxpDouble Source()
    {
        var from = new FxpDouble();
        from.Put("a.bin", Content);
        return from;
    }

    // The first STOR leaves these bytes and breaks off, and the source, if it was told already, says so too. EPSV asks for a sample.
    private static void BreakOff(FxpDouble from, FxpDouble to, byte[] left, Func<string, string[]?>? otherwise = null)
    {
        from.Instead = line => line == "RETR a.bin" && !from.Commands.Contains("EPSV") ? ["150 sending", "426 broken"] : null;
        to.Instead = line =>
        {
            if (line != $"STOR {Part}" || to.Commands.Count(sent => sent == line) > 1) return otherwise?.Invoke(line);
            to.Put(Part, left);
            return ["150 go", "426 broken"];
        };
    }

    private static async Task<(FxpFileResult File, IReadOnlyList<FxpEvent.Notice> Notices)> RunAsync(FxpDouble from, FxpDouble to, Func<FxpRequest, FxpRequest>? change = null)
    {
        var request = new FxpRequest
        {
            Source = from.Address,
            Destination = to.Address,
            Items = [new FxpItem(FtpPath.FromText("a.bin", FtpCharsets.Utf8), FtpPath.FromText(Final, FtpCharsets.Utf8))],
            Passive = FxpSide.Destination,
        };
        var events = new ConcurrentQueue<FxpEvent>();
        var running = new FxpRunner(TimeProvider.System).RunAsync(change is null ? request : change(request), new Observer(events.Enqueue), CancellationToken.None);
        var result = await running.WaitAsync(TimeSpan.FromMinutes(1));
        return (Assert.Single(result.Files), [.. events.OfType<FxpEvent.Notice>()]);
    }

    private static byte[] Bytes(int length, int seed)
    {
        var bytes = new byte[length];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    private sealed class Observer(Action<FxpEvent> report) : IProgress<FxpEvent>
    {
        public void Report(FxpEvent value) => report(value);
    }
}
