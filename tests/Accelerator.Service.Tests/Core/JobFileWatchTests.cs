namespace Accelerator.Service.Tests.Core;

public sealed class JobFileWatchTests : IAsyncLifetime, IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly JobFileWatch _watch;

    public JobFileWatchTests() => _watch = new JobFileWatch(File, (_, _) => Task.CompletedTask, _time, NullLogger.Instance);

    private string File => _folder.File("jobs.json");

    public Task InitializeAsync() => Task.CompletedTask;

    public Task DisposeAsync() => _watch.StopAsync(CancellationToken.None);

    public void Dispose()
    {
        _watch.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Without_a_file_the_service_starts_reports_it_and_reads_the_file_once_it_exists()
    {
        await _watch.StartAsync(CancellationToken.None);
        Assert.Null(_watch.InForce);
        Assert.Contains("does not exist", Assert.Single(_watch.State.Problems));
        Write("passes");
        await PollAsync(3);
        Assert.Equal("passes", Assert.Single(_watch.InForce!.Jobs).Name);
        Assert.Empty(_watch.State.Problems);
    }

    [Fact]
    public async Task An_invalid_file_leaves_the_last_valid_one_in_force_and_all_errors_are_reported()
    {
        Write("passes");
        await _watch.StartAsync(CancellationToken.None);
        var read = _watch.State.ReadAt;
        Assert.NotNull(read);
        System.IO.File.WriteAllText(File, "{ \"jobs\": {\n \"a\": { \"kind\": \"push\" } } }");
        await PollAsync(3);
        Assert.Equal("passes", Assert.Single(_watch.InForce!.Jobs).Name);
        Assert.Equal(read, _watch.State.ReadAt);
        var since = _watch.State.WrongSince;
        Assert.True(since > read);
        Assert.Contains("The previous job file stays in force.", _watch.State.Problems[0]);
        Assert.Contains(_watch.State.Problems, problem => problem.StartsWith("line 2, jobs.a.kind: ", StringComparison.Ordinal));
        System.IO.File.Delete(File);
        await PollAsync(3);
        Assert.Equal("passes", Assert.Single(_watch.InForce!.Jobs).Name);
        Assert.Contains("does not exist", Assert.Single(_watch.State.Problems));
        Assert.Equal(since, _watch.State.WrongSince);
        Write("passes");
        await PollAsync(3);
        Assert.Null(_watch.State.WrongSince);
    }

    /// <summary>
    /// A file that is read while it is being written would be invalid for a moment, and would alert an operator needlessly.
    /// </summary>
    [Fact]
    public async Task A_file_is_read_when_it_has_stayed_as_it_is_for_two_seconds()
    {
        Write("passes");
        await _watch.StartAsync(CancellationToken.None);
        for (var i = 0; i < 5; i++)
        {
            System.IO.File.WriteAllText(File, new string('{', i + 1));
            await PollAsync(1);
        }
        Assert.Empty(_watch.State.Problems);
        Write("other");
        await PollAsync(2);
        Assert.Equal("passes", Assert.Single(_watch.InForce!.Jobs).Name);
        await PollAsync(1);
        Assert.Equal("other", Assert.Single(_watch.InForce!.Jobs).Name);
    }

    [Fact]
    public async Task A_reload_reads_at_once_and_what_is_not_changed_is_not_read_again()
    {
        Write("passes");
        await _watch.StartAsync(CancellationToken.None);
        Write("other");
        var state = await _watch.ReloadAsync(CancellationToken.None);
        Assert.Empty(state.Problems);
        var jobs = _watch.InForce;
        Assert.Equal("other", Assert.Single(jobs!.Jobs).Name);
        await PollAsync(5);
        Assert.Same(jobs, _watch.InForce);
    }

    [Fact]
    public async Task Control_characters_in_the_file_are_escaped_on_terminal_and_in_the_log()
    {
        System.IO.File.WriteAllText(File, "{ \"\\u001b[2J\\nERR all is lost\": 1 }");
        await _watch.StartAsync(CancellationToken.None);
        Assert.All(_watch.State.Problems, problem => Assert.DoesNotContain(problem, char.IsControl));
        Assert.Contains(_watch.State.Problems, problem => problem.Contains("\\x1B[2J", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Only_the_first_of_very_many_errors_are_reported()
    {
        System.IO.File.WriteAllText(File, "{" + string.Join(",", Enumerable.Range(0, 1000).Select(i => $"\"x{i}\":1")) + "}");
        await _watch.StartAsync(CancellationToken.None);
        Assert.Equal(20, _watch.State.Problems.Count);
    }

    [Fact]
    public async Task A_path_of_another_system_is_refused()
    {
        var target = OperatingSystem.IsWindows() ? "/srv/a" : "D:/a";
        System.IO.File.WriteAllText(File, $$"""{ "servers": { "s": { "address": "ftp://h" } }, "jobs": { "a": { "server": "s", "folders": [ "/a" ], "target": "{{target}}" } } }""");
        await _watch.StartAsync(CancellationToken.None);
        Assert.Null(_watch.InForce);
        Assert.Contains(_watch.State.Problems, problem => problem.Contains("is a path of", StringComparison.Ordinal));
    }

    // The poll has ended when the next wait has begun.
    private async Task PollAsync(int seconds)
    {
        for (var i = 0; i < seconds; i++)
        {
            await _time.UntilTimersAsync(1);
            var polls = _watch.Polls;
            _time.Advance(JobFileWatch.Interval);
            await Soon.UntilAsync(() => _watch.Polls > polls);
        }
    }

    private void Write(string job) => System.IO.File.WriteAllText(
        File,
        $$"""
        {
          "servers": { "s": { "address": "ftp://pull@127.0.0.1" } },
          "jobs": { "{{job}}": { "kind": "pull", "server": "s", "folders": [ "/a" ], "target": "{{(OperatingSystem.IsWindows() ? "D:" : "")}}/srv/{{job}}" } }
        }
        """);
}
