namespace Accelerator.Interop.Tests.Fxp;

/// <summary>Copies between two real servers, by the engine.</summary>
internal sealed class FxpFixture(FtpServerProcess from, FtpServerProcess to)
{
    private readonly ConcurrentQueue<(FxpSide Side, FtpTraceLine Line)> _trace = new();
    private readonly ConcurrentQueue<FxpEvent> _events = new();

    /// <summary>
    /// Servers share 127.0.0.1; the client has an address of its own, so that the other server's is a foreign one to each, as it is in the world.
    /// </summary>
    public static IPAddress ClientAddress { get; } = IPAddress.Parse("127.0.0.2");

    /// <summary>The commands that a server has received so far, in order.</summary>
    public IReadOnlyList<string> Sent(FxpSide side) =>
        [.. _trace.Where(entry => entry.Side == side && !entry.Line.FromServer).Select(entry => entry.Line.Text)];

    public IReadOnlyList<string> SentToBoth => [.. Sent(FxpSide.Source), .. Sent(FxpSide.Destination)];

    public int Count(FxpSide side, string verb) => Sent(side).Count(line => line.StartsWith(verb, StringComparison.Ordinal));

    /// <summary>Puts files of these lengths at the source and gives their SHA-256.</summary>
    public async Task<string[]> PutAsync(CancellationToken cancellationToken, params (string Name, long Length)[] files)
    {
        var hashes = new List<string>();
        foreach (var (name, length) in files) hashes.Add(await from.PutAsync(name, length, hashes.Count, cancellationToken));
        return [.. hashes];
    }

    public IReadOnlyList<FxpEvent> Events => [.. _events];

    /// <summary>The complete dialogue, for the message of a failed test.</summary>
    public string Dialogue => string.Join('\n', _trace.Select(entry => $"{entry.Side} {(entry.Line.FromServer ? '<' : '>')} {entry.Line.Text}"));

    public static FxpServer Server(FtpServerProcess server) => new(
        new FtpEndpoint(server.Host, server.Port, server.CertificateFile is null ? FtpSecurity.None : FtpSecurity.Explicit),
        server.User == FtpCredential.Anonymous.User ? FtpCredential.Anonymous : new FtpCredential(server.User, server.Password));

    /// <summary>One item for each name: from the source's root into the destination's inbox.</summary>
    public FxpRequest Request(params IEnumerable<string> names) => new()
    {
        Source = Server(from),
        Destination = Server(to),
        Items = [.. names.Select(name => new FxpItem(PathOf(name), PathOf($"{FxpServers.Inbox}/{name}")))],
        LocalPath = LocalPath.Of(ClientAddress),
        AcceptAnyCertificate = true,
    };

    /// <param name="watch">Sees every event as it comes.</param>
    public Task<FxpResult> RunAsync(FxpRequest request, CancellationToken cancellationToken, Action<FxpEvent>? watch = null)
    {
        var observer = new DirectProgress<FxpEvent>(value =>
        {
            _events.Enqueue(value);
            watch?.Invoke(value);
        });
        return new FxpRunner(TimeProvider.System).RunAsync(request with { Trace = (side, line) => _trace.Enqueue((side, line)) }, observer, cancellationToken);
    }

    /// <summary>Runs a request for one file, however it ends.</summary>
    public async Task<FxpFileResult> RunOneAsync(FxpRequest request, CancellationToken cancellationToken, Action<FxpEvent>? watch = null) =>
        Assert.Single((await RunAsync(request, cancellationToken, watch)).Files);

    /// <summary>Runs a request for one file, which arrives with this SHA-256.</summary>
    public async Task<FxpFileResult> CopyAsync(FxpRequest request, string hash, CancellationToken cancellationToken)
    {
        var file = await RunOneAsync(request, cancellationToken);
        Assert.True(file.Failure is null, $"{file.Message}\n{Dialogue}");
        Assert.Equal(hash, await RandomFile.HashAsync(Arrived(Path.GetFileName(request.Items[0].To.Text)), cancellationToken));
        return file;
    }

    /// <summary>A file of the destination's inbox on the disk.</summary>
    public string Arrived(string name) => Path.Combine(to.Root, FxpServers.Inbox, name);

    public IEnumerable<string> Inbox =>
        Directory.EnumerateFileSystemEntries(Path.Combine(to.Root, FxpServers.Inbox)).Select(entry => Path.GetFileName(entry)).Order();

    private static FtpPath PathOf(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);
}
