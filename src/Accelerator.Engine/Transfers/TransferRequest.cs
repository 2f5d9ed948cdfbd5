using System.Text;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Streams;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>The files to fetch, and how: items × sources × local paths. An ordinary get has one of each.</summary>
public sealed record TransferRequest
{
    /// <summary>The files, in order.</summary>
    public required IReadOnlyList<TransferItem> Items { get; init; }

    /// <summary>
    /// The local paths; null, the default, lets the system choose. With several, the streams are distributed according to the rate of each.
    /// </summary>
    public IReadOnlyList<LocalPath?> LocalPaths { get; init; } = [null];

    /// <summary>
    /// The addresses of the first source's server that are used together; null, the default, for the first that answers. Each one gives
    /// bytes of a file once size, time, and a hash or samples of the file show that it is the same host.
    /// </summary>
    internal ServerAddresses? Addresses { get; init; }

    /// <summary>
    /// Whether further sources of a file are trusted to hold the same content when no hash shows it: equal length is then enough, and the
    /// result names it (<see cref="FileResult.TrustedSources"/>). Default false: such a source is not used.
    /// </summary>
    public bool TrustReplicas { get; init; }

    /// <summary>Number of parallel streams, 1 to 64; null lets the stream controller choose.</summary>
    public int? Streams { get; init; }

    /// <summary>
    /// Maximum number of sessions for the stream controller, 1 to 64; null, the default, for 64. Ignored if <see cref="Streams"/> is given.
    /// </summary>
    public int? MaxStreams { get; init; }

    /// <summary>The effective bound: the user's number, else that of <c>auto</c>.</summary>
    internal int MostStreams => Streams ?? MaxStreams ?? TransferPlanner.AutoMost;

    /// <summary>
    /// A bound on sessions that may change during the run, in addition to <see cref="MaxStreams"/>; null, the default, for none.
    /// </summary>
    public SessionBudget? SessionBudget { get; init; }

    /// <summary>Maximum number of files in progress at once, 1 or more; null, the default, for as many as the streams are worth.</summary>
    public int? ParallelFiles { get; init; }

    /// <summary>Bounds on segment lengths.</summary>
    public SegmentLimits Segments { get; init; } = SegmentLimits.Default;

    /// <summary>Bytes per second over all streams of the process; null is unlimited.</summary>
    public long? RateLimit { get; init; }

    /// <summary>
    /// Returns the current limit in place of <see cref="RateLimit"/>; called once a second, from many threads. Null, the default, if it
    /// never changes.
    /// </summary>
    public Func<long?>? RateLimitNow { get; init; }

    /// <summary>
    /// A limit that this run shares with other transfers, in place of <see cref="RateLimit"/> and <see cref="RateLimitNow"/>. Null, the
    /// default, for a limit of this run alone.
    /// </summary>
    internal RateBudget? SharedRate { get; init; }

    /// <summary>Creates the limit of this request: one for each run, or one that several share as <see cref="SharedRate"/>.</summary>
    internal RateBudget NewRate(TimeProvider time) => new(RateLimit, time, RateLimitNow);

    /// <summary>
    /// Whether the first file that does not fit on its disk ends those that have not been started. For items that go to one disk. Default
    /// false.
    /// </summary>
    internal bool EndsWhenFull { get; init; }

    /// <summary>Verification in addition to lengths and seams, for the items that have none of their own.</summary>
    public Verification Verify { get; init; } = Verification.Auto;

    /// <summary>
    /// Whether <see cref="FileResult.Sha256"/> is also computed where no verification needs it, during the transfer. Small listed files are
    /// excepted. Default false.
    /// </summary>
    public bool WithSha256 { get; init; }

    /// <summary>Returns the verification of one item.</summary>
    internal Verification VerifyOf(TransferItem item) => item.Verify ?? Verify;

    /// <summary>Continue from an earlier try's journal. Default true; false discards the earlier try.</summary>
    public bool Resume { get; init; } = true;

    /// <summary>Replace an existing final file. Default false: it is an error.</summary>
    public bool Overwrite { get; init; }

    /// <summary>
    /// The files that are skipped because they exist (<see cref="FileResult.WasThere"/>). Default none. For files that are added during the
    /// run, only <see cref="SkipRule.Same"/> is applied, with the listed time.
    /// </summary>
    public SkipRule Skips { get; init; }

    /// <summary>
    /// Whether a missing folder of a target is created, with its parents, when its first file is about to be written. Default false: the
    /// file fails.
    /// </summary>
    public bool CreateFolders { get; init; }

    /// <summary>Whether files are written past the page cache. Default auto.</summary>
    public UnbufferedWrites Unbuffered { get; init; } = UnbufferedWrites.Auto;

    /// <summary>Time limits.</summary>
    public FtpTimeouts Timeouts { get; init; } = new();

    /// <summary>
    /// How long the run may continue without a new byte of any file before it ends; null, the default, for the limits of
    /// <see cref="Timeouts"/> for a first byte and for a reply together, 90 s, or if <see cref="Retries"/> is given, for as long as these
    /// tries may take.
    /// </summary>
    public TimeSpan? MaxIdle { get; init; }

    /// <summary>How often a try without a new byte is repeated. Default: eight times in about a minute.</summary>
    public RetryLimits Retries { get; init; } = RetryLimits.Default;

    /// <summary>Passive (the default) or active data connections.</summary>
    public bool ActiveMode { get; init; }

    /// <summary>
    /// Whether a command may be sent before the previous one is answered, if the server has shown that it accepts that. Default true.
    /// </summary>
    public bool Pipelining { get; init; } = true;

    /// <summary>The fixed receive buffer of data connections in bytes; null, the default, for autotuning.</summary>
    public int? ReceiveBuffer { get; init; }

    /// <summary>The most bytes of text that one listing may have. Default 256 MiB.</summary>
    public long MaxListing { get; init; } = SessionProfile.UsualListing;

    /// <summary>Whether connections are opened for MPTCP; TCP is used where the kernel or the server has none. Default false.</summary>
    public bool Multipath { get; init; }

    /// <summary>Accept any TLS certificate. Default false.</summary>
    public bool AcceptAnyCertificate { get; init; }

    /// <summary>Charset of names on the server. Default UTF-8.</summary>
    public Encoding Charset { get; init; } = FtpCharsets.Utf8;

    /// <summary>The store of site profiles, read and written; null, the default, stores nothing.</summary>
    public SiteMemory? Sites { get; init; }

    /// <summary>
    /// Called when a file is complete, verified and durable, just before it gets its final name. A <see cref="TransferException"/> thrown
    /// here keeps the file from that name; its bytes are kept. Null, the default, for no hook.
    /// </summary>
    public Func<ReadyFile, CancellationToken, ValueTask>? BeforePublish { get; init; }

    /// <summary>
    /// Receives every line of every dialogue, secrets masked; null for none. Called from many threads, one call at a time.
    /// </summary>
    public Action<FtpTraceLine>? Trace { get; init; }
}
