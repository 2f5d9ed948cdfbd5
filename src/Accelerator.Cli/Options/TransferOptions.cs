using System.Text;
using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Proxies;
using Accelerator.Cli.Values;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Options;

/// <summary>
/// The options that all fetching commands share: how to reach the server, how to fetch files, and what to show. Every value is parsed,
/// nothing has been looked up yet.
/// </summary>
internal abstract record TransferOptions
{
    public string? User { get; init; }

    public bool PasswordStdin { get; init; }

    public string? Netrc { get; init; }

    public FtpSecurity? Tls { get; init; }

    public Encoding Charset { get; init; } = FtpCharsets.Utf8;

    public int? Streams { get; init; }

    /// <summary>
    /// The maximum number of sessions if the controller chooses the number of streams; null for the controller's own bound.
    /// </summary>
    public int? MaxSessions { get; init; }

    public TimeSpan? MaxIdle { get; init; }

    public SegmentLimits Segments { get; init; } = SegmentLimits.Default;

    /// <summary>The limit of the total rate; null for none.</summary>
    public RateLimit? LimitRate { get; init; }

    public RetryLimits Retries { get; init; } = RetryLimits.Default;

    /// <summary>The longest duration of the run; null for no limit.</summary>
    public TimeSpan? MaxTime { get; init; }

    /// <summary>The time of the day, by this computer's clock, at which the run ends; null for none.</summary>
    public TimeOnly? StopAt { get; init; }

    public FileCommandOptions Commands { get; init; } = FileCommandOptions.None;

    public Verification Verify { get; init; } = Verification.Auto;

    /// <summary>The list of checksums that the files must have, as typed: a path, a URL or NAME:path; null for none.</summary>
    public string? Checksums { get; init; }

    /// <summary>The file that receives the checksums of the files, as typed; null for none.</summary>
    public string? WriteChecksums { get; init; }

    public UnbufferedWrites Unbuffered { get; init; }

    public bool NoResume { get; init; }

    /// <summary>Whether resuming was requested; it is the default, so this only contradicts <see cref="NoResume"/>.</summary>
    public bool Continue { get; init; }

    /// <summary>Addresses and names of interfaces as typed, commas included; empty for the system's choice.</summary>
    public IReadOnlyList<string> Bind { get; init; } = [];

    public SelectionOptions Selection { get; init; } = SelectionOptions.All;

    /// <summary>Further addresses of the same content, as typed.</summary>
    public IReadOnlyList<string> Replicas { get; init; } = [];

    public bool TrustReplica { get; init; }

    /// <summary>The proxy, or the choice of none; null leaves it to the environment.</summary>
    public ProxyChoice? Proxy { get; init; }

    public bool Active { get; init; }

    public bool Insecure { get; init; }

    public FtpTimeouts Timeouts { get; init; } = new();

    public bool DryRun { get; init; }

    public bool Quiet { get; init; }

    public bool Json { get; init; }

    public bool Detail { get; init; }

    public string? Report { get; init; }

    public string? Trace { get; init; }

    public string? LogFile { get; init; }

    public bool NoSiteMemory { get; init; }

    /// <summary>The arguments of the command line as typed, for the hint on how to resume.</summary>
    public IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>The names of the options that were typed: they take precedence over the settings configured for a server.</summary>
    public IReadOnlySet<string> Typed { get; init; } = new HashSet<string>();

    /// <summary>Whether an ftp:// address is fetched with AUTH TLS; configured for a server, not typed.</summary>
    public bool RequireTls { get; init; }

    /// <summary>Whether commands may be pipelined; only a site setting turns this off. Default true.</summary>
    public bool Pipelining { get; init; } = true;

    /// <summary>Whether files are written to standard output, so that nothing of them is kept.</summary>
    public virtual bool IsToStandardOutput => false;

    /// <summary>The fixed receive buffer of data connections in bytes; null for autotuning.</summary>
    public int? ReceiveBuffer { get; init; }

    /// <summary>The most bytes of text that one listing may have; only a site setting changes it.</summary>
    public long MaxListing { get; init; } = SessionProfile.UsualListing;

    /// <summary>Whether connections are opened for MPTCP.</summary>
    public bool Multipath { get; init; }

    /// <summary>The addresses of the server to use together; null for the first that answers.</summary>
    public ServerAddresses? ServerAddresses { get; init; }

    /// <summary>Whether standard input is used for other data, so that it cannot serve a password prompt.</summary>
    public virtual bool ReadsInput => PasswordStdin;

    /// <summary>The refusal of active mode through a proxy.</summary>
    public static UsageException ActiveThroughProxy => new(
        "Active mode needs connections from the server, which cannot arrive through a proxy: omit --active, or add --proxy none.");

    /// <summary>Checks for options that contradict each other.</summary>
    /// <exception cref="UsageException">Two options contradict each other.</exception>
    public void RefuseContradictions()
    {
        if (Quiet && Detail && !Json) throw new UsageException("--quiet and --detail contradict each other; omit one of them.");
        if (DryRun && Report is not null)
            throw new UsageException("--report needs a transfer, but --dry-run downloads nothing; omit one of them.");
        if (DryRun && WriteChecksums is not null)
            throw new UsageException("--write-checksums needs a transfer, but --dry-run downloads nothing; omit one of them.");
        if (WriteChecksums is not null && WriteChecksums == Checksums)
            throw new UsageException("--write-checksums would replace the list of --checksums; give it another name.");
        if (Continue && NoResume) throw new UsageException("--continue and --no-resume contradict each other; omit one of them.");
        if (Streams > MaxSessions)
            throw new UsageException(
                $"--streams {Streams} needs as many sessions, but --max-sessions allows only {MaxSessions}: omit one of them.");
        if (Active && Proxy is { Address: not null }) throw ActiveThroughProxy;
        Commands.RefuseContradictions();
        if (DryRun && Commands.Any is { } command)
            throw new UsageException($"{command} needs a transfer, but --dry-run downloads nothing; omit one of them.");
        if (TrustReplica && Replicas.Count == 0 && ServerAddresses is null)
            throw new UsageException(
                "--trust-replica needs a replica: add --replica URL or --server-address all, or omit --trust-replica.");
    }

    /// <summary>Checks that given addresses are not used for more than one server.</summary>
    /// <param name="addresses">The addresses; null, or none given, for those of each name.</param>
    /// <param name="urls">The addresses of the files.</param>
    /// <exception cref="UsageException">The files are on several servers.</exception>
    public static void RefuseSeveralHosts(ServerAddresses? addresses, IEnumerable<FtpUrl> urls)
    {
        if (addresses is { Given.Count: > 0 } && urls.Select(url => url.Endpoint.Host).Distinct().Count() > 1)
            throw new UsageException(
                "--server-address gives addresses of one server, but the URLs name several. Use a command for each server.");
    }

    /// <summary>Returns the request for the engine.</summary>
    /// <param name="items">The files.</param>
    /// <param name="paths">The local paths that <see cref="BindOption"/> derives from <see cref="Bind"/>.</param>
    /// <param name="time">Clock.</param>
    public TransferRequest Request(IReadOnlyList<TransferItem> items, IReadOnlyList<LocalPath?> paths, TimeProvider time) => new()
    {
        Items = items,
        LocalPaths = paths,
        TrustReplicas = TrustReplica,
        Streams = Streams,
        MaxStreams = MaxSessions,
        Segments = Segments,
        RateLimit = LimitRate?.Timetable?.Otherwise,
        RateLimitNow = LimitRate?.Timetable is { Windows.Count: > 0 } timetable ? () => timetable.At(time.GetUtcNow()) : null,
        Retries = Retries,
        Verify = Verify,
        Resume = !NoResume,
        Unbuffered = Unbuffered,
        Timeouts = Timeouts,
        MaxIdle = MaxIdle,
        ActiveMode = Active,
        Pipelining = Pipelining,
        ReceiveBuffer = ReceiveBuffer,
        MaxListing = MaxListing,
        Multipath = Multipath,
        Addresses = ServerAddresses,
        AcceptAnyCertificate = Insecure,
        Charset = Charset,
    };
}
