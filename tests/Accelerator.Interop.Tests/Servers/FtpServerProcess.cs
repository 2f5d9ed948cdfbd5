namespace Accelerator.Interop.Tests.Servers;

/// <summary>A real FTP server running as a child process on a loopback port, with a private folder to serve.</summary>
public abstract partial class FtpServerProcess : IAsyncDisposable
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(90);

    private const int MostPorts = 3;

    private static int s_spellings;

    private readonly ServerFolder _folder;
    private readonly string _ownSpelling = Spell("localhost", Interlocked.Increment(ref s_spellings));
    private LoopbackPorts.Reservation? _port;
    private ServerChild? _child;

    private protected FtpServerProcess(ServerOptions options)
    {
        Options = options;
        Address = options.Address ?? (options.IPv6 ? IPAddress.IPv6Loopback : IPAddress.Loopback);
        _folder = new ServerFolder();
        CertificateFile = options.Tls == ServerTls.None ? null : options.CertificateFile ?? _folder.WriteCertificate(Address);
    }

    public ServerOptions Options { get; private set; }

    /// <summary>127.0.0.1, ::1, or what the options say.</summary>
    public IPAddress Address { get; }

    public string Host => Address.ToString();

    /// <summary>
    /// The host name that clients use: with TLS a name, because .NET on Linux keeps TLS sessions by the name it sends (SNI), and an address
    /// is not a name.
    /// </summary>
    public string Name => Options.Tls == ServerTls.None ? Host : "localhost";

    public int Port => _port!.First;

    /// <summary>
    /// What the classes of Accelerator.Ftp call it in this process. .NET on Linux keeps TLS sessions for the whole process by the name in its spelling:
    /// of two servers that are both called localhost, one would be offered the other's session and refuse the data (425).
    /// </summary>
    public FtpEndpoint Endpoint => new(Options.Tls == ServerTls.None ? Host : _ownSpelling, Port, Options.Tls switch
    {
        ServerTls.Explicit => FtpSecurity.Explicit,
        ServerTls.Implicit => FtpSecurity.Implicit,
        _ => FtpSecurity.None,
    });

    public virtual string User => VirtualUser.Name;

    public virtual string Password => VirtualUser.Password;

    /// <summary>Local folder that the server shows as <c>/</c>. Tests put files here; they must be readable by everybody.</summary>
    public string Root => _folder.Served;

    /// <summary>PEM file with the self-signed certificate, for clients that shall trust it; null without TLS.</summary>
    public string? CertificateFile { get; }

    /// <summary>Everything the server has logged and printed so far.</summary>
    public string Log
    {
        get
        {
            var file = _folder.File(LogFileName);
            return (File.Exists(file) ? File.ReadAllText(file) : "") + _child?.Output;
        }
    }

    protected const string LogFileName = "server.log";

    /// <summary>A pattern with one group, the command line as the client sent it; null for a server that does not log commands.</summary>
    protected abstract Regex? LoggedCommand { get; }

    /// <summary>The executable and its arguments, with every configuration file written.</summary>
    private protected abstract (string File, IReadOnlyList<string> Arguments) Prepare(ServerFolder folder);

    /// <summary><c>ftp://user:password@host:port/path</c> (<c>ftps://</c> for implicit TLS).</summary>
    /// <param name="path">Relative to <see cref="Root"/>, with forward slashes.</param>
    public Uri UriFor(string path) =>
        new UriBuilder(Options.Tls == ServerTls.Implicit ? "ftps" : "ftp", Host, Port, path) { UserName = User, Password = Password }.Uri;

    /// <summary>Fills a file with bytes that only <paramref name="seed"/> decides, and gives their SHA-256 in hexadecimal.</summary>
    /// <param name="path">Relative to <see cref="Root"/>; its folders are made.</param>
    public Task<string> PutAsync(string path, long length, int seed, CancellationToken cancellationToken)
    {
        var file = Path.Combine(Root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        return RandomFile.WriteAsync(file, length, seed, cancellationToken);
    }

    /// <summary>The commands that clients have sent so far, in the order of the log.</summary>
    /// <exception cref="InvalidOperationException">This server does not log commands (Pure-FTPd).</exception>
    public IReadOnlyList<string> Commands() =>
        LoggedCommand is { } pattern
            ? [.. pattern.Matches(Log).Select(match => match.Groups[1].Value)]
            : throw new InvalidOperationException($"{GetType().Name} does not log the commands it is sent.");

    /// <summary>How many commands with this verb clients have sent so far.</summary>
    public int CountCommands(string verb) => Commands().Count(command => command.Split(' ')[0] == verb);

    /// <summary>
    /// Waits until clients have sent a command with this verb so often. The log may be written after the client's end: ProFTPD's when a command is done, and
    /// pyftpdlib's comes through a pipe.
    /// </summary>
    public async Task WaitForCommandsAsync(string verb, int least, CancellationToken cancellationToken)
    {
        while (CountCommands(verb) < least) await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (_child is not null)
            await _child.DisposeAsync();
        _port?.Dispose();
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected static async Task<TServer> LaunchAsync<TServer>(TServer server, CancellationToken cancellationToken)
        where TServer : FtpServerProcess
    {
        try
        {
            await server.LaunchAsync(cancellationToken);
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>Stops the server, and starts it again at the same port with the same files.</summary>
    /// <param name="meanwhile">The action while the server is down.</param>
    /// <param name="options">The new options, except address and TLS; null for the old ones.</param>
    /// <param name="cancellationToken">Stops the start.</param>
    public async Task RestartAsync(Func<Task> meanwhile, ServerOptions? options, CancellationToken cancellationToken)
    {
        await _child!.DisposeAsync();
        // A killed process ends when the kernel runs it: until then its port would pass for that of the new server.
        while (LoopbackPorts.IsListening(Address, Port)) await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
        await meanwhile();
        Options = options ?? Options;
        await StartAsync(cancellationToken);
    }

    // A program that reserves no ports may have taken this one meanwhile.
    private async Task LaunchAsync(CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            _port = LoopbackPorts.Reserve(Address, 1);
            try
            {
                await StartAsync(cancellationToken);
                return;
            }
            catch (InvalidOperationException) when (attempt < MostPorts && TakenPort().IsMatch(Log))
            {
                await _child!.DisposeAsync();
                _port.Dispose();
            }
        }
    }

    private async Task StartAsync(CancellationToken cancellationToken)
    {
        Options.BeforeStart?.Invoke(Port);
        var (file, arguments) = Prepare(_folder);
        _child = ServerChild.Start(file, arguments, _folder.Empty);

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(StartLimit);
        while (!LoopbackPorts.IsListening(Address, Port))
        {
            if (_child.HasExited || limit.IsCancellationRequested)
            {
                await _child.TakeLastWordsAsync();
                throw new InvalidOperationException($"{file} does not listen on {Address} port {Port}. It said:\n{Log}");
            }
            await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
        }
    }

    // vsftpd, ProFTPD, Pure-FTPd and Python.
    [GeneratedRegex("could not bind|unable to bind|Address already in use", RegexOptions.IgnoreCase)]
    private static partial Regex TakenPort();

    // Each bit of the number makes one letter a capital.
    private static string Spell(string name, int number) => string.Concat(name.Select((letter, index) => (number >> index & 1) == 0 ? letter : char.ToUpperInvariant(letter)));
}
