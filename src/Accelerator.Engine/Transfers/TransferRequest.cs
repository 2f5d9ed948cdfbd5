using System.Text;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>What the user wants fetched: items × sources × local paths. One of each is the ordinary get.</summary>
public sealed record TransferRequest
{
    /// <summary>The files, in order.</summary>
    public required IReadOnlyList<TransferItem> Items { get; init; }

    /// <summary>
    /// Ways out of this computer; null, the default, lets the system choose. The streams are shared out among several by what each brings.
    /// </summary>
    public IReadOnlyList<LocalPath?> LocalPaths { get; init; } = [null];

    /// <summary>
    /// Whether further sources of a file are believed to hold the same where no hash shows it: equal length is then enough, and the result
    /// says so (<see cref="FileResult.TrustedSources"/>). Default false: such a source is not used.
    /// </summary>
    public bool TrustReplicas { get; init; }

    /// <summary>Number of parallel streams, 1 to 64; null lets the stream controller choose.</summary>
    public int? Streams { get; init; }

    /// <summary>
    /// Most sessions that the stream controller may use, 1 to 64; null for 32, or as many as the site has been found to be worth. Not read
    /// where <see cref="Streams"/> is given.
    /// </summary>
    public int? MaxStreams { get; init; }

    /// <summary>The bound that holds: the user's number, else that of <c>auto</c>.</summary>
    internal int MostStreams => Streams ?? MaxStreams ?? TransferPlanner.AutoMost;

    /// <summary>A bound on sessions that changes from outside, beside <see cref="MaxStreams"/>; null, the default, for none.</summary>
    public SessionBudget? SessionBudget { get; init; }

    /// <summary>Files begun and not ended at once, 1 or more; null for as many as the streams are worth. Default null.</summary>
    public int? ParallelFiles { get; init; }

    /// <summary>Bounds on segment lengths.</summary>
    public SegmentLimits Segments { get; init; } = SegmentLimits.Default;

    /// <summary>Bytes per second over all streams of the process; null is unlimited.</summary>
    public long? RateLimit { get; init; }

    /// <summary>
    /// Asked once a second, from many threads, for the limit that holds now, in place of <see cref="RateLimit"/>. Null, the default, where
    /// it never changes.
    /// </summary>
    public Func<long?>? RateLimitNow { get; init; }

    /// <summary>
    /// Whether the first file that does not fit on its disk ends those that have not been begun. For items that go to one disk. Default
    /// false.
    /// </summary>
    internal bool EndsWhenFull { get; init; }

    /// <summary>Proof wanted beyond lengths and seams.</summary>
    public Verification Verify { get; init; } = Verification.Auto;

    /// <summary>Continue from an earlier try's journal. Default true; false throws the earlier try away.</summary>
    public bool Resume { get; init; } = true;

    /// <summary>Replace an existing final file. Default false: it is an error.</summary>
    public bool Overwrite { get; init; }

    /// <summary>Whether files are written past the page cache. Default auto.</summary>
    public UnbufferedWrites Unbuffered { get; init; } = UnbufferedWrites.Auto;

    /// <summary>Time limits.</summary>
    public FtpTimeouts Timeouts { get; init; } = new();

    /// <summary>
    /// How long the run may go on without a new byte of any file before it ends; null, the default, for the limits of
    /// <see cref="Timeouts"/> for a first byte and for a reply together, 90 s.
    /// </summary>
    public TimeSpan? MaxIdle { get; init; }

    /// <summary>Passive (the default) or active data connections.</summary>
    public bool ActiveMode { get; init; }

    /// <summary>
    /// Whether a command may be sent before the one before it is answered, where the server has shown that it takes that. Default true.
    /// </summary>
    public bool Pipelining { get; init; } = true;

    /// <summary>Accept any TLS certificate. Default false.</summary>
    public bool AcceptAnyCertificate { get; init; }

    /// <summary>Charset of names on the server. Default UTF-8.</summary>
    public Encoding Charset { get; init; } = FtpCharsets.Utf8;

    /// <summary>Where to read and write what is known of servers; null remembers nothing. Default null.</summary>
    public SiteMemory? Sites { get; init; }

    /// <summary>
    /// Asked when a file is whole, proven and durable, just before it gets its final name. What it throws as
    /// <see cref="TransferException"/> keeps the file from that name; its bytes are kept. Null, the default, for nobody.
    /// </summary>
    public Func<ReadyFile, CancellationToken, ValueTask>? BeforePublish { get; init; }

    /// <summary>
    /// Receives every line of every dialogue, secrets masked; null for none. Called from many threads, one call at a time.
    /// </summary>
    public Action<FtpTraceLine>? Trace { get; init; }
}
