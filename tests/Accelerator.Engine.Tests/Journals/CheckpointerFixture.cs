namespace Accelerator.Engine.Tests.Journals;

/// <summary>A file of 1,000 bytes in memory and the checkpointer that keeps its journal, on a clock that stands still.</summary>
public abstract class CheckpointerFixture : IAsyncDisposable
{
    private protected const int Size = 1000;
    private protected static readonly RemoteIdentity Identity = new("ftp.example.org:21", "/a.bin", Size, "20190807060504");
    private readonly TempFolder _folder = new();

    private protected CheckpointerFixture(CheckpointLimits limits)
    {
        Journal = _folder.File("a.bin.part.journal");
        Checkpointer = new Checkpointer(Map, Sink, Journal, Identity, Time, limits);
    }

    private protected FakeTime Time { get; } = new();

    private protected MemorySink Sink { get; } = new(Size);

    private protected FileMap Map { get; } = new(Size);

    private protected string Journal { get; }

    private protected Checkpointer Checkpointer { get; }

    public async ValueTask DisposeAsync()
    {
        await Checkpointer.DisposeAsync();
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected async Task<JournalState?> JournalAsync() => (await ResumeJournal.ReadAsync(Journal, default)).State;
}
