namespace Accelerator.Engine.Tests.Fxp;

/// <summary>One file, two servers that copy it between them, and the events of the run.</summary>
internal sealed class FxpFixture : IProgress<FxpEvent>, IDisposable
{
    public const string Final = "in/a.bin";
    public const string Part = "in/a.bin.part";

    private readonly ConcurrentQueue<FxpEvent> _events = new();

    public FxpFixture(byte[] content, FxpDoubleLink? link = null)
    {
        Content = content;
        From = new FxpDouble { Link = link };
        From.Put("a.bin", content);
        To = new FxpDouble { Incoming = content, Link = link };
    }

    public byte[] Content { get; }

    public FxpDouble From { get; }

    public FxpDouble To { get; private set; }

    /// <summary>The folder of the records; unused unless <see cref="Adjust"/> selects it.</summary>
    public TempFolder Records { get; } = new();

    /// <summary>Adjusts every request.</summary>
    public Func<FxpRequest, FxpRequest> Adjust { get; set; } = static request => request;

    /// <summary>
    /// A clock that skips the pauses of 0.5 s to 1.5 s: before a retry, until a file stops growing, and until a server opens a file.
    /// </summary>
    public static SkippingTime Time => new(0.5, 1.5);

    public IReadOnlyList<FxpEvent.Notice> Notices => [.. _events.OfType<FxpEvent.Notice>()];

    /// <summary>Replaces the destination with another server.</summary>
    public void Replace(FxpDouble destination)
    {
        To.Dispose();
        To = destination;
    }

    public void ForgetEvents() => _events.Clear();

    public void Report(FxpEvent value) => _events.Enqueue(value);

    /// <summary>Copies the file, and stops at the first event for which <paramref name="stops"/> returns true.</summary>
    public async Task<FxpFileResult> RunAsync(Func<FxpRequest, FxpRequest>? change = null, Func<FxpEvent, bool>? stops = null, CancellationToken cancellationToken = default)
    {
        var request = Adjust(new FxpRequest
        {
            Source = From.Address,
            Destination = To.Address,
            Items = [new FxpItem(FtpPath.FromText("a.bin", FtpCharsets.Utf8), FtpPath.FromText(Final, FtpCharsets.Utf8))],
        });
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var running = new FxpRunner(Time).RunAsync(change?.Invoke(request) ?? request, stops is null ? this : new Stopper(this, stops, stop), stop.Token);
        return Assert.Single((await running.WaitAsync(3 * ScriptedServer.Patience, CancellationToken.None)).Files);
    }

    /// <summary>Copies the file and asserts that it is complete under its final name.</summary>
    public async Task<FxpFileResult> SucceedAsync(Func<FxpRequest, FxpRequest>? change = null)
    {
        var file = await RunAsync(change);
        Assert.True(file.Failure is null, file.Message);
        Assert.Equal(Content, To.Get(Final));
        return file;
    }

    public void Dispose()
    {
        From.Dispose();
        To.Dispose();
        Records.Dispose();
    }

    private sealed class Stopper(FxpFixture fixture, Func<FxpEvent, bool> stops, CancellationTokenSource stop) : IProgress<FxpEvent>
    {
        public void Report(FxpEvent value)
        {
            fixture.Report(value);
            if (stops(value)) stop.Cancel();
        }
    }
}
