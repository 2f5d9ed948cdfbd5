namespace Accelerator.Engine.Tests.Journals;

/// <summary>What a checkpoint writes beside the bytes, where it must not write, and how its failures are reported.</summary>
public sealed class CheckpointerJournalTests : CheckpointerFixture
{
    public CheckpointerJournalTests()
        : base(CheckpointLimits.Default) => Map.MarkWritten(new(0, 10));

    [Fact]
    public async Task New_facts_about_REST_are_journalled_without_new_bytes()
    {
        await Checkpointer.CheckpointNowAsync(default);
        foreach (var honoured in (bool?[])[null, false, true, null])
        {
            Checkpointer.RestHonoured = honoured;
            Assert.Equal(honoured, Checkpointer.RestHonoured);
            await Checkpointer.CheckpointNowAsync(default);
            Assert.Equal(honoured, (await JournalAsync())!.RestHonoured);
        }
        Assert.Equal(1, Sink.Flushes);
    }

    [Fact]
    public async Task A_journal_is_not_written_where_a_link_is_in_the_way()
    {
        await using var checkpointer = new Checkpointer(Map, Sink, Journal, Identity, Time, CheckpointLimits.Default)
        {
            BeforeJournal = () => throw new StorageException(StorageFailure.Denied, "A link is in the way."),
        };
        Assert.Equal("A link is in the way.", (await Assert.ThrowsAsync<StorageException>(() => checkpointer.CheckpointNowAsync(default))).Message);
        Assert.False(File.Exists(Journal));
    }

    [Fact]
    public async Task Any_failure_is_reported_as_a_disk_failure_with_the_journal_name()
    {
        var cause = new InvalidOperationException("Not again.");
        Sink.DuringFlush = () => throw cause;
        await Assert.ThrowsAsync<StorageException>(() => Checkpointer.CheckpointNowAsync(default));
        var failure = await Assert.ThrowsAsync<StorageException>(() => Checkpointer.Completion);
        Assert.Equal((StorageFailure.Failed, $"The checkpoint of '{Journal}' failed: Not again."), (failure.Reason, failure.Message));
        Assert.Same(cause, failure.InnerException);
    }

    [Fact]
    public async Task An_unproven_source_is_in_the_next_journal_without_new_bytes()
    {
        IReadOnlyList<string> sources = [];
        await using var checkpointer = new Checkpointer(Map, Sink, Journal, Identity, Time, CheckpointLimits.Default)
        {
            UnprovenSources = () => sources,
        };
        Map.MarkWritten(new(0, 10));
        await checkpointer.CheckpointNowAsync(default);
        Assert.Empty((await JournalAsync())!.UnprovenSources);

        sources = ["ftp://b.example/f"];
        await checkpointer.CheckpointNowAsync(default);

        Assert.Equal(sources, (await JournalAsync())!.UnprovenSources);
    }

    [Fact]
    public void Without_a_clock_or_limits_there_is_no_checkpointer()
    {
        Assert.Throws<ArgumentNullException>(() => new Checkpointer(Map, Sink, Journal, Identity, null!, CheckpointLimits.Default));
        Assert.Throws<ArgumentNullException>(() => new Checkpointer(Map, Sink, Journal, Identity, Time, null!));
    }
}
