using System.Collections.Concurrent;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;
using Accelerator.TestKit;

namespace Accelerator.Engine.Tests.Fxp;

/// <summary>What one run leaves and the next one finds, between servers without a hash.</summary>
public sealed class FxpResumeTests : IDisposable
{
    private const string Part = "in/a.bin.part";
    private const string Final = "in/a.bin";
    private const int Held = 120_000;

    private static readonly byte[] Content = Bytes(200_000, seed: 1);

    private readonly TempFolder _records = new();
    private readonly FxpDouble _from = new();
    private readonly FxpDouble _to = new() { Incoming = Content };
    private readonly ConcurrentQueue<FxpEvent> _events = new();

    public FxpResumeTests() => _from.Put("a.bin", Content);

    [Fact]
    public async Task The_next_run_goes_on_by_the_record_and_takes_the_record_away()
    {
        await LeaveAsync();
        Assert.Single(Directory.GetFiles(_records.Path));
        var file = await RunAsync();
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal((Held, Content.Length - Held, "size and samples"), (file.BytesReused, file.BytesSent, file.ProvenBy));
        Assert.Equal(Content, _to.Get(Final));
        Assert.Empty(Directory.GetFiles(_records.Path));
    }

    [Fact]
    public async Task Without_a_record_it_goes_from_the_start()
    {
        await LeaveAsync();
        File.Delete(Assert.Single(Directory.GetFiles(_records.Path)));
        await ExpectFromTheStartAsync();
    }

    [Fact]
    public async Task A_record_that_is_torn_is_refused_with_a_sentence()
    {
        await LeaveAsync();
        var path = Assert.Single(Directory.GetFiles(_records.Path));
        await File.WriteAllBytesAsync(path, (await File.ReadAllBytesAsync(path))[..^9]);
        await ExpectFromTheStartAsync();
        Assert.Contains(_events.OfType<FxpEvent.Notice>(), notice => notice.Kind == NoticeKind.ResumeRefused && notice.Message.Contains("torn", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Another_version_at_the_source_goes_from_the_start()
    {
        await LeaveAsync();
        _from.Modified = "20260102000000";
        await ExpectFromTheStartAsync();
    }

    [Fact]
    public async Task Another_version_is_not_gone_on_with_in_the_hope_of_a_hash_either()
    {
        await LeaveAsync();
        _from.Modified = "20260102000000";
        _from.Features = _to.Features = ["XCRC"];
        await ExpectFromTheStartAsync();
    }

    [Fact]
    public async Task Other_bytes_before_the_seam_go_from_the_start()
    {
        await LeaveAsync();
        var changed = Content[..Held];
        changed[^1] ^= 1;
        _to.Put(Part, changed);
        await ExpectFromTheStartAsync();
    }

    [Fact]
    public async Task Bytes_that_somebody_damaged_at_the_end_are_found_before_the_name_is_given()
    {
        await LeaveAsync();
        // The second try's bytes are not the source's: neither server complains, and the sizes agree.
        var wrong = (byte[])Content.Clone();
        wrong[^1] ^= 1;
        _to.Instead = line =>
        {
            if (line != $"STOR {Part}" || _to.Commands.Count(sent => sent == line) != 2) return null;
            _to.Put(Part, wrong);
            return ["150 go", "226 stored"];
        };
        var file = await RunAsync();
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal((0, Content.Length), (file.BytesReused, file.BytesSent));
        Assert.Equal(Content, _to.Get(Final));
    }

    [Fact]
    public async Task A_partial_file_that_a_server_still_writes_is_waited_for()
    {
        // The connection to the destination is lost, as for a client that was killed: what the server does is not known.
        await LeaveAsync(isLost: true);
        var asked = 0;
        _to.Instead = line =>
        {
            if (line == $"SIZE {Part}" && Interlocked.Increment(ref asked) == 2) _to.Put(Part, Content[..150_000]);
            return null;
        };
        var file = await RunAsync();
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal((150_000, 50_000), (file.BytesReused, file.BytesSent));
        Assert.Equal(Content, _to.Get(Final));
        Assert.InRange(asked, 4, int.MaxValue);
    }

    [Fact]
    public async Task A_name_that_a_server_has_taken_away_while_it_writes_is_waited_for()
    {
        await LeaveAsync();
        // This time it goes on above byte 0, and is lost.
        await LeaveAsync(isLost: true);
        var held = _to.Get(Part)!;
        _to.Take(Part, "in/.pureftpd-upload.1");
        var asked = 0;
        _to.Instead = line =>
        {
            if (line == $"SIZE {Part}" && Interlocked.Increment(ref asked) == 3) _to.Put(Part, held);
            return null;
        };
        var file = await RunAsync();
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal(Held, file.BytesReused);
        Assert.Equal(Content, _to.Get(Final));
    }

    [Fact]
    public async Task A_destination_that_removes_nothing_is_written_over_as_before()
    {
        await LeaveAsync();
        _from.Modified = "20260102000000";
        _to.Instead = line => line.StartsWith("DELE", StringComparison.Ordinal) ? ["550 not allowed"] : null;
        var file = await RunAsync();
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal(Content, _to.Get(Final));
    }

    [Fact]
    public async Task Two_runs_for_one_name_keep_each_other_out_with_a_sentence()
    {
        var running = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var second = new TaskCompletionSource<FxpFileResult>(TaskCreationOptions.RunContinuationsAsynchronously);
        _to.Instead = line =>
        {
            if (line != $"STOR {Part}") return null;
            running.TrySetResult();
            second.Task.SoonAsync().GetAwaiter().GetResult();
            return null;
        };
        var first = RunAsync();
        await running.Task.SoonAsync();
        var kept = await RunAsync();
        second.SetResult(kept);
        Assert.Equal(FailureKind.Usage, kept.Failure);
        Assert.Contains($"is being copied by process {Environment.ProcessId}", kept.Message);
        Assert.Null((await first).Failure);
    }

    [Fact]
    public async Task A_run_that_was_refused_before_anything_was_sent_leaves_no_record()
    {
        _to.Put(Final, [1]);
        Assert.Equal(FailureKind.Usage, (await RunAsync()).Failure);
        Assert.Empty(Directory.GetFiles(_records.Path));
    }

    [Fact]
    public async Task A_folder_that_cannot_be_made_costs_the_record_and_not_the_copy()
    {
        var file = Path.Combine(_records.Path, "a file");
        await File.WriteAllTextAsync(file, "");
        Assert.Null((await RunAsync(records: Path.Combine(file, "fxp"))).Failure);
        Assert.Contains("cannot be kept", Assert.Single(_events.OfType<FxpEvent.Notice>()).Message);
    }

    public void Dispose()
    {
        _from.Dispose();
        _to.Dispose();
        _records.Dispose();
    }

    // A run that brings the first bytes and then gives up, because the disk is full.
    private async Task LeaveAsync(bool isLost = false)
    {
        if (!isLost) _from.Instead = line => line == "RETR a.bin" ? ["150 sending", "426 broken"] : null;
        _to.Instead = line =>
        {
            if (line != $"STOR {Part}") return null;
            _to.Put(Part, Content[..Held]);
            // In the second case the next tries find nobody.
            return isLost ? [] : ["150 go", "452 full"];
        };
        using var stop = new CancellationTokenSource();
        var file = await RunAsync(isLost ? value =>
        {
            if (value is FxpEvent.Notice) stop.Cancel();
        } : null, cancellationToken: stop.Token);
        Assert.Equal(isLost ? FailureKind.Cancelled : FailureKind.Disk, file.Failure);
        _from.Instead = _to.Instead = static _ => null;
        _events.Clear();
    }

    private async Task ExpectFromTheStartAsync()
    {
        var before = _to.Commands.Count;
        var file = await RunAsync();
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal((0, Content.Length), (file.BytesReused, file.BytesSent));
        Assert.Equal(Content, _to.Get(Final));
        Assert.Contains($"DELE {Part}", _to.Commands.Skip(before));
    }

    private async Task<FxpFileResult> RunAsync(Action<FxpEvent>? watch = null, string? records = null, CancellationToken cancellationToken = default)
    {
        var request = new FxpRequest
        {
            Source = _from.Address,
            Destination = _to.Address,
            Items = [new FxpItem(FtpPath.FromText("a.bin", FtpCharsets.Utf8), FtpPath.FromText(Final, FtpCharsets.Utf8))],
            Passive = FxpSide.Destination,
            Records = records ?? _records.Path,
        };
        var observer = new Observer(value =>
        {
            _events.Enqueue(value);
            watch?.Invoke(value);
        });
        return Assert.Single((await new FxpRunner(TimeProvider.System).RunAsync(request, observer, cancellationToken).WaitAsync(TimeSpan.FromMinutes(1), CancellationToken.None)).Files);
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
