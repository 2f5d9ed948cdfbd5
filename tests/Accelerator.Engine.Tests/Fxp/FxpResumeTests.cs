using static Accelerator.Engine.Tests.Fxp.FxpFixture;

namespace Accelerator.Engine.Tests.Fxp;

/// <summary>What one run leaves behind and the next one finds, between servers without a hash command.</summary>
public sealed class FxpResumeTests : IDisposable
{
    private const int Held = 120_000;

    private static readonly byte[] Content = ByteSamples.Random(200_000);

    private readonly FxpFixture _copy = new(Content);

    public FxpResumeTests() => _copy.Adjust = request => request with { Records = _copy.Records.Path };

    [Fact]
    public async Task The_next_run_resumes_from_the_record_and_deletes_it()
    {
        await LeaveAsync();
        Assert.Single(Directory.GetFiles(_copy.Records.Path));
        var file = await _copy.SucceedAsync();
        Assert.Equal((Held, Content.Length - Held, "size and samples"), (file.BytesReused, file.BytesSent, file.VerifiedBy));
        Assert.Empty(Directory.GetFiles(_copy.Records.Path));
    }

    [Theory]
    [InlineData("no record")]
    [InlineData("a torn record")]
    [InlineData("another version")]
    // The final hash does not justify reuse either.
    [InlineData("another version and a hash")]
    [InlineData("other bytes at the seam")]
    public async Task Existing_bytes_are_sent_again_from_the_start(string why)
    {
        await LeaveAsync();
        var record = Assert.Single(Directory.GetFiles(_copy.Records.Path));
        if (why == "no record") File.Delete(record);
        if (why == "a torn record") await File.WriteAllBytesAsync(record, (await File.ReadAllBytesAsync(record))[..^9]);
        if (why.StartsWith("another version", StringComparison.Ordinal)) _copy.From.Modified = "20260102000000";
        if (why.EndsWith("hash", StringComparison.Ordinal)) _copy.From.Features = _copy.To.Features = ["XCRC"];
        if (why == "other bytes at the seam") _copy.To.Put(Part, [.. Content[..(Held - 1)], (byte)~Content[Held - 1]]);

        var before = _copy.To.Commands.Count;
        var file = await _copy.SucceedAsync();
        Assert.Equal((0, Content.Length), (file.BytesReused, file.BytesSent));
        Assert.Contains($"DELE {Part}", _copy.To.Commands.Skip(before));
        if (why == "a torn record") Assert.Contains(_copy.Notices, notice => notice.Kind == NoticeKind.ResumeRefused && notice.Message.Contains("torn", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Damaged_bytes_at_the_end_are_found_before_the_name_is_given()
    {
        await LeaveAsync();
        // The second attempt's bytes differ from the source's, but neither server reports an error and the sizes agree.
        _copy.To.At($"STOR {Part}", () => _copy.To.Put(Part, [.. Content[..^1], (byte)~Content[^1]]), ["150 go", "226 stored"], nth: 1);
        var file = await _copy.SucceedAsync();
        Assert.Equal((0, Content.Length), (file.BytesReused, file.BytesSent));
    }

    [Fact]
    public async Task A_partial_file_that_a_server_still_writes_is_waited_for()
    {
        // The connection to the destination is lost, as for a killed client: the state of the server is unknown.
        await LeaveAsync(isLost: true);
        var before = _copy.To.Count($"SIZE {Part}");
        _copy.To.At($"SIZE {Part}", () => _copy.To.Put(Part, Content[..150_000]), nth: 2);
        var file = await _copy.SucceedAsync();
        Assert.Equal((150_000, 50_000), (file.BytesReused, file.BytesSent));
        Assert.InRange(_copy.To.Count($"SIZE {Part}") - before, 4, int.MaxValue);
    }

    [Fact]
    public async Task A_name_that_a_server_has_taken_away_while_it_writes_is_waited_for()
    {
        await LeaveAsync();
        // This run resumes above byte 0, and its connection is lost.
        await LeaveAsync(isLost: true);
        var held = _copy.To.Get(Part)!;
        _copy.To.Take(Part, "in/.pureftpd-upload.1");
        _copy.To.At($"SIZE {Part}", () => _copy.To.Put(Part, held), nth: 3);
        Assert.Equal(Held, (await _copy.SucceedAsync()).BytesReused);
    }

    [Fact]
    public async Task A_destination_that_removes_nothing_is_written_over_as_before()
    {
        await LeaveAsync();
        _copy.From.Modified = "20260102000000";
        _copy.To.Instead = line => line.StartsWith("DELE", StringComparison.Ordinal) ? ["550 not allowed"] : null;
        await _copy.SucceedAsync();
    }

    [Fact]
    public async Task Of_two_runs_for_one_name_the_second_is_refused_with_a_message()
    {
        var running = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var refused = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _copy.To.Before = line =>
        {
            if (line != $"STOR {Part}") return Task.CompletedTask;
            running.TrySetResult();
            return refused.Task.SoonAsync();
        };
        var first = _copy.RunAsync();
        await running.Task.SoonAsync();
        var kept = await _copy.RunAsync();
        refused.SetResult();
        Assert.Equal(FailureKind.Usage, kept.Failure);
        Assert.Contains($"is being copied by process {Environment.ProcessId}", kept.Message);
        Assert.Null((await first).Failure);
    }

    [Fact]
    public async Task A_run_that_was_refused_before_anything_was_sent_leaves_no_record()
    {
        _copy.To.Put(Final, [1]);
        Assert.Equal(FailureKind.Usage, (await _copy.RunAsync()).Failure);
        Assert.Empty(Directory.GetFiles(_copy.Records.Path));
    }

    [Fact]
    public async Task A_folder_that_cannot_be_created_loses_the_record_but_not_the_copy()
    {
        var file = _copy.Records.File("a file");
        await File.WriteAllTextAsync(file, "");
        await _copy.SucceedAsync(request => request with { Records = Path.Combine(file, "fxp") });
        Assert.Contains("cannot be stored", Assert.Single(_copy.Notices).Message);
    }

    public void Dispose() => _copy.Dispose();

    // A run that stores the first bytes and then gives up because the disk is full.
    private async Task LeaveAsync(bool isLost = false)
    {
        if (!isLost) _copy.From.Instead = line => line == "RETR a.bin" ? ["150 sending", "426 broken"] : null;
        // The connection is lost, and the retries cannot connect.
        _copy.To.At($"STOR {Part}", () => _copy.To.Put(Part, Content[..Held]), isLost ? [] : ["150 go", "452 full"]);
        var file = await _copy.RunAsync(stops: isLost ? value => value is FxpEvent.Notice : null);
        Assert.Equal(isLost ? FailureKind.Cancelled : FailureKind.Disk, file.Failure);
        _copy.From.Instead = _copy.To.Instead = static _ => null;
        _copy.ForgetEvents();
    }
}
