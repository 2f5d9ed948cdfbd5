using System.CommandLine;
using Accelerator.Cli.Values;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Commands;

/// <summary>The options of <c>ftpx get</c>.</summary>
internal sealed class GetOptionTable : ConnectionOptionTable
{
    public GetOptionTable()
    {
        Streams = Value("--streams", "N|auto", "auto", "Parallel streams, 1 to 64; auto finds how many pay.", GetValues.Streams);
        Output = Word(["--output", "-o"], "PATH", "the current folder", "Where to put the file: a file name, or a folder that exists.");
        InputFile = Word(["--input-file"], "FILE", "none",
            "Addresses, one a line, with an optional local name after a blank; # starts a comment line; - is standard input.");
        Overwrite = Flag("--overwrite", "Replace a file that exists.");
        NoResume = Flag("--no-resume", "Throw an earlier unfinished try away and start from the first byte.");
        Verify = Value("--verify", "HOW", "auto",
            "How the file is proven beyond lengths and seams: auto, none, always or sha256:HEX.",
            GetValues.Verify);
        LimitRate = Value<long?>("--limit-rate", "RATE", "unlimited",
            "Bytes per second over all streams (K, M, G are powers of 1024), or bits as 800Mbit.",
            text => ByteQuantity.ParseRate(text));
        SegmentSize = Value("--segment-size", "MIN[-MAX]", "1M, no maximum", "Shortest and longest range of one RETR.", GetValues.Segments);
        Unbuffered = Value("--unbuffered", "auto|on|off", "auto", "Write past the page cache; auto does so for files of 64 MiB and more on local disks that can.", GetValues.Unbuffered);
        AddConnection();
        NoSiteMemory = Flag("--no-site-memory", "Leave out what is known of the server and what you laid down for it, and learn nothing.");
        DryRun = Flag("--dry-run", "Ask the server, print the plan, fetch nothing.");
        Quiet = Flag("--quiet", "Print errors only; with --json, leave out the progress lines.");
        Json = Flag("--json", "One JSON object a line on standard output, nothing else there.");
        Detail = Flag("--detail", "Show a row for each stream; with --json, add the streams to progress lines.");
        Report = Word(["--report"], "FILE", "none", "Write a page about the transfer to FILE, for a browser: goodput, streams, decisions, and what bound it.");
        Trace = Word(["--trace"], "FILE", "none", "Write the dialogue with the server to FILE, secrets masked.");
        LogFile = Word(["--log-file"], "FILE", "none", "Append a log to FILE; a new file each day and at 10 MiB, the last ten are kept.");
    }

    public Argument<string[]> Addresses { get; } = new("URL")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "Addresses: ftp://host/dir/file, ftpes:// for explicit TLS, ftps:// for implicit TLS.",
    };

    public Option<int> Streams { get; }

    public Option<string?> Output { get; }

    public Option<string?> InputFile { get; }

    public Option<bool> Overwrite { get; }

    public Option<bool> NoResume { get; }

    public Option<Verification?> Verify { get; }

    public Option<long?> LimitRate { get; }

    public Option<SegmentLimits?> SegmentSize { get; }

    public Option<UnbufferedWrites> Unbuffered { get; }

    public Option<bool> NoSiteMemory { get; }

    public Option<bool> DryRun { get; }

    public Option<bool> Quiet { get; }

    public Option<bool> Json { get; }

    public Option<bool> Detail { get; }

    public Option<string?> Report { get; }

    public Option<string?> Trace { get; }

    public Option<string?> LogFile { get; }
}
