using System.CommandLine;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Cli.Fxp;

/// <summary>The options of <c>ftpx fxp</c>.</summary>
internal sealed class FxpOptionTable : ConnectionOptionTable
{
    public FxpOptionTable()
    {
        Recursive = Flag(["--recursive", "-R"], "SRC-URL is a folder, as it is with a slash at its end: all that is in it goes over.");
        Parallel = Value<int?>("--parallel", "N", "8", "Files at once, 1 to 64; each takes one session on both servers.", text => MirrorValues.Parallel(text));
        Streams = Value("--streams", "N|auto", "auto", "Streams for one large file, 1 to 64; more than one only where the destination has shown that it stores segments rightly.", GetValues.Streams);
        Passive = Value("--passive", "source|destination", "destination", "The server that listens at first; the other one does when either refuses.", ReadSide);
        ViaClient = Flag("--via-client", "Where the servers refuse to send to each other, let the files pass through this computer.");
        Overwrite = Flag("--overwrite", "Replace files that the destination has already and that are not the same.");
        NoResume = Flag("--no-resume", "Leave what an earlier unfinished try has left at the destination, and send from the first byte.");
        Verify = Value("--verify", "HOW", "auto", "How files are proven beyond sizes: auto, none, always or, for a single file, sha256:HEX.", GetValues.Verify);
        Include = Values("--include", "GLOB", "every file", "Of a folder only files that match this pattern; may be given several times.", MirrorValues.Glob);
        Exclude = Values("--exclude", "GLOB", "none", "Of a folder leave out files and folders that match this pattern; may be given several times.", MirrorValues.Glob);
        MaxDepth = Value<int?>("--max-depth", "N", "all", "Folders within one another that are entered; 0 takes the folder's own files.", text => MirrorValues.Depth(text));
        AddConnection();
        NoSiteMemory = Flag("--no-site-memory", "Leave out what is known of the servers and what you laid down for them, and learn nothing.");
        DryRun = Flag("--dry-run", "Ask both servers, print the plan, send nothing.");
        Quiet = Flag("--quiet", "Print errors only; with --json, leave out the progress lines.");
        Json = Flag("--json", "One JSON object a line on standard output, nothing else there.");
        Trace = Word(["--trace"], "FILE", "none", "Write the dialogues with both servers to FILE, secrets masked.");
        LogFile = Word(["--log-file"], "FILE", "none", "Append a log to FILE. A file of another day or above 10 MiB is renamed first; ten are kept.");
    }

    public Argument<string> Source { get; } = new("SRC-URL")
    {
        Description = "What is to be copied: a file, a pattern as ftp://host/dir/*.nc, or with a slash at its end a folder; ftpes:// for explicit TLS, ftps:// for implicit TLS.",
    };

    public Argument<string> Destination { get; } = new("DST-URL")
    {
        Description = "Where to: a file name, or with a slash at its end a folder, which is made when it is not there.",
    };

    public Option<bool> Recursive { get; }

    public Option<int?> Parallel { get; }

    public Option<int> Streams { get; }

    public Option<FxpSide> Passive { get; }

    public Option<bool> ViaClient { get; }

    public Option<bool> Overwrite { get; }

    public Option<bool> NoResume { get; }

    public Option<Verification?> Verify { get; }

    public Option<IReadOnlyList<Glob>?> Include { get; }

    public Option<IReadOnlyList<Glob>?> Exclude { get; }

    public Option<int?> MaxDepth { get; }

    public Option<bool> NoSiteMemory { get; }

    public Option<bool> DryRun { get; }

    public Option<bool> Quiet { get; }

    public Option<bool> Json { get; }

    public Option<string?> Trace { get; }

    public Option<string?> LogFile { get; }

    /// <summary>The options with everything that was typed.</summary>
    public FxpOptions Read(ParseResult parsed) => ReadConnection(parsed, new FxpOptions
    {
        Source = parsed.GetValue(Source)!,
        Destination = parsed.GetValue(Destination)!,
        Recursive = parsed.GetValue(Recursive),
        Parallel = parsed.GetValue(Parallel) ?? 8,
        Streams = parsed.GetValue(Streams) is > 0 and var streams ? streams : null,
        ViaClient = parsed.GetValue(ViaClient),
        Passive = parsed.GetResult(Passive) is { Implicit: false } ? parsed.GetValue(Passive) : FxpSide.Destination,
        Overwrite = parsed.GetValue(Overwrite),
        NoResume = parsed.GetValue(NoResume),
        Verify = parsed.GetValue(Verify) ?? Verification.Auto,
        Include = parsed.GetValue(Include) ?? [],
        Exclude = parsed.GetValue(Exclude) ?? [],
        MaxDepth = parsed.GetValue(MaxDepth),
        NoSiteMemory = parsed.GetValue(NoSiteMemory),
        DryRun = parsed.GetValue(DryRun),
        Quiet = parsed.GetValue(Quiet),
        Json = parsed.GetValue(Json),
        Trace = parsed.GetValue(Trace),
        LogFile = parsed.GetValue(LogFile),
        Typed = Rows.Where(row => parsed.GetResult(row.Option) is { Implicit: false }).Select(row => row.Option.Name).ToHashSet(),
        Words = [.. parsed.Tokens.Select(token => token.Value)],
    });

    private static FxpSide ReadSide(string text) => text.ToLowerInvariant() switch
    {
        "source" => FxpSide.Source,
        "destination" => FxpSide.Destination,
        _ => throw new UsageException($"\"{SafeText.Escape(text)}\" is neither of the two servers: use source or destination."),
    };
}
