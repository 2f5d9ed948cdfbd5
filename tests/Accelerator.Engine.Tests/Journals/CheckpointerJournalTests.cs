using Accelerator.Engine.Journals;
using Accelerator.Engine.Tests.Storage;

namespace Accelerator.Engine.Tests.Journals;

/// <summary>What a checkpoint writes beside the bytes, where it must not write, and how its failures are told.</summary>
public sealed class CheckpointerJournalTests : IAsyncLifetime, IDisposable
{
    private const int Size = 1000;
    private static readonly RemoteIdentity Identity = new("ftp.example.org:21", "/a.bin", Size, "20190807060504");

    private readonly TempFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly MemorySink _sink = new(Size);
    private readonly FileMap _map = new(Size);
    private readonly string _journal;
    private readonly Checkpointer _checkpointer;

    public CheckpointerJournalTests()
    {
        _journal = _folder.File("a.bin.part.journal");
        _checkpointer = new Checkpointer(_map, _sink, _journal, Identity, _time, CheckpointLimits.Default);
        _map.MarkWritten(new(0, 10));
    }

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync() => await _checkpointer.DisposeAsync();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task What_becomes_known_of_REST_is_journalled_by_itself()
    {
        await _checkpointer.CheckpointNowAsync(default);
        foreach (var honoured in (bool?[])[null, false, true, null])
        {
            _checkpointer.RestHonoured = honoured;
            Assert.Equal(honoured, _checkpointer.RestHonoured);
            await _checkpointer.CheckpointNowAsync(default);
            Assert.Equal(honoured, (await JournalAsync())!.RestHonoured);
        }
        Assert.Equal(1, _sink.Flushes);
    }

    [Fact]
    public async Task A_journal_that_must_not_be_laid_where_it_would_be_is_not_written()
    {
        await using var checkpointer = new Checkpointer(_map, _sink, _journal, Identity, _time, CheckpointLimits.Default)
        {
            BeforeJournal = () => throw new StorageException(StorageFailure.Denied, "A link is in the way."),
        };
        Assert.Equal("A link is in the way.", (await Assert.ThrowsAsync<StorageException>(() => checkpointer.CheckpointNowAsync(default))).Message);
        Assert.False(File.Exists(_journal));
    }

    [Fact]
    public async Task A_failure_of_any_kind_is_told_as_one_of_the_disk_with_the_journals_name()
    {
        var cause = new InvalidOperationException("Not again.");
        _sink.DuringFlush = () => throw cause;
        await Assert.ThrowsAsync<StorageException>(() => _checkpointer.CheckpointNowAsync(default));
        var failure = await Assert.ThrowsAsync<StorageException>(() => _checkpointer.Completion);
        Assert.Equal((StorageFailure.Failed, $"The checkpoint of '{_journal}' failed: Not again."), (failure.Reason, failure.Message));
        Assert.Same(cause, failure.InnerException);
    }

    [Fact]
    public async Task A_source_that_nothing_has_proven_is_in_the_next_journal_though_no_byte_is_new()
    {
        IReadOnlyList<string> sources = [];
        await using var checkpointer = new Checkpointer(_map, _sink, _journal, Identity, _time, CheckpointLimits.Default) { UnprovenSources = () => sources };
        _map.MarkWritten(new(0, 10));
        await checkpointer.CheckpointNowAsync(default);
        Assert.Empty((await JournalAsync())!.UnprovenSources);

        sources = ["ftp://b.example/f"];
        await checkpointer.CheckpointNowAsync(default);

        Assert.Equal(sources, (await JournalAsync())!.UnprovenSources);
    }

    [Fact]
    public void Without_a_clock_or_limits_there_is_no_checkpointer()
    {
        Assert.Throws<ArgumentNullException>(() => new Checkpointer(_map, _sink, _journal, Identity, null!, CheckpointLimits.Default));
        Assert.Throws<ArgumentNullException>(() => new Checkpointer(_map, _sink, _journal, Identity, _time, null!));
    }

    private async Task<JournalState?> JournalAsync() => (await ResumeJournal.ReadAsync(_journal, default)).State;
}
