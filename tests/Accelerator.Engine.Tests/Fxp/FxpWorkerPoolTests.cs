using static Accelerator.Engine.Tests.Fxp.FxpFixture;

namespace Accelerator.Engine.Tests.Fxp;

/// <summary>Whole runs in segments between servers that fail, send wrong replies and refuse sessions.</summary>
public sealed class FxpWorkerPoolTests : IDisposable
{
    private const string Segmented = "in/a.bin.segments.part";
    private const string Trial = "in/.ftpx-probe-";
    private const int Pieces = 4;

    private static readonly byte[] Content = ByteSamples.Random((4 << 20) + 100);

    private readonly TempFolder _sites = new();
    private readonly FxpDoubleLink _link = new();
    private readonly FxpFixture _copy;

    public FxpWorkerPoolTests()
    {
        _copy = new FxpFixture(Content, _link)
        {
            Adjust = request => request with
            {
                Segments = Pieces,
                Overwrite = true,
                Records = _copy!.Records.Path,
                Sites = SiteSamples.Memory(_sites.Path),
            },
        };
        _copy.From.Features = ["RANG STREAM"];
    }

    [Fact]
    public async Task A_destination_that_passes_gets_the_file_in_segments_and_is_not_asked_again()
    {
        await _copy.SucceedAsync();
        Assert.Equal((3, 1 + Pieces, 0), (Stored(Trial), Stored(Segmented), Stored(Part)));
        // Two more commands for each file would cost a round trip each: one RNFR, one RNTO.
        Assert.Equal((1, 1), (_copy.To.Count("RNTO"), _copy.To.Count($"DELE {Trial}")));
        Assert.Empty(_copy.Notices);
        Assert.Empty(Directory.GetFiles(_copy.Records.Path));

        await _copy.SucceedAsync();
        Assert.Equal((3, 2 * (1 + Pieces)), (Stored(Trial), Stored(Segmented)));
    }

    [Fact]
    public async Task A_destination_that_loses_one_half_on_trial_gets_one_stream()
    {
        _copy.To.Loses = static (path, range) => path.Contains("probe", StringComparison.Ordinal) && range.Start == 1;
        await ExpectOneStreamAsync("differs from the data");
        Assert.Equal(1, _copy.To.Count($"DELE {Trial}"));
        await _copy.SucceedAsync();
        Assert.Equal(3, Stored(Trial));
    }

    [Theory]
    [InlineData("554 Invalid REST argument", false)]
    [InlineData("451 Append/Restart not permitted, try again", false)]
    // Other clients fill the server: this is not a property of the server and is not stored.
    [InlineData("450 busy", null)]
    public async Task A_destination_that_refuses_on_trial_gets_one_stream(string refusal, bool? remembered)
    {
        // The first session stores the first byte, the others the halves above it.
        _copy.To.Instead = line => line.StartsWith($"STOR {Trial}", StringComparison.Ordinal) && Stored(Trial) > 1 ? [refusal] : null;
        await ExpectOneStreamAsync(refusal);
        Assert.Equal(remembered, (await KnownAsync()).OffsetStores?.Value);
    }

    [Fact]
    public async Task A_trial_file_that_cannot_be_removed_is_reported()
    {
        _copy.To.Instead = line => line.StartsWith($"DELE {Trial}", StringComparison.Ordinal) ? ["550 not allowed"] : null;
        await _copy.SucceedAsync();
        Assert.Contains("Remove it there", Assert.Single(_copy.Notices).Message);
    }

    [Fact]
    public async Task A_run_that_is_stopped_on_trial_removes_the_file_for_trial()
    {
        using var stop = new CancellationTokenSource();
        _copy.To.At($"STOR {Trial}", stop.Cancel, nth: 3);
        Assert.Equal(FailureKind.Cancelled, (await _copy.RunAsync(cancellationToken: stop.Token)).Failure);
        var scratch = _copy.To.Commands.First(line => line.StartsWith($"STOR {Trial}", StringComparison.Ordinal))[5..];
        Assert.Contains($"DELE {scratch}", _copy.To.Commands);
        Assert.Null(_copy.To.Get(scratch));
        Assert.Null((await KnownAsync()).OffsetStores);
    }

    [Fact]
    public async Task A_piece_that_fails_is_sent_again_and_no_other()
    {
        await LearnAsync();
        _copy.To.At($"STOR {Segmented}", static () => { }, ["150 go", "426 broken"], nth: 3);
        await _copy.SucceedAsync();
        Assert.Equal(1 + Pieces + 1, Stored(Segmented));
        Assert.All(_copy.Notices, notice => Assert.Equal(NoticeKind.Retry, notice.Kind));
        Assert.NotEmpty(_copy.Notices);
    }

    [Fact]
    public async Task A_server_with_a_low_session_limit_gets_few_sessions_without_a_failure()
    {
        await LearnAsync();
        var few = new FxpDouble { Incoming = Content, Link = _link, MostSessions = 2 };
        await RememberAsync(few);
        _copy.Replace(few);
        // The file is not started before a session has been refused.
        few.Before = line => line == $"STOR {Segmented}" && Stored(Segmented) == 1 ? few.Refused.Task.SoonAsync() : Task.CompletedTask;
        await _copy.SucceedAsync();
        Assert.Equal((2, 1 + Pieces), (few.Peak, Stored(Segmented)));
        Assert.Empty(_copy.Notices);
    }

    [Fact]
    public async Task A_server_that_passed_the_trial_but_loses_a_segment_gets_one_stream_and_is_not_trusted_again()
    {
        await LearnAsync();
        _copy.To.Loses = static (path, range) => path == Segmented && range.Start > 1 << 20;
        await _copy.SucceedAsync();
        Assert.Equal(1, Stored(Part));
        Assert.Contains($"DELE {Segmented}", _copy.To.Commands);
        Assert.Contains("differs from the source", Assert.Single(_copy.Notices).Message);
        Assert.False((await KnownAsync()).OffsetStores?.Value);
        Assert.Null(_copy.To.Get(Segmented));
    }

    [Fact]
    public async Task A_segment_that_is_called_stored_and_is_missing_at_the_end_is_noticed()
    {
        await LearnAsync();
        // The part is shorter than the file at the end, as after a truncation by another program.
        _copy.To.Instead = line =>
        {
            if (line == $"SIZE {Segmented}" && _copy.To.Get(Segmented) is { } held) _copy.To.Put(Segmented, held[..^1]);
            return null;
        };
        await _copy.SucceedAsync();
        Assert.Equal(1, Stored(Part));
    }

    [Fact]
    public async Task A_run_that_was_stopped_keeps_what_is_complete_and_the_next_sends_the_rest()
    {
        await LearnAsync();
        // The last piece assigned never arrives; the run is stopped when the first byte and the other pieces are stored.
        var isFirstRun = true;
        var (complete, held, answered) = (0, 0L, 0);
        // Counted here: two commands that arrive together would both see the other in the list of commands.
        _copy.To.Instead = line => isFirstRun && line == $"STOR {Segmented}" && Interlocked.Increment(ref answered) == 1 + Pieces ? ["150 go"] : null;
        var file = await _copy.RunAsync(stops: value =>
        {
            if (value is not FxpEvent.Progress progress) return false;
            lock (_copy) (complete, held) = (complete + 1, Math.Max(held, progress.Held));
            return complete == Pieces;
        });
        Assert.Equal((FailureKind.Cancelled, true), (file.Failure, file.IsPartLeft));
        Assert.Single(Directory.GetFiles(_copy.Records.Path));
        isFirstRun = false;

        var before = Stored(Segmented);
        file = await _copy.SucceedAsync();
        Assert.InRange(held, 5 << 19, Content.Length - 1);
        Assert.Equal((held, Content.Length - held), (file.BytesReused, file.BytesSent));
        Assert.InRange(Stored(Segmented) - before, 1, 2);
        Assert.Empty(Directory.GetFiles(_copy.Records.Path));
    }

    [Theory]
    [Each(false, true)]
    public async Task A_partial_file_with_holes_is_removed_for_another_version_of_the_source_and_for_one_stream(bool inOneStream)
    {
        await LearnAsync();
        await _copy.RunAsync(stops: value => value is FxpEvent.Progress { Held: > 1 << 20 });
        Assert.NotNull(_copy.To.Get(Segmented));
        if (!inOneStream) _copy.From.Modified = "20260102000000";
        var file = await _copy.SucceedAsync(request => inOneStream ? request with { Segments = 1 } : request);
        Assert.Equal(0, file.BytesReused);
        Assert.Contains($"DELE {Segmented}", _copy.To.Commands);
        Assert.Null(_copy.To.Get(Segmented));
    }

    public void Dispose()
    {
        _copy.Dispose();
        _sites.Dispose();
    }

    private int Stored(string name) => _copy.To.Count($"STOR {name}");

    private async Task ExpectOneStreamAsync(string why)
    {
        await _copy.SucceedAsync();
        Assert.Equal((0, 1), (Stored(Segmented), Stored(Part)));
        Assert.Contains(why, Assert.Single(_copy.Notices).Message);
    }

    // As after a trial that both servers have passed.
    private async Task LearnAsync()
    {
        await RememberAsync(_copy.From);
        await RememberAsync(_copy.To);
    }

    private async Task RememberAsync(FxpDouble server)
    {
        var now = TimeProvider.System.GetUtcNow();
        var known = new SiteFacts { OffsetStores = new(true, now), RangWorks = new(true, now), ServerSoftware = new("ready", now) };
        Assert.Null(await SiteSamples.Memory(_sites.Path).LearnAsync(server.Site, _ => known, default));
    }

    private async Task<SiteFacts> KnownAsync() => (await SiteSamples.Memory(_sites.Path).ReadAsync(_copy.To.Site, default)).Record.Facts;
}
