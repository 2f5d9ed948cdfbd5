using System.CommandLine;
using Accelerator.Cli.Values;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Options;

/// <summary>A command that logs in to a server. Each command adds its groups of options in the order of its help.</summary>
/// <inheritdoc cref="VerbCommand{T}"/>
internal abstract class TransferCommand<T>(string name, string text, Func<T, Task<int>> run) : VerbCommand<T>(name, text, run)
    where T : TransferOptions
{
    /// <summary>The help text of <c>--bind</c> for commands that share the work among several local paths.</summary>
    protected const string BindSeveral =
        "Address or interface of this computer to connect from; several, with commas or by several --bind, share the work.";

    /// <summary>Adds the options for the connection set-up and the login.</summary>
    /// <param name="bind">The help text of <c>--bind</c>.</param>
    protected void AddConnection(string bind = "Address or interface of this computer to connect from.")
    {
        Values("--bind", "PATH", "the system's choice", bind, static word => word, (o, v) => o with { Bind = v });
        Flag("--active", "Active data connections: the server connects back (PORT, EPRT).", (o, v) => o with { Active = v });
        Value(
            "--tls", "HOW", "as the address says",
            "Protection in place of the address's scheme: none, explicit (AUTH TLS) or implicit (port 990).", GetValues.Security,
            (o, v) => o with { Tls = v }, words: ["none", "explicit", "implicit"]);
        Flag("--insecure", "Accept any TLS certificate.", (o, v) => o with { Insecure = v });
        Value(
            "--charset", "NAME", "utf-8", "Charset of names on the server: cp949, euc-kr, shift_jis, latin1, ...", GetValues.Charset,
            (o, v) => o with { Charset = v }, words: ["utf-8", "cp949", "euc-kr", "shift_jis", "latin1"]);
        Value(
            "--user", "NAME", "the address, FTPX_USER, the stored logins, netrc, then anonymous",
            "Who logs in; the password is asked for when nothing else gives it.", GetValues.User, (o, v) => o with { User = v });
        Flag("--password-stdin", "Read the password from the first line of standard input.", (o, v) => o with { PasswordStdin = v });
        Word("--netrc", "FILE", ".netrc or _netrc in the home folder", "File with logins.", (o, v) => o with { Netrc = v });
        Timeout("--timeout-connect", "15", "Limit for TCP connect and TLS handshake.", (t, v) => t with { Connect = v });
        Timeout("--timeout-reply", "30", "Limit for one reply, the greeting included.", (t, v) => t with { Reply = v });
        Timeout(
            "--timeout-first-byte", "60", "Limit from RETR to the first byte; archives fetch from tape.",
            (t, v) => t with { FirstByte = v });
        Timeout("--timeout-stall", "10", "Longest silence of a running stream before it is tried again.", (t, v) => t with { Stall = v });
    }

    /// <summary>Adds the option for the number of connections.</summary>
    protected void AddStreams()
    {
        Value(
            "--streams", "N|auto", "auto", "Parallel streams, 1 to 64; auto finds how many pay.", GetValues.Streams,
            (o, v) => o with { Streams = v });
        Value(
            "--max-sessions", "N", "32, or as many as the server was found worth", "Most sessions that auto may use, 1 to 64.",
            GetValues.Sessions, (o, v) => o with { MaxSessions = v });
    }

    /// <summary>Adds the option for further servers.</summary>
    /// <param name="what">The thing that the servers hold: <c>file</c>.</param>
    protected void AddReplicas(string what)
    {
        Values(
            "--replica", "URL", "none",
            $"Another server that holds the same {what}, to fetch from both at once; may be given several times.", static word => word,
            (o, v) => o with { Replicas = v });
        Flag(
            "--trust-replica", "Use a replica of equal size that no hash can prove; the result is marked unproven, exit code 17.",
            (o, v) => o with { TrustReplica = v });
    }

    /// <summary>Adds the options for fetching, verifying and writing files.</summary>
    /// <param name="verify">The help text of <c>--verify</c>.</param>
    /// <param name="readVerify">Parses its value.</param>
    protected void AddFetching(string verify, Func<string, Verification> readVerify)
    {
        Flag("--no-resume", "Throw an earlier unfinished try away and start from the first byte.", (o, v) => o with { NoResume = v });
        AddVerify(verify, readVerify);
        Value(
            "--limit-rate", "RATE", "unlimited", "Bytes per second over all streams (K, M, G are powers of 1024), or bits as 800Mbit.",
            ByteQuantity.ParseRate, (o, v) => o with { LimitRate = v });
        Value(
            "--segment-size", "MIN[-MAX]", "1M, no maximum", "Shortest and longest range of one RETR.", GetValues.Segments,
            (o, v) => o with { Segments = v });
        Value(
            "--max-idle", "SECONDS", "90: --timeout-first-byte and --timeout-reply together",
            "End the run when no byte has arrived for this long.", GetValues.Seconds, (o, v) => o with { MaxIdle = v });
        Value(
            "--unbuffered", "auto|on|off", "auto",
            "Write past the page cache; auto does so for files of 64 MiB and more on local disks that can.", GetValues.Unbuffered,
            (o, v) => o with { Unbuffered = v });
    }

    /// <summary>Adds the option for verifying files.</summary>
    protected void AddVerify(string text, Func<string, Verification> read) =>
        Value("--verify", "HOW", "auto", text, read, (o, v) => o with { Verify = v }, words: ["auto", "none", "always"]);

    /// <summary>Adds the options for what is remembered, shown and recorded of a transfer.</summary>
    protected void AddRun()
    {
        AddNoSiteMemory();
        AddDryRun("Ask the server, print the plan, fetch nothing.");
        AddQuiet();
        AddJson();
        Flag("--detail", "Show a row for each stream; with --json, add the streams to progress lines.", (o, v) => o with { Detail = v });
        Word(
            "--report", "FILE", "none",
            "Write a page about the transfer to FILE, for a browser: goodput, streams, decisions, and what bound it.",
            (o, v) => o with { Report = v });
        AddTrace();
        AddLogFile();
    }

    /// <summary>Adds the option that bypasses the site memory.</summary>
    protected void AddNoSiteMemory(
        string text = "Leave out what is known of the server and what you laid down for it, and learn nothing.") =>
        Flag("--no-site-memory", text, (o, v) => o with { NoSiteMemory = v });

    /// <summary>Adds the dry-run option.</summary>
    protected void AddDryRun(string text) => Flag("--dry-run", text, (o, v) => o with { DryRun = v });

    /// <summary>Adds the option for less output.</summary>
    protected void AddQuiet(string text = "Print errors only; with --json, leave out the progress lines.") =>
        Flag("--quiet", text, (o, v) => o with { Quiet = v });

    /// <summary>Adds the option for JSON output.</summary>
    protected void AddJson(string text = "One JSON object a line on standard output, nothing else there.") =>
        Flag("--json", text, (o, v) => o with { Json = v });

    /// <summary>Adds the trace option.</summary>
    protected void AddTrace(string text = "Write the dialogue with the server to FILE, secrets masked.") =>
        Word("--trace", "FILE", "none", text, (o, v) => o with { Trace = v });

    /// <summary>Adds the log option.</summary>
    protected void AddLogFile() => Word(
        "--log-file", "FILE", "none", "Append a log to FILE. A file of another day or above 10 MiB is renamed first; ten are kept.",
        (o, v) => o with { LogFile = v });

    /// <inheritdoc/>
    protected override T Read(ParseResult parsed, T start) => base.Read(parsed, start) with
    {
        Typed = Rows.Where(row => parsed.GetResult(row.Option) is { Implicit: false }).Select(row => row.Option.Name).ToHashSet(),
        Words = [.. parsed.Tokens.Select(token => token.Value)],
    };

    private void Timeout(string name, string @default, string text, Func<FtpTimeouts, TimeSpan, FtpTimeouts> set) =>
        Value(name, "SECONDS", @default, text, GetValues.Seconds, (o, v) => o with { Timeouts = set(o.Timeouts, v) });
}
