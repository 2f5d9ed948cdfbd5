using System.Collections.Concurrent;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.TestKit;

namespace Accelerator.Engine.Tests.Fxp;

/// <summary>Whole runs in segments between servers that fail, lie and refuse.</summary>
public sealed class FxpCrewTests : IDisposable
{
    private const string Final = "in/a.bin";
    private const string Part = "in/a.bin.segments.part";
    private const string Stream = "in/a.bin.part";
    private const int Pieces = 4;

    private static readonly byte[] Content = Bytes((4 << 20) + 100);

    private readonly TempFolder _records = new();
    private readonly TempFolder _sites = new();
    private readonly ConcurrentQueue<FxpEvent> _events = new();
    private readonly FxpDouble _from;
    private FxpDouble _to;

    public FxpCrewTests()
    {
        var link = new FxpDoubleLink();
        _from = new FxpDouble { Features = ["RANG STREAM"], Link = link };
        _from.Put("a.bin", Content);
        _to = new FxpDouble { Incoming = Content, Link = link };
    }

    [Fact]
    public async Task A_destination_that_passes_gets_the_file_in_segments_and_is_not_asked_again()
    {
        await SucceedAsync();
        Assert.Equal(3, Stored(".ftpx-probe-"));
        Assert.Equal(1 + Pieces, Stored(Part));
        Assert.DoesNotContain(_to.Commands, line => line == $"STOR {Stream}");
        // Two more commands for each file would be a round trip each: one RNFR, one RNTO.
        Assert.Single(_to.Commands, line => line.StartsWith("RNTO", StringComparison.Ordinal));
        Assert.Empty(Notices);
        Assert.Equal(1, _to.Commands.Count(line => line.StartsWith("DELE in/.ftpx-probe-", StringComparison.Ordinal)));
        Assert.Empty(Directory.GetFiles(_records.Path));

        await SucceedAsync();
        Assert.Equal(3, Stored(".ftpx-probe-"));
        Assert.Equal(2 * (1 + Pieces), Stored(Part));
    }

    [Fact]
    public async Task A_destination_that_loses_one_half_on_trial_gets_one_stream()
    {
        _to.Loses = static (path, range) => path.Contains("probe", StringComparison.Ordinal) && range.Start == 1;
        await SucceedAsync();
        Assert.Equal((0, 1), (Stored(Part), Stored(Stream)));
        Assert.Contains("other bytes", Assert.Single(Notices).Message);
        Assert.Contains(_to.Commands, line => line.StartsWith("DELE in/.ftpx-probe-", StringComparison.Ordinal));
        await SucceedAsync();
        Assert.Equal(3, Stored(".ftpx-probe-"));
    }

    [Theory]
    [InlineData("554 Invalid REST argument")]
    [InlineData("451 Append/Restart not permitted, try again")]
    public async Task A_destination_that_refuses_on_trial_gets_one_stream(string refusal)
    {
        _to.Instead = line => line.StartsWith("STOR in/.ftpx-probe-", StringComparison.Ordinal) && _to.Commands[^2].StartsWith("REST", StringComparison.Ordinal) ? [refusal] : null;
        await SucceedAsync();
        Assert.Equal((0, 1), (Stored(Part), Stored(Stream)));
        Assert.Contains(refusal, Assert.Single(Notices).Message);
        Assert.False((await KnownAsync()).OffsetStores?.Value);
    }

    [Fact]
    public async Task A_destination_that_is_full_of_others_on_trial_is_not_remembered_for_it()
    {
        _to.Instead = line => line.StartsWith("STOR in/.ftpx-probe-", StringComparison.Ordinal) && _to.Commands[^2].StartsWith("REST", StringComparison.Ordinal) ? ["450 busy"] : null;
        await SucceedAsync();
        Assert.Equal(1, Stored(Stream));
        Assert.Null((await KnownAsync()).OffsetStores);
    }

    [Fact]
    public async Task A_file_for_trial_that_cannot_be_removed_is_named()
    {
        _to.Instead = line => line.StartsWith("DELE in/.ftpx-probe-", StringComparison.Ordinal) ? ["550 not allowed"] : null;
        await SucceedAsync();
        Assert.Contains("Remove it there", Assert.Single(Notices).Message);
    }

    [Fact]
    public async Task A_run_that_is_stopped_on_trial_removes_the_file_for_trial()
    {
        using var stop = new CancellationTokenSource();
        _to.Instead = line =>
        {
            if (line.StartsWith("STOR in/.ftpx-probe-", StringComparison.Ordinal) && Stored(".ftpx-probe-") == 3) stop.Cancel();
            return null;
        };
        Assert.Equal(FailureKind.Cancelled, (await RunAsync(cancellationToken: stop.Token)).Failure);
        var scratch = _to.Commands.First(line => line.StartsWith("STOR in/.ftpx-probe-", StringComparison.Ordinal))[5..];
        Assert.Contains($"DELE {scratch}", _to.Commands);
        Assert.Null(_to.Get(scratch));
        Assert.Null((await KnownAsync()).OffsetStores);
    }

    [Fact]
    public async Task A_piece_that_fails_is_sent_again_and_no_other()
    {
        await LearnAsync();
        var failed = 0;
        _to.Instead = line => line == $"STOR {Part}" && Stored(Part) == 3 && Interlocked.Exchange(ref failed, 1) == 0 ? ["150 go", "426 broken"] : null;
        await SucceedAsync();
        Assert.Equal(1 + Pieces + 1, Stored(Part));
        Assert.All(Notices, notice => Assert.Equal(NoticeKind.Retry, notice.Kind));
        Assert.NotEmpty(Notices);
    }

    [Fact]
    public async Task A_server_that_lets_in_few_gets_few_and_that_is_no_failure()
    {
        await LearnAsync();
        var few = new FxpDouble { Incoming = Content, Link = _to.Link, MostSessions = 2 };
        await RememberAsync(few);
        _to.Dispose();
        _to = few;
        // The file is not begun before somebody was sent away.
        few.Instead = line =>
        {
            if (line == $"STOR {Part}" && Stored(Part) == 1) few.Refused.Task.SoonAsync().GetAwaiter().GetResult();
            return null;
        };
        await SucceedAsync();
        Assert.Equal(2, _to.Peak);
        Assert.Equal(1 + Pieces, Stored(Part));
        Assert.Empty(Notices);
    }

    [Fact]
    public async Task A_server_that_passed_and_loses_a_segment_later_gets_the_file_anew_in_one_stream_and_is_not_trusted_again()
    {
        await LearnAsync();
        _to.Loses = static (path, range) => path == Part && range.Start > 1 << 20;
        await SucceedAsync();
        Assert.Equal(1, Stored(Stream));
        Assert.Contains($"DELE {Part}", _to.Commands);
        Assert.Contains("other bytes", Assert.Single(Notices).Message);
        Assert.False((await KnownAsync()).OffsetStores?.Value);
        Assert.Null(_to.Get(Part));
    }

    [Fact]
    public async Task A_segment_that_is_called_stored_and_is_missing_at_the_end_is_noticed()
    {
        await LearnAsync();
        // The part is shorter than the file when everything is done: somebody has cut it.
        _to.Instead = line =>
        {
            if (line == $"SIZE {Part}" && _to.Get(Part) is { } held) _to.Put(Part, held[..^1]);
            return null;
        };
        await SucceedAsync();
        Assert.Equal(1, Stored(Stream));
    }

    [Fact]
    public async Task A_run_that_was_stopped_keeps_what_is_complete_and_the_next_sends_the_rest()
    {
        await LearnAsync();
        using var stop = new CancellationTokenSource();
        // The last piece never comes; when the others are there the run is stopped.
        var stopped = false;
        _to.Instead = line => !stopped && line == $"STOR {Part}" && Stored(Part) == 1 + Pieces ? ["150 go"] : null;
        var file = await RunAsync(value =>
        {
            if (value is FxpEvent.Progress { Held: > 3 << 20 }) stop.Cancel();
        }, cancellationToken: stop.Token);
        Assert.Equal((FailureKind.Cancelled, true), (file.Failure, file.IsPartLeft));
        Assert.Single(Directory.GetFiles(_records.Path));
        stopped = true;

        var before = Stored(Part);
        file = await RunAsync();
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal(Content, _to.Get(Final));
        Assert.InRange(file.BytesReused, 3 << 20, Content.Length - 1);
        Assert.Equal(Content.Length, file.BytesReused + file.BytesSent);
        Assert.InRange(Stored(Part) - before, 1, 2);
        Assert.Empty(Directory.GetFiles(_records.Path));
    }

    [Fact]
    public async Task A_partial_file_with_holes_is_removed_where_the_source_has_another_version()
    {
        await LearnAsync();
        await LeaveHolesAsync();
        _from.Modified = "20260102000000";
        var file = await RunAsync();
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal(0, file.BytesReused);
        Assert.Equal(Content, _to.Get(Final));
        Assert.Contains($"DELE {Part}", _to.Commands);
    }

    [Fact]
    public async Task A_partial_file_with_holes_is_none_for_one_stream()
    {
        await LearnAsync();
        await LeaveHolesAsync();
        var file = await RunAsync(change: request => request with { Segments = 1 });
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal(0, file.BytesReused);
        Assert.Equal(Content, _to.Get(Final));
        Assert.Null(_to.Get(Part));
    }

    public void Dispose()
    {
        _from.Dispose();
        _to.Dispose();
        _records.Dispose();
        _sites.Dispose();
    }

    private IReadOnlyList<FxpEvent.Notice> Notices => [.. _events.OfType<FxpEvent.Notice>()];

    private int Stored(string name) => _to.Commands.Count(line => line.StartsWith("STOR", StringComparison.Ordinal) && line.Contains(name, StringComparison.Ordinal));

    private async Task LeaveHolesAsync()
    {
        using var stop = new CancellationTokenSource();
        await RunAsync(value =>
        {
            if (value is FxpEvent.Progress { Held: > 1 << 20 }) stop.Cancel();
        }, cancellationToken: stop.Token);
        Assert.NotNull(_to.Get(Part));
    }

    private async Task SucceedAsync()
    {
        var file = await RunAsync();
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal(Content, _to.Get(Final));
    }

    // As after a probe that both have passed.
    private async Task LearnAsync()
    {
        await RememberAsync(_from);
        await RememberAsync(_to);
    }

    private async Task RememberAsync(FxpDouble server)
    {
        var now = TimeProvider.System.GetUtcNow();
        var known = new SiteFacts { OffsetStores = new(true, now), RangWorks = new(true, now), ServerSoftware = new("ready", now) };
        Assert.Null(await new SiteMemory(_sites.Path, TimeProvider.System).LearnAsync(Key(server), _ => known, default));
    }

    private async Task<SiteFacts> KnownAsync() => (await new SiteMemory(_sites.Path, TimeProvider.System).ReadAsync(Key(_to), default)).Record.Facts;

    private static SiteKey Key(FxpDouble server) => SiteKey.Of(server.Address.Endpoint, server.Address.Credential.User);

    private async Task<FxpFileResult> RunAsync(Action<FxpEvent>? watch = null, Func<FxpRequest, FxpRequest>? change = null, CancellationToken cancellationToken = default)
    {
        var request = new FxpRequest
        {
            Source = _from.Address,
            Destination = _to.Address,
            Items = [new FxpItem(FtpPath.FromText("a.bin", FtpCharsets.Utf8), FtpPath.FromText(Final, FtpCharsets.Utf8))],
            Segments = Pieces,
            Overwrite = true,
            Records = _records.Path,
            Sites = new SiteMemory(_sites.Path, TimeProvider.System),
        };
        var observer = new Observer(value =>
        {
            _events.Enqueue(value);
            watch?.Invoke(value);
        });
        var running = new FxpRunner(TimeProvider.System).RunAsync(change is null ? request : change(request), observer, cancellationToken);
        return Assert.Single((await running.WaitAsync(TimeSpan.FromMinutes(1), CancellationToken.None)).Files);
    }

    private static byte[] Bytes(int length)
    {
        var bytes = new byte[length];
        new Random(1).NextBytes(bytes);
        return bytes;
    }

    private sealed class Observer(Action<FxpEvent> report) : IProgress<FxpEvent>
    {
        public void Report(FxpEvent value) => report(value);
    }
}
