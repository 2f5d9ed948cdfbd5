namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>One server, one local folder that mirrors its folder /pub, and the trace between them.</summary>
internal sealed class MirrorFixture : IProgress<TransferEvent>, IAsyncDisposable
{
    /// <summary>The features of a server whose listings have no reliable times.</summary>
    public const LoopbackFeatures ListOnly = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst;

    // Only a run that hangs takes so long.
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);
    private static readonly string[] Greetings = ["USER", "PASS", "TYPE", "FEAT", "OPTS", "PWD", "QUIT", "EPSV", "CWD"];

    private readonly List<TransferEvent> _events = [];
    private (Func<TransferEvent, bool> Is, TaskCompletionSource Happened)? _awaited;
    private int _commandsBefore;

    public MirrorFixture(LoopbackOptions? options = null) => Server = LoopbackServer.Start(options);

    public LoopbackServer Server { get; }

    public LoopbackTree Files => Server.Files;

    public TempFolder Folder { get; } = new();

    /// <summary>The local root; missing until a run creates it.</summary>
    public string Root => Folder.File("archive");

    public string RecordPath => Local(".ftpx-mirror");

    public TimeProvider Time { get; set; } = TimeProvider.System;

    /// <summary>Whether an earlier run has seen that MLSD honours its path.</summary>
    public bool KnowsMlsdPath { get; set; } = true;

    public NameRules Rules { get; set; } = NameRules.Linux;

    public string Remote { get; set; } = "/pub";

    /// <summary>Adjusts every request of this fixture.</summary>
    public Func<MirrorRequest, MirrorRequest> Adjust { get; set; } = static request => request;

    /// <summary>The plan of the last run.</summary>
    public MirrorPlan Plan { get; private set; } = null!;

    /// <summary>The commands of the last run, without those of logins and of setting up data connections.</summary>
    public IReadOnlyList<string> Commands => [.. Server.Log.Commands.Skip(_commandsBefore).Where(command => !Greetings.Contains(command.Verb)).Select(command => command.Line)];

    public IReadOnlyList<TransferEvent> Events
    {
        get { lock (_events) return [.. _events]; }
    }

    public IReadOnlyList<string> Notices => [.. Events.OfType<TransferEvent.Notice>().Select(notice => notice.Message)];

    /// <summary>The local files and folders below the root, sorted, without the program's own.</summary>
    public IReadOnlyList<string> Here =>
        [.. Directory.EnumerateFileSystemEntries(Root, "*", SearchOption.AllDirectories).Select(path => Path.GetRelativePath(Root, path)).Where(path => !path.StartsWith(".ftpx-mirror", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    public string Local(string path) => Path.Combine(Root, path);

    public string Text(string path) => File.ReadAllText(Local(path));

    /// <summary>Creates a local file.</summary>
    public void Put(string path, string text, DateTime? modifiedUtc = null)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Local(path))!);
        File.WriteAllText(Local(path), text);
        if (modifiedUtc is { } time) File.SetLastWriteTimeUtc(Local(path), time);
    }

    /// <summary>Creates a file on the server whose length follows from the text.</summary>
    public void Serve(string path, string text, DateTimeOffset? modifiedUtc = null) => Files.Add(LoopbackPath.FromUtf8(path), FileContent.FromBytes(Encoding.UTF8.GetBytes(text)), modifiedUtc);

    public MirrorRequest Request() => Adjust(new MirrorRequest
    {
        Source = new TransferSource(new FtpEndpoint("127.0.0.1", Server.EndPoint.Port, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText(Remote, FtpCharsets.Utf8)),
        TargetRoot = Root,
        Transfer = new TransferRequest { Items = [], Streams = 4, Timeouts = new FtpTimeouts { Connect = Patience, Reply = Patience, FirstByte = Patience, Stall = Patience } },
    });

    public async Task<MirrorRunner> OpenAsync(bool isDryRun = false)
    {
        var runner = await MirrorRunner.OpenAsync(Request(), isDryRun, this, Time, Rules, CancellationToken.None);
        return KnowsMlsdPath ? runner.AsKnown() : runner;
    }

    /// <summary>Plans only.</summary>
    public async Task<MirrorPlan> PlanAsync()
    {
        Begin();
        await using var runner = await OpenAsync(isDryRun: true);
        return Plan = await runner.PlanAsync(CancellationToken.None).WaitAsync(Deadline);
    }

    public async Task<MirrorResult> RunAsync(CancellationToken cancellationToken = default)
    {
        Begin();
        await using var runner = await OpenAsync();
        Plan = await runner.PlanAsync(cancellationToken).WaitAsync(Deadline, CancellationToken.None);
        return await runner.RunAsync(Plan, cancellationToken).WaitAsync(Deadline, CancellationToken.None);
    }

    public async Task<MirrorResult> SucceedAsync()
    {
        var result = await RunAsync();
        Assert.True(result.Succeeded, string.Join('\n', [.. result.Problems.Select(problem => problem.ToString()), .. result.Files.Select(file => file.Message), Server.Log.ToString()]));
        return result;
    }

    /// <summary>The planned downloads: <c>Changed a.txt (5 bytes here, 7 there)</c>.</summary>
    public IReadOnlyList<string> Fetches => [.. Plan.Fetches.Select(fetch => fetch.Why.Length == 0 ? $"{fetch.Change} {fetch.Path}" : $"{fetch.Change} {fetch.Path} ({fetch.Why})")];

    /// <summary>Waits for an event; supports one wait at a time.</summary>
    public Task UntilAsync(Func<TransferEvent, bool> isIt)
    {
        lock (_events)
        {
            if (_events.Exists(value => isIt(value))) return Task.CompletedTask;
            _awaited = (isIt, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
            return _awaited.Value.Happened.Task.SoonAsync();
        }
    }

    public void Report(TransferEvent value)
    {
        lock (_events)
        {
            _events.Add(value);
            if (_awaited is { } awaited && awaited.Is(value)) awaited.Happened.TrySetResult();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        Folder.Dispose();
    }

    private void Begin()
    {
        _commandsBefore = Server.Log.Commands.Count;
        lock (_events) _events.Clear();
    }
}
