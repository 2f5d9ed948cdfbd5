using System.CommandLine;
using System.Net;
using System.Text;
using Accelerator.Cli.Values;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Commands;

/// <summary>The options of <c>ftpx get</c>.</summary>
internal sealed class GetOptionTable : OptionTable
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
        Bind = Value("--bind", "ADDRESS", "the system's choice", "Local IP address to connect from.", GetValues.Address);
        Active = Flag("--active", "Active data connections: the server connects back (PORT, EPRT).");
        Tls = Value<FtpSecurity?>("--tls", "HOW", "as the address says",
            "Protection in place of the address's scheme: none, explicit (AUTH TLS) or implicit (port 990).",
            text => GetValues.Security(text));
        Insecure = Flag("--insecure", "Accept any TLS certificate.");
        Charset = Value("--charset", "NAME", "utf-8",
            "Charset of names on the server: cp949, euc-kr, shift_jis, latin1, ...",
            GetValues.Charset);
        User = Value("--user", "NAME", "the address, FTPX_USER, netrc, then anonymous",
            "Who logs in; the password is asked for when nothing else gives it.",
            GetValues.User);
        PasswordStdin = Flag("--password-stdin", "Read the password from the first line of standard input.");
        Netrc = Word(["--netrc"], "FILE", ".netrc or _netrc in the home folder", "File with logins.");
        TimeoutConnect = Value<TimeSpan?>("--timeout-connect", "SECONDS", "15",
            "Limit for TCP connect and TLS handshake.",
            text => GetValues.Seconds(text));
        TimeoutReply = Value<TimeSpan?>("--timeout-reply", "SECONDS", "30",
            "Limit for one reply, the greeting included.",
            text => GetValues.Seconds(text));
        TimeoutFirstByte = Value<TimeSpan?>("--timeout-first-byte", "SECONDS", "60",
            "Limit from RETR to the first byte; archives fetch from tape.",
            text => GetValues.Seconds(text));
        TimeoutStall = Value<TimeSpan?>("--timeout-stall", "SECONDS", "10",
            "Longest silence of a running stream before it is tried again.",
            text => GetValues.Seconds(text));
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

    public Option<IPAddress?> Bind { get; }

    public Option<bool> Active { get; }

    public Option<FtpSecurity?> Tls { get; }

    public Option<bool> Insecure { get; }

    public Option<Encoding?> Charset { get; }

    public Option<string?> User { get; }

    public Option<bool> PasswordStdin { get; }

    public Option<string?> Netrc { get; }

    public Option<TimeSpan?> TimeoutConnect { get; }

    public Option<TimeSpan?> TimeoutReply { get; }

    public Option<TimeSpan?> TimeoutFirstByte { get; }

    public Option<TimeSpan?> TimeoutStall { get; }

    public Option<bool> DryRun { get; }

    public Option<bool> Quiet { get; }

    public Option<bool> Json { get; }

    public Option<bool> Detail { get; }

    public Option<string?> Report { get; }

    public Option<string?> Trace { get; }

    public Option<string?> LogFile { get; }
}
