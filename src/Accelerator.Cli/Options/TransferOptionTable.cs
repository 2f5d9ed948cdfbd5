using System.CommandLine;
using Accelerator.Cli.Values;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Options;

/// <summary>The options of every command that fetches files. Each command adds the groups where it wants them.</summary>
internal abstract class TransferOptionTable : ConnectionOptionTable
{
    public Option<IReadOnlyList<string>?> Replica { get; private set; } = null!;

    public Option<bool> TrustReplica { get; private set; } = null!;

    public Option<int> Streams { get; private set; } = null!;

    public Option<int?> MaxSessions { get; private set; } = null!;

    public Option<bool> NoResume { get; private set; } = null!;

    public Option<Verification?> Verify { get; private set; } = null!;

    public Option<long?> LimitRate { get; private set; } = null!;

    public Option<SegmentLimits?> SegmentSize { get; private set; } = null!;

    public Option<TimeSpan?> MaxIdle { get; private set; } = null!;

    public Option<UnbufferedWrites> Unbuffered { get; private set; } = null!;

    public Option<bool> NoSiteMemory { get; private set; } = null!;

    public Option<bool> DryRun { get; private set; } = null!;

    public Option<bool> Quiet { get; private set; } = null!;

    public Option<bool> Json { get; private set; } = null!;

    public Option<bool> Detail { get; private set; } = null!;

    public Option<string?> Report { get; private set; } = null!;

    public Option<string?> Trace { get; private set; } = null!;

    public Option<string?> LogFile { get; private set; } = null!;

    /// <summary>Adds how many connections there may be.</summary>
    protected void AddStreams()
    {
        Streams = Value("--streams", "N|auto", "auto", "Parallel streams, 1 to 64; auto finds how many pay.", GetValues.Streams);
        MaxSessions = Value<int?>("--max-sessions", "N", "32, or as many as the server was found worth",
            "Most sessions that auto may use, 1 to 64.",
            text => GetValues.Sessions(text));
    }

    /// <summary>Adds where else the same is to be had.</summary>
    /// <param name="what">What is there: <c>file</c>.</param>
    protected void AddReplicas(string what)
    {
        Replica = Values("--replica", "URL", "none", $"Another server that holds the same {what}, to fetch from both at once; may be given several times.", static text => text);
        TrustReplica = Flag("--trust-replica", "Use a replica of equal size that no hash can prove; the result is marked unproven, exit code 17.");
    }

    /// <summary>Adds how files are fetched, proven and written.</summary>
    /// <param name="verify">What the help says of <c>--verify</c>.</param>
    /// <param name="readVerify">What may be said.</param>
    protected void AddFetching(string verify, Func<string, Verification> readVerify)
    {
        NoResume = Flag("--no-resume", "Throw an earlier unfinished try away and start from the first byte.");
        Verify = Value("--verify", "HOW", "auto", verify, readVerify);
        LimitRate = Value<long?>("--limit-rate", "RATE", "unlimited",
            "Bytes per second over all streams (K, M, G are powers of 1024), or bits as 800Mbit.",
            text => ByteQuantity.ParseRate(text));
        SegmentSize = Value("--segment-size", "MIN[-MAX]", "1M, no maximum", "Shortest and longest range of one RETR.", GetValues.Segments);
        MaxIdle = Value<TimeSpan?>("--max-idle", "SECONDS", "90: --timeout-first-byte and --timeout-reply together",
            "End the run when no byte has arrived for this long.",
            text => GetValues.Seconds(text));
        Unbuffered = Value("--unbuffered", "auto|on|off", "auto", "Write past the page cache; auto does so for files of 64 MiB and more on local disks that can.", GetValues.Unbuffered);
    }

    /// <summary>Adds what is remembered, shown and written down of a run.</summary>
    protected void AddRun()
    {
        NoSiteMemory = Flag("--no-site-memory", "Leave out what is known of the server and what you laid down for it, and learn nothing.");
        DryRun = Flag("--dry-run", "Ask the server, print the plan, fetch nothing.");
        Quiet = Flag("--quiet", "Print errors only; with --json, leave out the progress lines.");
        Json = Flag("--json", "One JSON object a line on standard output, nothing else there.");
        Detail = Flag("--detail", "Show a row for each stream; with --json, add the streams to progress lines.");
        Report = Word(["--report"], "FILE", "none", "Write a page about the transfer to FILE, for a browser: goodput, streams, decisions, and what bound it.");
        Trace = Word(["--trace"], "FILE", "none", "Write the dialogue with the server to FILE, secrets masked.");
        LogFile = Word(["--log-file"], "FILE", "none", "Append a log to FILE. A file of another day or above 10 MiB is renamed first; ten are kept.");
    }

    /// <summary>The options with all values of these groups that were typed.</summary>
    public T ReadTransfer<T>(ParseResult parsed, T options) where T : TransferOptions =>
        (T)((TransferOptions)ReadConnection(parsed, options) with
        {
            Replicas = parsed.GetValue(Replica) ?? [],
            TrustReplica = parsed.GetValue(TrustReplica),
            Streams = parsed.GetValue(Streams) is > 0 and var streams ? streams : null,
            MaxSessions = parsed.GetValue(MaxSessions),
            Segments = parsed.GetValue(SegmentSize) ?? SegmentLimits.Default,
            LimitRate = parsed.GetValue(LimitRate),
            Verify = parsed.GetValue(Verify) ?? Verification.Auto,
            MaxIdle = parsed.GetValue(MaxIdle),
            Unbuffered = parsed.GetValue(Unbuffered),
            NoResume = parsed.GetValue(NoResume),
            DryRun = parsed.GetValue(DryRun),
            Quiet = parsed.GetValue(Quiet),
            Json = parsed.GetValue(Json),
            Detail = parsed.GetValue(Detail),
            Report = parsed.GetValue(Report),
            Trace = parsed.GetValue(Trace),
            LogFile = parsed.GetValue(LogFile),
            NoSiteMemory = parsed.GetValue(NoSiteMemory),
            Typed = Rows.Where(row => parsed.GetResult(row.Option) is { Implicit: false }).Select(row => row.Option.Name).ToHashSet(),
            Words = [.. parsed.Tokens.Select(token => token.Value)],
        });
}
