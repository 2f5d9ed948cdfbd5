namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// The first source's file does not match the given SHA-256, and the next source fails: the run ends with the file from a third one, or
/// with an error message.
/// </summary>
public sealed class NextSourceFaultTests
{
    [Theory]
    [Each("gone", "login", "unreachable", "refuses")]
    public async Task A_next_source_that_does_not_deliver_the_file_ends_the_run_with_an_error_or_is_skipped_too(string problem)
    {
        // No other test gets the ports of the replicas that are unreachable.
        using var closed = new ClosedPort();
        using var alsoClosed = new ClosedPort();
        await using var last = Of(problem, replicas: 1, replicaPort: closed.Number);
        await using var oneOfTwo = Of(problem, replicas: 2, replicaPort: alsoClosed.Number);

        await Task.WhenAll(last.Get.GetAsync(4), oneOfTwo.Get.GetAsync(6));

        last.Check(last.Get.Result.Failure is not null, "The get should have failed.");
        last.Get.AssertNothingPublished(last.Get.Result.Failure!.Value, "none of the 2 sources", last.Get.Server.Files.Sha256Of(GetFixture.Remote), $"{last.Replica.EndPoint.Port}");
        oneOfTwo.Check(oneOfTwo.Get.Result.Failure is null, "The get should have succeeded.");
        await oneOfTwo.Get.AssertTargetIsAsync(oneOfTwo.Replicas[1].Files[GetFixture.Remote].Content);
        Assert.Equal(ReplicaFixture.SourceOf(oneOfTwo.Replicas[1]).ToString(), oneOfTwo.Get.Result.Source);
        oneOfTwo.AssertNotice($"It is downloaded from {ReplicaFixture.SourceOf(oneOfTwo.Replicas[1])} instead");
    }

    [Theory]
    [Each("silent", "mute")]
    public async Task A_silent_next_source_ends_the_run_with_an_error(string problem)
    {
        await using var of = Of(problem, replicas: 1);

        await of.Get.GetAsync(2);

        of.Get.AssertNothingPublished(FailureKind.Network, "none of the 2 sources", "does not match");
    }

    [Theory]
    [Each(1, 2)]
    public async Task A_next_source_that_died_before_it_was_needed_ends_the_run_or_is_passed_over(int replicas)
    {
        using var closed = new ClosedPort();
        await using var of = Of("", replicas, replicaPort: closed.Number);
        of.Get.Time = new QuickTime(40);
        // It gives nothing before it dies, although a busy machine ends it late.
        of.Replica.Inject(Fault.OnRetr().StallAfter(0));
        var run = of.Get.GetAsync(6);
        await GetFixture.UntilAsync(() => run.IsCompleted || (of.Get.Server.Log.BytesSent >= 512 << 10 && of.Replica.Log.CountOf("USER") > 0));

        await of.Replica.DisposeAsync();
        await run;

        if (replicas == 1) of.Get.AssertNothingPublished(FailureKind.Network, "none of the 2 sources", "does not match");
        else await of.Get.AssertTargetIsAsync(of.Replicas[1].Files[GetFixture.Remote].Content);
    }

    [Fact]
    public async Task The_first_source_may_be_gone_once_it_is_passed_over()
    {
        using var closed = new ClosedPort();
        await using var of = Of("", replicas: 1, closed.Number);
        of.Replica.Inject(Fault.OnRetr().EndShortAfter(2 << 20));
        var run = of.Get.GetAsync(4);
        await Task.WhenAny(of.Replica.Log.WaitForAsync(log => log.BytesSent >= 1 << 20, CancellationToken.None), run);

        await of.Get.Server.DisposeAsync();
        await run;

        of.Check(of.Get.Result.Failure is null, "The get should have succeeded.");
        await of.Get.AssertTargetIsAsync(of.Replica.Files[GetFixture.Remote].Content);
    }

    // The first server has a file of another length, so no replica delivers a byte before the first server is skipped.
    private static ReplicaFixture Of(string problem, int replicas, int port = 0, int replicaPort = 0)
    {
        var other = problem == "login"
            ? new LoopbackOptions { User = "kim", Password = "secret", Shaping = GetFixture.Capped, Port = replicaPort }
            : new LoopbackOptions { Shaping = GetFixture.Capped, Port = replicaPort };
        var of = new ReplicaFixture(
            new LoopbackOptions { Shaping = GetFixture.Capped, Port = port }, [other, .. Enumerable.Repeat(new LoopbackOptions { Shaping = GetFixture.Capped }, replicas - 1)]);
        of.MakeFirstWrong(of.Content.Resized(ReplicaFixture.Length / 4));
        FailureBudget(of, problem);
        return of;
    }

    private static void FailureBudget(ReplicaFixture of, string problem)
    {
        switch (problem)
        {
            case "gone":
                of.Replica.Files.Remove(GetFixture.Remote);
                break;
            case "unreachable":
                of.Replica.DisposeAsync().AsTask().GetAwaiter().GetResult();
                break;
            case "refuses":
                of.Replica.Inject(Fault.OnRetr().Refuse("550 Not for you."));
                break;
            case "silent":
                Hurry(of);
                of.Replica.Inject(Fault.OnRetr().StallAfter(0));
                break;
            case "mute":
                Hurry(of);
                of.Replica.Inject(Fault.OnConnection().NeverAnswer());
                break;
        }
    }

    // A reply may take five seconds of real time, data half as long, also those of the first source on a busy machine: a failure is retried until
    // it has lasted for a minute of the clock.
    private static void Hurry(ReplicaFixture of)
    {
        of.Get.Time = new QuickTime(8);
        of.Get.Timeouts = GetFixture.AllOf(TimeSpan.FromSeconds(40)) with { FirstByte = TimeSpan.FromSeconds(20), Stall = TimeSpan.FromSeconds(20) };
    }
}
