namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>One server, one local folder, and gets between them. Every failure includes the server's whole trace.</summary>
internal sealed class GetFixture : IAsyncDisposable
{
    /// <summary>The default remote file.</summary>
    public const string Remote = "/big.bin";

    /// <summary>
    /// A limit of 12 MB/s for each data connection. Without it the first stream fetches the whole file before the second has logged in, and
    /// a test of many streams tests one.
    /// </summary>
    public static LinkShape Capped { get; } = new() { BytesPerSecond = 12_000_000 };

    /// <summary>Returns <see cref="Capped"/> for several streams; one stream needs no cap.</summary>
    public static LinkShape For(int streams) => streams == 1 ? LinkShape.Unlimited : Capped;

    // A run that hangs never ends. The slowest ones take some 20 s alone, and several times as long beside other test processes.
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(3);

    private readonly EventLog _events = new();
    private TimeProvider _time = TimeProvider.System;

    // Data in a large system buffer counts as sent, although the client, which has shortened its range, never reads it.
    public GetFixture(LoopbackOptions options) => Server = LoopbackServer.Start(options with { DataSendBuffer = options.DataSendBuffer ?? 256 << 10 });

    /// <summary>Creates a server with these faults whose connections are <see cref="Capped"/>.</summary>
    public GetFixture(params Fault[] faults)
        : this(streams: 8, faults)
    {
    }

    /// <summary>Creates a server with these faults and a link for this many streams.</summary>
    public GetFixture(int streams, params Fault[] faults)
        : this(new LoopbackOptions { Faults = FaultPlan.Of(faults), Shaping = For(streams) })
    {
    }

    public LoopbackServer Server { get; }

    public TempFolder Folder { get; } = new();

    public string Target => Folder.File("big.bin");

    /// <summary>The folder of the facts that <see cref="RememberAsync"/> stores.</summary>
    public string MemoryFolder => Folder.File("sites");

    public string Part => Target + ".part";

    public string Journal => Target + ".part.journal";

    /// <summary>
    /// The run's clock. With a quick clock, time-outs still last seconds of real time: the server has to answer within them on a busy
    /// machine.
    /// </summary>
    public TimeProvider Time
    {
        get => _time;
        set
        {
            _time = value;
            if (value is QuickTime { Factor: > 1 } quick) Timeouts = AllOf(Seconds(Math.Max(60, 20 * quick.Factor)));
        }
    }

    public FtpCredential Credential { get; set; } = FtpCredential.Anonymous;

    /// <summary>Time limits that suit a busy machine; tests of silence set their own.</summary>
    public FtpTimeouts Timeouts { get; set; } = AllOf(Seconds(30));

    /// <summary>Adjusts every request of this fixture.</summary>
    public Func<TransferRequest, TransferRequest> Adjust { get; set; } = request => request;

    /// <summary>The result of the last get, for its first item.</summary>
    public FileResult Result { get; private set; } = null!;

    public TransferResult Results { get; private set; } = null!;

    public IReadOnlyList<TransferEvent> Events => _events.All;

    public IReadOnlyList<string> Notices(NoticeKind kind) =>
        [.. Events.OfType<TransferEvent.Notice>().Where(notice => notice.Kind == kind).Select(notice => notice.Message)];

    public TransferItem Item(string remote = Remote, string? target = null) => new()
    {
        Sources = [new TransferSource(new FtpEndpoint("127.0.0.1", Server.EndPoint.Port, FtpSecurity.None), Credential, FtpPath.FromText(remote, FtpCharsets.Utf8))],
        TargetPath = target ?? Folder.File(Path.GetFileName(remote)),
    };

    public TransferRequest Request(int? streams, params TransferItem[] items) =>
        Adjust(new TransferRequest { Items = items.Length > 0 ? items : [Item()], Streams = streams, Timeouts = Timeouts });

    /// <summary>Stores facts about the server, as an earlier run would have, for the runs that follow.</summary>
    public async Task RememberAsync(SiteFacts facts)
    {
        var memory = SiteSamples.Memory(MemoryFolder);
        var key = SiteKey.Of(new FtpEndpoint("127.0.0.1", Server.EndPoint.Port, FtpSecurity.None), Credential.User);
        Assert.Null(await memory.LearnAsync(key, _ => facts, default));
        Adjust = request => request with { Sites = memory };
    }

    /// <summary>Fetches <see cref="Remote"/>.</summary>
    public Task<FileResult> GetAsync(int? streams = 8, CancellationToken cancellationToken = default) => RunAsync(Request(streams), cancellationToken);

    /// <summary>Fetches <see cref="Remote"/>, alone or as one of the given items, and asserts that it is complete.</summary>
    public async Task GetCompleteAsync(int? streams = 8, params TransferItem[] items)
    {
        await GetAsync(streams, items);
        await AssertIsCompleteAsync();
    }

    /// <summary>Fetches <see cref="Remote"/> and asserts that it is complete although this fault took place at least this often.</summary>
    public async Task GetCompleteDespiteAsync(string fault, int? streams = 8, int least = 1)
    {
        await GetCompleteAsync(streams);
        AssertFaultFired(fault, least);
    }

    /// <summary>Asserts that a get of <see cref="Remote"/> fails for this reason, with a message that contains these words.</summary>
    public async Task GetRefusedAsync(int? streams, FailureKind kind, params string[] words)
    {
        await GetAsync(streams);
        AssertNothingPublished(kind, words);
    }

    /// <summary>Fetches the given items.</summary>
    public Task<FileResult> GetAsync(int? streams, params TransferItem[] items) => RunAsync(Request(streams, items), CancellationToken.None);

    /// <summary>Starts fetching <see cref="Remote"/>, stops when the condition holds, and returns the result.</summary>
    public async Task<FileResult> StopWhenAsync(int? streams, Func<LoopbackLog, bool> condition)
    {
        using var stop = new CancellationTokenSource();
        var run = GetAsync(streams, stop.Token);
        await Task.WhenAny(run, Server.Log.WaitForAsync(condition, CancellationToken.None));
        await stop.CancelAsync();
        return await run;
    }

    /// <summary>Carries out a request; a run that does not end in time fails the test.</summary>
    public async Task<FileResult> RunAsync(TransferRequest request, CancellationToken cancellationToken)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var run = new TransferRunner(Time).RunAsync(request, _events, deadline.Token);
        if (!await EndsAsync(run, Deadline))
        {
            await deadline.CancelAsync();
            var ended = await EndsAsync(run, Seconds(30));
            Fail($"The run did not end within {Deadline.TotalSeconds:0} s{(ended ? "" : ", nor when it was cancelled")}.");
        }
        Results = await run;
        Result = Results.Files[0];
        return Result;
    }

    /// <summary>
    /// Makes every RETR send this many bytes and stall, and stops the run when all have: the stored bytes are then exactly determined.
    /// </summary>
    public async Task<FileResult> InterruptAsync(int streams, long bytesOfEach)
    {
        Server.Inject(Fault.OnRetr().OnPath(Remote).StallAfter(bytesOfEach));
        using var stop = new CancellationTokenSource();
        var expected = streams * bytesOfEach;
        var earlier = Events.Count;
        // On a busy machine one stream begins many seconds after another: none may be given up as silent before all have stalled.
        var timeouts = Timeouts;
        Timeouts = AllOf(TimeSpan.FromMinutes(10));
        var run = GetAsync(streams, stop.Token);
        Timeouts = timeouts;
        // Bytes that the server has sent may still be in flight.
        var reached = UntilAsync(() => Events.Skip(earlier).OfType<TransferEvent.Progress>().Any(progress => progress.Snapshot.BytesFetched >= expected), stop.Token);
        if (!await EndsAsync(Task.WhenAny(reached, run), Seconds(120)) || !reached.IsCompleted) Fail($"The run was to be stopped after {expected} bytes and never came there.");
        await stop.CancelAsync();
        await run;
        Server.ClearFaults();
        Check(Result.Failure == FailureKind.Cancelled, "The interrupted run should have ended as cancelled.");
        return Result;
    }

    /// <summary>Sets one limit for every wait of a session.</summary>
    public static FtpTimeouts AllOf(TimeSpan limit) => new() { Connect = limit, Reply = limit, FirstByte = limit, Stall = limit };

    /// <summary>Waits for a condition that no event reports; checks every 20 ms.</summary>
    public static async Task UntilAsync(Func<bool> condition, CancellationToken cancellationToken = default)
    {
        while (!condition()) await Task.Delay(20, cancellationToken);
    }

    /// <summary>Creates a file of this length on the server.</summary>
    public GetFixture Serving(long length, string remote = Remote, int seed = 1)
    {
        Server.Files.AddSynthetic(remote, length, seed);
        return this;
    }

    /// <summary>
    /// Asserts that the get succeeded, the target equals the server's current content, and the folder holds nothing else.
    /// </summary>
    public async Task AssertIsCompleteAsync(string remote = Remote)
    {
        Check(Result.Failure is null, $"The get of {remote} should have succeeded.");
        await AssertTargetIsAsync(Server.Files[remote].Content, Folder.File(Path.GetFileName(remote)));
        Check(!File.Exists(Part) && !File.Exists(Journal), "The partial file or its journal was left behind.");
    }

    /// <summary>Asserts that the target holds exactly this content.</summary>
    public async Task AssertTargetIsAsync(FileContent content, string? target = null)
    {
        target ??= Target;
        Check(File.Exists(target), $"{target} is not there.");
        var difference = await content.FirstDifferenceAsync(target, CancellationToken.None);
        Check(difference is null, $"{target} differs from the server's file at byte {difference}.");
    }

    /// <summary>
    /// Asserts that the get failed for this reason, with a message that contains these words, and that no file has appeared.
    /// </summary>
    public void AssertNothingPublished(FailureKind kind, params string[] words)
    {
        Check(Result.Failure == kind, $"The get should have failed as {kind}.");
        Check(!File.Exists(Target), "A file was published.");
        foreach (var word in words) Check(Result.Message.Contains(word, StringComparison.OrdinalIgnoreCase), $"The message should contain \"{word}\".");
    }

    /// <summary>Asserts that the fault took place at least this often: without its fault a test shows nothing.</summary>
    public void AssertFaultFired(string words, int least = 1)
    {
        var count = Server.Log.Faults.Count(fault => fault.Contains(words, StringComparison.Ordinal));
        Check(count >= least, $"The fault \"{words}\" took place {count} times, not {least}.");
    }

    /// <summary>Fails with all available diagnostics unless the condition holds.</summary>
    public void Check(bool condition, string complaint)
    {
        if (!condition) Fail(complaint);
    }

    public async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        Folder.Dispose();
    }

    private void Fail(string complaint)
    {
        var text = new StringBuilder(complaint).AppendLine();
        if (Result is not null) text.AppendLine($"result: {Result.Failure?.ToString() ?? "complete"}: {Result.Message}").AppendLine(Result.ToString());
        foreach (var notice in Events.OfType<TransferEvent.Notice>()) text.AppendLine($"notice {notice.Kind}: {notice.Message}");
        text.AppendLine($"folder: {string.Join(", ", Directory.Exists(Folder.Path) ? Directory.GetFiles(Folder.Path).Select(Path.GetFileName) : ["(gone)"])}");
        Assert.Fail(text.Append(Server.Log).ToString());
    }

    // A limit for a wait that should end: reached only on failure.
    private static async Task<bool> EndsAsync(Task task, TimeSpan limit) => await Task.WhenAny(task, Task.Delay(limit)) == task;

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private sealed class EventLog : IProgress<TransferEvent>
    {
        private readonly List<TransferEvent> _all = [];

        public IReadOnlyList<TransferEvent> All
        {
            get { lock (_all) return [.. _all]; }
        }

        public void Report(TransferEvent value)
        {
            lock (_all) _all.Add(value);
        }
    }
}
