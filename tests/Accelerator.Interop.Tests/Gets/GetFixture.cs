namespace Accelerator.Interop.Tests.Gets;

/// <summary>Gets by the engine, from one server into one folder.</summary>
internal sealed class GetFixture(FtpServerProcess server) : IDisposable
{
    /// <summary>
    /// The stall limit of these gets. By default a stream that is silent for 2.5 s while others receive is replaced; on a busy computer a
    /// server's process can wait that long for a processor, and the tests count sessions, warnings and bytes.
    /// </summary>
    public static readonly TimeSpan Stall = TimeSpan.FromSeconds(60);

    private readonly TempFolder _folder = new();

    public FtpEndpoint Endpoint => server.Endpoint;

    /// <summary>The credential that the command line derives from the same login.</summary>
    public FtpCredential Credential { get; init; } =
        server.User == FtpCredential.Anonymous.User ? FtpCredential.Anonymous : new FtpCredential(server.User, server.Password);

    /// <summary>Names in the folder that is downloaded into.</summary>
    public IEnumerable<string> LocalNames => Directory.EnumerateFileSystemEntries(_folder.Path).Select(entry => Path.GetFileName(entry)).Order();

    public string Target(string path) => _folder.File(Path.GetFileName(path));

    /// <summary>One item for each path, in order, under its own name.</summary>
    public TransferRequest Request(params IEnumerable<string> paths) => new()
    {
        Timeouts = new FtpTimeouts { Stall = Stall },
        Items =
        [
            .. paths.Select(path => new TransferItem
            {
                Sources = [new TransferSource(Endpoint, Credential, FtpPath.FromText(path, FtpCharsets.Utf8))],
                TargetPath = Target(path),
            }),
        ],
    };

    /// <param name="watch">Sees every event as it comes.</param>
    public static async Task<GetOutcome> RunAsync(TransferRequest request, CancellationToken cancellationToken, Action<TransferEvent>? watch = null)
    {
        var events = new ConcurrentQueue<TransferEvent>();
        var trace = new ConcurrentQueue<FtpTraceLine>();
        var observer = new DirectProgress<TransferEvent>(value =>
        {
            events.Enqueue(value);
            watch?.Invoke(value);
        });
        var result = await new TransferRunner(TimeProvider.System).RunAsync(request with { Trace = trace.Enqueue }, observer, cancellationToken);
        return new GetOutcome(result, [.. events], [.. trace]);
    }

    public void Dispose() => _folder.Dispose();
}
