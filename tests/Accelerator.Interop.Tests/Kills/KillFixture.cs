namespace Accelerator.Interop.Tests.Kills;

/// <summary>
/// A server in this process that sends one file at a steady pace over eight connections, and the real executable that fetches it.
/// The server counts every byte, so what a stop has cost is a difference of counts, not of times.
/// </summary>
internal sealed class KillFixture : IAsyncDisposable
{
    public const int Streams = 8;
    public const long Size = 96 << 20;

    private const string RemotePath = "/big.bin";
    private const int SendBuffer = 16 << 10;
    private const int Sample = 64 << 10;

    private readonly TempFolder _folder;
    private readonly LoopbackServer _server;
    private readonly FtpxProgram _program;
    private readonly object _gate = new();
    private long _letGo;

    /// <param name="bytesPerSecond">Over all connections.</param>
    /// <param name="parent">Where the folder that is downloaded into is made; null where temporary folders are.</param>
    public KillFixture(FtpxProgram program, long bytesPerSecond, string? parent = null)
    {
        _program = program;
        _folder = new TempFolder(parent);
        _server = LoopbackServer.Start(new LoopbackOptions
        {
            Shaping = new LinkShape { BytesPerSecond = bytesPerSecond / Streams },
            DataSendBuffer = SendBuffer,
        });
        _server.Files.AddSynthetic(RemotePath, Size, seed: 7);
    }

    /// <summary>File bytes that the server has handed to its sockets.</summary>
    public long Sent => _server.Log.BytesSentOf(RemotePath);

    public int Retrievals => _server.Log.Retrievals.Count;

    public string Target(string name) => _folder.File(name);

    public ProgramRun Start(string name) => _program.Start(
        _folder.Path, password: null, "get", "--streams", $"{Streams}", "--json", "--output", name, _server.UrlOf(RemotePath));

    /// <summary>Until the server has sent this much in all, or the program has ended.</summary>
    public async Task WaitForBytesAsync(long sent, ProgramRun run, CancellationToken cancellationToken)
    {
        while (Sent < sent && !run.HasExited) await Task.Delay(TimeSpan.FromMilliseconds(5), cancellationToken);
    }

    /// <summary>
    /// Once the server has sent this much in all it sends no more until <see cref="LetGo"/>: a busy machine would end the transfer before a test has done
    /// what it does in the middle.
    /// </summary>
    public void HoldAt(long sent) => _server.Inject(Fault.AfterTotalBytes(sent).ChangeFiles(_ =>
    {
        lock (_gate)
        {
            if (sent > _letGo) _server.Freeze();
        }
    }));

    /// <summary>Ends the hold at this many bytes, or keeps it from beginning.</summary>
    public void LetGo(long sent)
    {
        lock (_gate)
        {
            _letGo = sent;
            _server.Thaw();
        }
    }

    /// <summary>Ends what the server still has open for a program that has ended: its counts are final.</summary>
    public async Task WaitForSilenceAsync(CancellationToken cancellationToken)
    {
        // Wine once kept the connections of a killed program open for minutes.
        while (_server.Log is not { RunningTransfers: 0, ControlConnections: 0 })
        {
            _server.CloseDataConnections(CloseKind.Reset);
            _server.CloseControlConnections(CloseKind.Reset);
            await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
        }
    }

    /// <summary>Bytes that the next run will not fetch again.</summary>
    public async Task<long> KeptAsync(string name, CancellationToken cancellationToken)
    {
        if (File.Exists(Target(name))) return Size;
        var journal = await ResumeJournal.ReadAsync(Target(name) + ".part.journal", cancellationToken);
        Assert.True(journal.IsMissing || journal.State is not null, journal.Refusal);
        return journal.State is { } state ? state.Proven.Concat(state.Unproven).Sum(range => range.Length) : 0;
    }

    /// <summary>
    /// The bytes that a stop may cost without a defect: the overlap samples below and above each range, which are read in addition to the
    /// range, and the bytes that the server has sent and the program has not read. The kernel holds those bytes (it doubles SO_SNDBUF; a
    /// reader that is delayed on a busy machine has as many in its own queue).
    /// </summary>
    public static long Overhead(int retrievals) => (retrievals * 2L * Sample) + (Streams * 4L * SendBuffer);

    /// <summary>A last run, undisturbed; gives the file bytes that it has read.</summary>
    public async Task<long> FinishAsync(string name, CancellationToken cancellationToken)
    {
        await using var run = Start(name);
        var end = (await run.WaitAsync(cancellationToken)).ExpectQuiet();
        return BytesFetched(end);
    }

    public async Task AssertIsWholeAsync(string name, CancellationToken cancellationToken)
    {
        Assert.Null(await _server.Files[RemotePath].Content.FirstDifferenceAsync(Target(name), cancellationToken));
        Assert.Equal(Size, new FileInfo(Target(name)).Length);
        Assert.False(File.Exists(Target(name) + ".part"));
        Assert.False(File.Exists(Target(name) + ".part.journal"));
    }

    /// <summary>File bytes that a run which came to its end has read, as it says itself.</summary>
    public static long BytesFetched(ProgramEnd end) => Assert.Single(FtpxProgram.Lines(end, "result")).GetProperty("bytes_fetched").GetInt64();

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        _folder.Dispose();
    }
}
