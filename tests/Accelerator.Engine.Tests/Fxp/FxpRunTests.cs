using static Accelerator.Engine.Tests.Fxp.FxpFixture;

namespace Accelerator.Engine.Tests.Fxp;

/// <summary>Whole runs between two servers that misbehave: the next strategy tried, and which file may get the final name.</summary>
public sealed class FxpRunTests : IDisposable
{
    private static readonly byte[] Content = ByteSamples.Random(200_000);

    private readonly FxpFixture _copy = new(Content);

    [Fact]
    public async Task A_file_is_complete_when_both_agree_on_its_size_and_it_has_its_name()
    {
        var file = await _copy.SucceedAsync();
        Assert.Equal(("size", (long)Content.Length), (file.VerifiedBy, file.BytesSent));
        Assert.Null(_copy.To.Get(Part));
        Assert.Empty(_copy.Notices);
        Assert.Equal([$"RNFR {Part}", $"RNTO {Final}", $"SIZE {Final}"], _copy.To.Commands.Where(line => line != "QUIT").TakeLast(3));
    }

    [Fact]
    public async Task A_retry_in_the_same_run_resumes_from_the_actual_size_at_the_destination()
    {
        BreakOff(Content[..120_000]);
        var file = await _copy.SucceedAsync();
        Assert.Equal(("size and samples", 80_000), (file.VerifiedBy, file.BytesSent));
        Assert.Equal("REST 120000", _copy.To.Commands[_copy.To.Commands.ToList().FindLastIndex(line => line == $"STOR {Part}") - 1]);
        Assert.Contains("REST 120000", _copy.From.Commands);
    }

    [Fact]
    public async Task Other_bytes_at_the_seam_have_the_file_sent_from_the_start()
    {
        BreakOff(ByteSamples.Random(120_000, seed: 2));
        var file = await _copy.SucceedAsync();
        Assert.Equal(("size", (long)Content.Length), (file.VerifiedBy, file.BytesSent));
        Assert.Contains(_copy.Notices, notice => notice.Kind == NoticeKind.ResumeRefused);
    }

    [Fact]
    public async Task A_destination_without_REST_is_appended_to()
    {
        BreakOff(Content[..120_000], line => line == "REST 120000" ? ["502 not here"] : null);
        Assert.Equal(80_000, (await _copy.SucceedAsync()).BytesSent);
        Assert.Contains($"APPE {Part}", _copy.To.Commands);
    }

    [Fact]
    public async Task A_truncated_file_is_not_accepted_even_if_both_servers_report_success()
    {
        _copy.To.At($"STOR {Part}", () => _copy.To.Put(Part, Content[..50_000]), ["150 go", "226 stored all of it"], nth: 1);
        await _copy.SucceedAsync();
        Assert.Contains(_copy.Notices, notice => notice.Message.Contains("50,000 of 200,000", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_file_that_grew_longer_than_the_source_s_does_not_get_the_name()
    {
        _copy.Replace(new FxpDouble { Incoming = [.. Content, 1] });
        var file = await _copy.RunAsync();
        Assert.Equal((FailureKind.Verification, true), (file.Failure, file.IsPartLeft));
        Assert.Null(_copy.To.Get(Final));
    }

    [Fact]
    public async Task A_source_that_changed_meanwhile_is_not_published()
    {
        _copy.From.At("RETR a.bin", () => _copy.From.Modified = "20260102000000");
        Assert.Equal(FailureKind.SourceChanged, (await _copy.RunAsync()).Failure);
        Assert.Null(_copy.To.Get(Final));
    }

    [Fact]
    public async Task Hashes_that_differ_keep_the_name_from_the_file()
    {
        foreach (var (server, digit) in new[] { (_copy.From, 'a'), (_copy.To, 'b') })
        {
            server.Features = ["XSHA256", "XCRC"];
            server.Instead = line => line.StartsWith("XSHA256", StringComparison.Ordinal) ? [$"250 {new string(digit, 64)}"] : null;
        }
        var file = await _copy.RunAsync(request => request with { Verify = new Verification(VerifyMode.Always) });
        Assert.Equal(FailureKind.Verification, file.Failure);
        Assert.Null(_copy.To.Get(Final));
        Assert.Equal(Content, _copy.To.Get(Part));
    }

    [Fact]
    public async Task If_the_server_refuses_the_rename_the_complete_part_file_is_kept_and_reported()
    {
        _copy.To.Instead = line => line.StartsWith("RNTO", StringComparison.Ordinal) ? ["550 not allowed"] : null;
        var file = await _copy.RunAsync();
        Assert.Equal((FailureKind.Usage, true), (file.Failure, file.IsPartLeft));
        Assert.Contains("a.bin.part", file.Message);
        Assert.Contains("550 not allowed", file.Message);
    }

    [Fact]
    public async Task A_lost_answer_to_RNTO_is_no_failure_where_the_name_is_there()
    {
        _copy.To.At("RNTO", () => _copy.To.Take(Part, Final), replies: []);
        await _copy.SucceedAsync();
    }

    [Fact]
    public async Task Both_directions_are_tried_and_the_sentence_names_both_settings()
    {
        _copy.To.Instead = line => line.StartsWith("PORT", StringComparison.Ordinal) ? ["500 Illegal PORT command."] : null;
        _copy.From.Instead = line => line.StartsWith("PORT", StringComparison.Ordinal) ? ["500 I won't"] : null;
        var file = await _copy.RunAsync();
        Assert.Equal(FailureKind.Usage, file.Failure);
        Assert.Contains("500 I won't", file.Message);
        Assert.Contains("500 Illegal PORT command", file.Message);
        Assert.Equal((1, 0), (_copy.From.Count("PORT"), _copy.To.Count("STOR")));
    }

    public void Dispose() => _copy.Dispose();

    // The first STOR stores these bytes and fails with 426. The source also replies 426 if it has already received RETR. An EPSV command
    // marks a sample.
    private void BreakOff(byte[] left, Func<string, string[]?>? otherwise = null)
    {
        _copy.From.Instead = line => line == "RETR a.bin" && !_copy.From.Commands.Contains("EPSV") ? ["150 sending", "426 broken"] : null;
        _copy.To.Instead = line =>
        {
            if (line != $"STOR {Part}" || _copy.To.Count(line) > 1) return otherwise?.Invoke(line);
            _copy.To.Put(Part, left);
            return ["150 go", "426 broken"];
        };
    }
}
