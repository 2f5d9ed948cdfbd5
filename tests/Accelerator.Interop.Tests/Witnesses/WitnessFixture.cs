namespace Accelerator.Interop.Tests.Witnesses;

/// <summary>A server in this process with one file and one fault, and a client that fetches the file from it: ftpx, or a peer.</summary>
internal sealed class WitnessFixture : IAsyncDisposable
{
    /// <summary>Long enough for a journal of ftpx (16 MiB).</summary>
    public const long Size = 24 << 20;

    private const string Path = "/target";
    private const string Ftpx = "ftpx";

    // The longest healthy run is one connection's: twelve seconds.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    private readonly TempFolder _folder = new();
    private readonly LoopbackServer _server;
    private readonly string _client;
    private readonly List<FileContent> _everServed = [FileContent.Synthetic(Size, 1)];

    /// <param name="client">ftpx, or a program that <see cref="Peer"/> knows.</param>
    /// <param name="bytesPerSecond">The rate of each connection.</param>
    /// <param name="features">The features of the server.</param>
    /// <param name="faults">The faults of the server.</param>
    public WitnessFixture(string client, long bytesPerSecond, LoopbackFeatures features, params Fault[] faults)
    {
        _client = client;
        _server = LoopbackServer.Start(new LoopbackOptions
        {
            Features = features, Shaping = new LinkShape { BytesPerSecond = bytesPerSecond }, DataSendBuffer = 64 << 10, Faults = FaultPlan.Of(faults),
            // To a 426 after its own early close rclone says that the copy has failed, on a healthy server too.
            EarlyClose = EarlyCloseAnswer.Reply226,
        });
        _server.Files.Add(Path, _everServed[0]);
    }

    private string Target => _folder.File("target");

    /// <summary>Once the server has sent so many bytes, another file of the same length is written over the one that it has, a day younger.</summary>
    public void WriteOverAfter(long bytes) => ChangeAfter(bytes, static (files, content, time) => files.ReplaceInPlace(Path, content, time));

    /// <summary>Once the server has sent so many bytes, another file of the same length takes the name of the one that it has.</summary>
    public void ReplaceAfter(long bytes) => ChangeAfter(bytes, static (files, content, time) => files.ReplaceByRename(Path, content, time));

    /// <summary>A first run is killed at five eighths of the file, and another file of the same length takes its place.</summary>
    public async Task KillAndReplaceAsync(CancellationToken cancellationToken)
    {
        await using (var run = Start())
        {
            using var waiting = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            await Task.WhenAny(_server.Log.WaitForAsync(log => log.BytesSentOf(Path) >= Size * 5 / 8, waiting.Token), run.WaitAsync(waiting.Token));
            Assert.False(run.HasExited, $"{_client} ended before it could be killed.");
            await waiting.CancelAsync();
            await run.KillAsync();
        }
        _everServed.Add(FileContent.Synthetic(Size, 2));
        _server.Files.ReplaceByRename(Path, _everServed[^1], LoopbackTree.DefaultModifiedUtc.AddDays(1));
    }

    /// <summary>Runs the client, once more where it fails, as any script would, and looks at what it says and at what is there.</summary>
    public async Task<Testimony> HearAsync(CancellationToken cancellationToken)
    {
        int? exitCode = null;
        for (var attempt = 0; attempt < 2 && exitCode is not 0; attempt++)
        {
            if (await RunAsync(cancellationToken) is not { } ended) return new Testimony(_client, Verdict.Hangs, ExitCode: null, Length: null);
            exitCode = ended;
        }
        return new Testimony(_client, (exitCode, File.Exists(Target), await IsRightAsync(cancellationToken)) switch
        {
            (0, true, true) => Verdict.Right,
            (0, _, _) => Verdict.WrongAndSilent,
            (_, true, false) => Verdict.WrongAndSaid,
            _ => Verdict.Refused,
        }, exitCode, File.Exists(Target) ? new FileInfo(Target).Length : null);
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        _folder.Dispose();
    }

    private void ChangeAfter(long bytes, Action<LoopbackTree, FileContent, DateTimeOffset> change)
    {
        _everServed.Add(FileContent.Synthetic(Size, 2));
        var younger = LoopbackTree.DefaultModifiedUtc.AddDays(1);
        _server.Inject(Fault.AfterTotalBytes(bytes).ChangeFiles(files => change(files, _everServed[^1], younger)));
    }

    private async Task<int?> RunAsync(CancellationToken cancellationToken)
    {
        await using var run = Start();
        try
        {
            return (await run.WaitAsync(cancellationToken).WaitAsync(Patience, cancellationToken)).ExitCode;
        }
        catch (TimeoutException)
        {
            return null;
        }
    }

    private ProgramRun Start()
    {
        var url = new Uri($"ftp://{_server.EndPoint}{Path}");
        return _client == Ftpx
            ? FtpxProgram.Native.Start(_folder.Path, password: null, "get", "--streams", "4", "--output", "target", url.AbsoluteUri)
            : Peer.Start(_client, url, _folder.Path);
    }

    // Whichever of the files that the server has had: an older one is a whole file too.
    private async Task<bool> IsRightAsync(CancellationToken cancellationToken)
    {
        if (!File.Exists(Target)) return false;
        foreach (var content in _everServed)
            if (await content.FirstDifferenceAsync(Target, cancellationToken) is null) return true;
        return false;
    }
}
