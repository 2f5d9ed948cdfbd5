using Accelerator.Engine.Transfers;

namespace Accelerator.Service.Tests.Figures;

public sealed class LiveTransfersTests
{
    private readonly FakeTime _time = new();
    private readonly LiveTransfers _live;

    public LiveTransfersTests() => _live = new LiveTransfers(_time);

    [Fact]
    public void A_file_is_in_progress_from_its_first_bytes_to_its_end_and_has_no_rate_while_none_arrives()
    {
        var (a, b) = (Claim(1, "a.nc"), Claim(2, "b.nc"));
        _live.Report(new JobEvent.Begun(a, "/in/a.nc"));
        _live.Report(new JobEvent.Begun(b, "/in/b.nc"));
        Assert.Empty(_live.Read());
        _time.Advance(TimeSpan.FromSeconds(1));
        Progress(new FileSnapshot("/in/a.nc", 50, 100, 3, 25), new FileSnapshot("/in/other.nc", 1, 2, 1, 1));
        var begun = _time.GetUtcNow().AddSeconds(-1);
        Assert.Equal([new TransferFigures("passes", "svalbard", "/pub/a.nc", begun, 50, 100, 3, 25)], _live.Read());
        _time.Advance(TimeSpan.FromSeconds(2));
        Assert.Equal((50, 0, 0d), (_live.Read()[0].BytesDone, _live.Read()[0].Streams, _live.Read()[0].BytesPerSecond));
        Progress(new FileSnapshot("/in/a.nc", 60, 100, 1, 5), new FileSnapshot("/in/b.nc", 7, null, 1, 7));
        Assert.Equal([(60L, 100L), (7L, 10L)], _live.Read().Select(file => (file.BytesDone, file.Size)));
        _live.Report(new JobEvent.Delivered(a, "/in/a.nc", 100, TimeSpan.FromSeconds(3), "complete"));
        _live.Report(new JobEvent.Refused(b, DeliveryAction.TryAgain, "network", "426"));
        Progress(new FileSnapshot("/in/a.nc", 100, 100, 0, 0));
        Assert.Empty(_live.Read());
    }

    [Fact]
    public void A_file_whose_end_is_never_reported_does_not_stay_in_progress()
    {
        _live.Report(new JobEvent.Begun(Claim(1, "a.nc"), "/in/a.nc"));
        Progress(new FileSnapshot("/in/a.nc", 50, 100, 3, 25));
        _time.Advance(TimeSpan.FromMinutes(2));
        Assert.Single(_live.Read());
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Empty(_live.Read());
    }

    private void Progress(params FileSnapshot[] files) => _live.Report(new JobEvent.Progress("svalbard", new TransferSnapshot
    {
        Elapsed = default,
        Phase = TransferPhase.Transferring,
        BytesDone = 0,
        BytesTotal = null,
        BytesFetched = 0,
        BytesPerSecond = 0,
        FilesDone = 0,
        FilesTotal = 2,
        CurrentFile = "",
        ActiveStreams = 0,
        WantedStreams = 0,
        Streams = [],
        Files = files,
    }));

    private Claim Claim(long id, string name) => new()
    {
        FileId = id,
        Epoch = 1,
        Owner = "n1/a",
        Job = "passes",
        Server = "svalbard",
        Folder = "/pub",
        Target = "/in",
        Name = name,
        Size = 10,
        Version = 1,
        Attempts = 0,
        FirstSeen = _time.GetUtcNow(),
        QueuedAt = _time.GetUtcNow(),
    };
}
