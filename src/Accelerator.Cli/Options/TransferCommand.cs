using System.CommandLine;
using Accelerator.Cli.Proxies;
using Accelerator.Cli.Values;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Options;

/// <summary>A command that logs in to a server. Each command adds its groups of options in the order of its help.</summary>
/// <inheritdoc cref="VerbCommand{T}"/>
internal abstract class TransferCommand<T>(string name, string text, Func<T, Task<int>> run) : VerbCommand<T>(name, text, run)
    where T : TransferOptions
{
    /// <summary>Adds the options that decide how fast files arrive, over several local paths and from several servers.</summary>
    /// <param name="what">The thing that the servers hold: <c>file</c>.</param>
    protected void AddSpeed(string what)
    {
        Group("Speed");
        AddStreams();
        AddBind("Local addresses or interfaces to use");
        AddReplica(what);
        AddLimitRate();
        AddReceiveBuffer();
    }

    /// <summary>Adds the option for further servers.</summary>
    /// <param name="what">The thing that the servers hold: <c>file</c>.</param>
    protected void AddReplica(string what) => Values(
        "--replica", "URL", "none", $"Another server with the same {what}; may be repeated", static word => word,
        (o, v) => o with { Replicas = v });

    /// <summary>Adds the option for the number of streams.</summary>
    protected void AddStreams() => Value(
        "--streams", "N|auto", "auto", "Parallel connections, 1 to 64", GetValues.Streams,
        (o, v) => o with { Streams = v }, alias: "-j");

    /// <summary>Adds the option that limits the rate.</summary>
    protected void AddLimitRate() => Value(
        "--limit-rate", "RATE", "none", "50M (bytes/s), 800Mbit, hours or @FILE", RateLimit.Parse,
        (o, v) => o with { LimitRate = v });

    /// <summary>Adds the options that select files.</summary>
    /// <param name="isAdvanced">Whether only the complete help lists them.</param>
    protected void AddSelection(bool isAdvanced = false)
    {
        Group(isAdvanced ? "Advanced" : "Selection", isAdvanced);
        Values(
            "--include", "GLOB", "all", "Only files that match; may be repeated", MirrorValues.Glob,
            (o, v) => o with { Selection = o.Selection with { Include = v } });
        Values(
            "--exclude", "GLOB", "none", "Skip files and folders that match; may be repeated", MirrorValues.Glob,
            (o, v) => o with { Selection = o.Selection with { Exclude = v } });
        Value(
            "--min-size", "SIZE", "none", "Only files of SIZE or more: 100K, 1.5G", ByteQuantity.ParseSize,
            (o, v) => o with { Selection = o.Selection with { MinSize = v } });
        Value(
            "--max-size", "SIZE", "none", "Only files of SIZE or less", ByteQuantity.ParseSize,
            (o, v) => o with { Selection = o.Selection with { MaxSize = v } });
        Value(
            "--newer-than", "WHEN", "none", "Only files changed since WHEN: 2026-11-20, 36h", MirrorValues.PointInTime,
            (o, v) => o with { Selection = o.Selection with { NewerThan = v } });
        Value(
            "--older-than", "WHEN", "none", "Only files unchanged since WHEN: 2026-11-20, 7d", MirrorValues.PointInTime,
            (o, v) => o with { Selection = o.Selection with { OlderThan = v } });
    }

    /// <summary>Adds the common options for the server and the login.</summary>
    protected void AddServer()
    {
        Group("Server and login");
        Value(
            "--tls", "HOW", "by URL", "none, explicit (AUTH TLS) or implicit", GetValues.Security,
            (o, v) => o with { Tls = v }, words: ["none", "explicit", "implicit"]);
        Value(
            "--charset", "NAME", "utf-8", "Charset of remote names, such as cp949", GetValues.Charset,
            (o, v) => o with { Charset = v }, words: ["utf-8", "cp949", "euc-kr", "shift_jis", "latin1"]);
        Value("--user", "NAME", "by URL", "User name to log in with", GetValues.UserOfLogin, (o, v) => o with { User = v });
        Flag("--password-stdin", PasswordStdinText, (o, v) => o with { PasswordStdin = v });
    }

    /// <summary>Adds the option for the local path.</summary>
    protected void AddBind(string text = "Local address or interface to use", string @default = "any") =>
        Values("--bind", "ADDR|NAME", @default, text, static word => word, (o, v) => o with { Bind = v });

    /// <summary>Adds the option for verifying files.</summary>
    protected void AddVerify(string text, Func<string, Verification> read) =>
        Value("--verify", "HOW", "auto", text, read, (o, v) => o with { Verify = v }, words: ["auto", "none", "always"]);

    /// <summary>Adds the options for lists of checksums.</summary>
    /// <param name="isAdvanced">Whether only the complete help lists them.</param>
    protected void AddChecksumLists(bool isAdvanced = false)
    {
        if (isAdvanced) Group("Advanced", isAdvanced: true);
        Word(
            "--checksums", "FILE|URL", "none", "Verify by a checksum list such as SHA256SUMS",
            (o, v) => o with { Checksums = v });
        Word(
            "--write-checksums", "FILE", "none", "Write the SHA-256 of all files, as sha256sum does",
            (o, v) => o with { WriteChecksums = v });
    }

    /// <summary>Adds the options for what is shown and recorded of a transfer.</summary>
    protected void AddRun()
    {
        Group("Output");
        AddDryRun("Query the server and print the plan; download nothing");
        AddQuiet();
        AddJson();
        Flag("--detail", "Show each stream; with --json, add streams to progress", (o, v) => o with { Detail = v }, alias: "-v");
        Word("--report", "FILE", "none", "Write an HTML report of the transfer", (o, v) => o with { Report = v });
        AddLogFile();
    }

    /// <summary>Adds the options that few transfers need.</summary>
    protected void AddAdvancedTransfer()
    {
        AddLimits("Stop after 90s, 30m or 8h; the same command resumes");
        AddCommands();
        Group("Advanced", isAdvanced: true);
        AddMaxSessions();
        AddSegmentSize();
        Value(
            "--unbuffered", "auto|on|off", "auto", "Bypass the page cache; auto: files of 64 MiB or more", GetValues.Unbuffered,
            (o, v) => o with { Unbuffered = v });
        Flag(
            "--trust-replica", "Use a replica of equal size without a hash; exit code 17", (o, v) => o with { TrustReplica = v });
        AddServerAddress();
        AddMaxIdle();
        AddMultipath();
        // wget, curl and aria2 resume only with this option; scripts bring it along.
        Flag("--continue", "Resume a partial file; the default", (o, v) => o with { Continue = v }, alias: "-c");
        AddAdvancedConnection();
    }

    /// <summary>Adds the option that bounds the number of streams.</summary>
    protected void AddMaxSessions() => Value(
        "--max-sessions", "N", "64, or the stored number", "Limit for --streams auto, 1 to 64", GetValues.Sessions,
        (o, v) => o with { MaxSessions = v });

    /// <summary>Adds the option for the length of ranges.</summary>
    protected void AddSegmentSize() => Value(
        "--segment-size", "MIN[-MAX]", "256K, no maximum", "Smallest and largest range of one RETR", GetValues.Segments,
        (o, v) => o with { Segments = v });

    /// <summary>Adds the option that ends a run without progress.</summary>
    protected void AddMaxIdle() => Value(
        "--max-idle", "SECONDS", "first-byte plus reply limit", "End the run if no byte arrives for this long", GetValues.Seconds,
        (o, v) => o with { MaxIdle = v });

    /// <summary>Adds the option for the addresses of the server.</summary>
    protected void AddServerAddress() => Values(
        "--server-address", "all|ADDR", "first to answer", "Use several addresses of the server; may be repeated",
        GetValues.ServerAddress, (o, v) => o with { ServerAddresses = GetValues.ServerAddresses([.. v]) });

    /// <summary>Adds the option for a part of a file.</summary>
    protected void AddRange(Func<T, OutputRange, T> set) => Value(
        "--range", "A-B", "all bytes", "Only bytes A to B: 0-499, 500- or -500 (the last)", GetValues.Range, set);

    /// <summary>Adds the option for a fixed receive buffer.</summary>
    protected void AddReceiveBuffer() => Value(
        "--receive-buffer", "SIZE", "automatic", "Fixed receive buffer", GetValues.ReceiveBuffer,
        (o, v) => o with { ReceiveBuffer = v });

    /// <summary>Adds the option for MPTCP.</summary>
    protected void AddMultipath() => Flag(
        "--mptcp", "Open MPTCP connections, where Linux and the server have it", (o, v) => o with { Multipath = v });

    /// <summary>Adds the options that few servers need.</summary>
    protected void AddAdvancedConnection()
    {
        Group("Advanced", isAdvanced: true);
        AddProxy();
        Flag("--active", "Use active data connections (PORT, EPRT)", (o, v) => o with { Active = v });
        Flag("--insecure", "Accept any TLS certificate", (o, v) => o with { Insecure = v });
        Word("--netrc", "FILE", ".netrc or _netrc at home", "File with logins", (o, v) => o with { Netrc = v });
        Timeout("--timeout-connect", "15", "Limit for TCP connect and TLS handshake", (t, v) => t with { Connect = v });
        Timeout("--timeout-reply", "30", "Limit for one reply, including the greeting", (t, v) => t with { Reply = v });
        Timeout("--timeout-first-byte", "60", "Limit from RETR to the first byte", (t, v) => t with { FirstByte = v });
        Timeout("--timeout-stall", "10", "Longest silence of a stream before a retry", (t, v) => t with { Stall = v });
        AddTrace();
    }

    /// <summary>Adds the option for the proxy.</summary>
    protected void AddProxy() => Value(
        "--proxy", "URL", "by environment", "socks5://, socks5h:// or http:// proxy, or none", ProxyChoice.Parse,
        (o, v) => o with { Proxy = v }, words: ["none"]);

    /// <summary>Adds the option that bypasses the site memory.</summary>
    protected void AddNoSiteMemory() =>
        Flag("--no-site-memory", "Ignore what is stored for the server; store nothing", (o, v) => o with { NoSiteMemory = v });

    /// <summary>Adds the option that restarts files.</summary>
    protected void AddNoResume() =>
        Flag("--no-resume", "Discard any partial file and start over", (o, v) => o with { NoResume = v });

    /// <summary>Adds the dry-run option.</summary>
    protected void AddDryRun(string text) => Flag("--dry-run", text, (o, v) => o with { DryRun = v });

    /// <summary>Adds the option for less output.</summary>
    protected void AddQuiet(string text = "Print errors only; with --json, omit progress lines") =>
        Flag("--quiet", text, (o, v) => o with { Quiet = v }, alias: "-q");

    /// <summary>Adds the option for JSON output.</summary>
    protected void AddJson() => Flag("--json", JsonText, (o, v) => o with { Json = v });

    /// <summary>Adds the log option.</summary>
    protected void AddLogFile() => Word(
        "--log-file", "FILE", "none", "Append to a log; rotated daily and at 10 MiB", (o, v) => o with { LogFile = v });

    /// <inheritdoc/>
    protected override T Read(ParseResult parsed, T start) => base.Read(parsed, start) with
    {
        Typed = Rows.Where(row => parsed.GetResult(row.Option) is { Implicit: false }).Select(row => row.Option.Name).ToHashSet(),
        Words = [.. parsed.Tokens.Select(token => token.Value)],
    };

    /// <summary>Adds the options that limit how long a run takes.</summary>
    /// <param name="maxTime">The text of <c>--max-time</c>.</param>
    protected void AddLimits(string maxTime)
    {
        Group("Limits", isAdvanced: true);
        Value(
            "--max-time", "DURATION", "none", maxTime, RunValues.Duration,
            (o, v) => o with { MaxTime = v });
        Value(
            "--stop-at", "HH:MM", "none", "Stop when this computer's clock shows HH:MM", DayTime.Parse, (o, v) => o with { StopAt = v });
        Value(
            "--retries", "N|unlimited", "8", "Retries of a stream that receives no new byte", RunValues.Retries,
            (o, v) => o with { Retries = o.Retries with { Most = v } }, words: ["unlimited"]);
        Value(
            "--retry-wait", "DURATION", "0.5s, doubled up to 15s", "Pause before each retry", RunValues.Wait,
            (o, v) => o with { Retries = o.Retries with { Wait = v } });
    }

    /// <summary>Adds the options that run a command after each file.</summary>
    private void AddCommands()
    {
        Group("Commands", isAdvanced: true);
        Word(
            "--on-complete", "CMD", "none", "Run CMD after each downloaded file; {path}, {name}, {url}",
            (o, v) => o with { Commands = o.Commands with { OnComplete = v } });
        Word(
            "--on-error", "CMD", "none", "Run CMD after each file that failed",
            (o, v) => o with { Commands = o.Commands with { OnError = v } });
        Flag("--shell", "Run CMD in the shell; the file is in FTPX_FILE", (o, v) => o with { Commands = o.Commands with { Shell = v } });
        Value(
            "--command-timeout", "DURATION", "5m", "Limit for each run of CMD", RunValues.Duration,
            (o, v) => o with { Commands = o.Commands with { Timeout = v } });
    }

    private void AddTrace() => Word(
        "--trace", "FILE", "none", "Write the FTP dialogue, with secrets masked", (o, v) => o with { Trace = v });

    private void Timeout(string name, string @default, string text, Func<FtpTimeouts, TimeSpan, FtpTimeouts> set) =>
        Value(name, "SECONDS", @default, text, GetValues.Seconds, (o, v) => o with { Timeouts = set(o.Timeouts, v) });
}
