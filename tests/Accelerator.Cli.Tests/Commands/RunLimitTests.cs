namespace Accelerator.Cli.Tests.Commands;

/// <summary>The options that end a run or change its rate, with an engine that returns prepared results.</summary>
public sealed class RunLimitTests : EngineFixture
{
    // The clock of the tests shows 03:04:05.
    [Theory]
    [InlineData(90, "the limit of --max-time was reached (1:30); stopping. Data transferred so far is kept.", "--max-time", "90")]
    [InlineData(115, "it is 03:06, the time of --stop-at; stopping. Data transferred so far is kept.", "--stop-at", "03:06")]
    [InlineData(90, "the limit of --max-time was reached (1:30); stopping. Data transferred so far is kept.", "--max-time", "90s", "--stop-at", "03:06")]
    [InlineData(115, "it is 03:06, the time of --stop-at; stopping. Data transferred so far is kept.", "--max-time", "3m", "--stop-at", "03:06")]
    public async Task The_first_limit_ends_the_run_with_its_own_sentence_and_code(int seconds, string sentence, params string[] limits)
    {
        var code = await GetAsync(
            (_, events, token) =>
            {
                Process.Time.Advance(TimeSpan.FromSeconds(seconds - 1));
                Assert.False(token.IsCancellationRequested);
                Process.Time.Advance(TimeSpan.FromSeconds(1));
                Assert.True(token.IsCancellationRequested);
                var stopped = TransferSamples.Failed(FailureKind.Cancelled, canResume: true);
                events.Report(new TransferEvent.Finished(stopped));
                return Task.FromResult(new TransferResult([stopped], TimeSpan.Zero));
            },
            ["ftp://h/f", .. limits]);
        Assert.Equal(19, code);
        Assert.StartsWith($"ftpx: note: {sentence}\n", Err);
        Assert.EndsWith($"ftpx: note: to continue, run: ftpx get ftp://h/f {string.Join(' ', limits)}\n", Err);
    }

    [Fact]
    public async Task A_run_that_ends_before_its_limit_has_the_code_of_its_files() =>
        Assert.Equal(0, await GetAsync(Finish(TransferSamples.Done()), "ftp://h/f", "--max-time", "1s"));

    [Fact]
    public async Task Ctrl_C_before_the_limit_keeps_its_code() => Assert.Equal(
        130,
        await GetAsync(
            (_, _, token) =>
            {
                Process.Stop!.Press();
                Process.Time.Advance(TimeSpan.FromSeconds(2));
                throw new OperationCanceledException(token);
            },
            "ftp://h/f", "--max-time", "1s"));

    [Fact]
    public async Task Retries_and_a_timetable_reach_the_engine()
    {
        Assert.Equal(0, await GetAsync(Finish(TransferSamples.Done()), "ftp://h/f", "--retries", "unlimited", "--retry-wait", "30",
            "--limit-rate", "00:00-24:00=5M"));
        Assert.Equal(new RetryLimits(null, TimeSpan.FromSeconds(30)), Request!.Retries);
        Assert.Equal(5L << 20, Request.RateLimitNow!());
        Assert.Equal(0, await GetAsync(Finish(TransferSamples.Done()), "ftp://h/f", "--limit-rate", "5M"));
        Assert.Equal((5L << 20, null, RetryLimits.Default), (Request.RateLimit, Request.RateLimitNow, Request.Retries));
    }

    [Fact]
    public async Task A_file_of_limits_is_read_again_every_second_and_a_mistake_in_it_changes_nothing()
    {
        var file = Process.Write("limit.txt", "5M");
        var limits = new List<long?>();
        var code = await GetAsync(
            (request, _, _) =>
            {
                foreach (var text in new[] { "5M", "1M", "fast", "unlimited" })
                {
                    File.WriteAllText(file, text);
                    Process.Time.Advance(TimeSpan.FromSeconds(1));
                    limits.Add(request.RateLimitNow!());
                }
                File.Delete(file);
                Process.Time.Advance(TimeSpan.FromSeconds(3));
                limits.Add(request.RateLimitNow!());
                return Task.FromResult(new TransferResult([TransferSamples.Done()], TimeSpan.Zero));
            },
            "ftp://h/f", "--limit-rate", "@limit.txt");
        Assert.Equal(0, code);
        Assert.Equal([5L << 20, 1L << 20, 1L << 20, null, null], limits);
        Assert.Equal(
            [
                $"ftpx: note: the rate limit is now 1.00 MiB/s ({file}).",
                $"ftpx: note: the rate limit stays as it was: {file}: \"fast\" is not a rate: write bytes per second as 100M, or bits per second as 800Mbit.",
                $"ftpx: note: the rate limit is now unlimited ({file}).",
                $"ftpx: note: the rate limit stays as it was: Could not find file '{file}'.",
            ],
            ErrLines);
    }

    [Theory]
    [InlineData("@none.txt", "--limit-rate: Could not find file ")]
    [InlineData("@.", "--limit-rate: ", " is a folder, not a file.")]
    [InlineData("@bad.txt", "--limit-rate: ")]
    public async Task A_file_without_a_limit_stops_before_the_engine(string value, string sentence, string end = "")
    {
        Process.Write("bad.txt", "08:00=5M");
        Assert.Equal(2, await GetAsync(Finish(TransferSamples.Done()), "ftp://h/f", "--limit-rate", value));
        Assert.Null(Request);
        Assert.StartsWith($"ftpx: error: {sentence}", Err);
        Assert.EndsWith(end, Assert.Single(ErrLines));
    }
}
