namespace Accelerator.Cli.Tests.Commands;

/// <summary>The options that several commands share, each with the value it sets.</summary>
internal static class TransferOptionSamples
{
    private static readonly (string Words, Func<TransferOptions, object?> Value, object? Expected)[] All =
    [
        ("--streams 8", o => o.Streams, 8),
        ("--streams=64", o => o.Streams, 64),
        ("--streams auto", o => o.Streams, null),
        ("--max-sessions 12", o => o.MaxSessions, 12),
        ("--continue", o => o.Continue, true),
        ("--no-resume", o => o.NoResume, true),
        ("--verify none", o => o.Verify, new Verification(VerifyMode.None)),
        ("--verify always", o => o.Verify, new Verification(VerifyMode.Always)),
        ("--limit-rate 800Mbit", o => o.LimitRate!.Timetable!.Otherwise, 100_000_000L),
        ("--limit-rate @l.txt", o => o.LimitRate!.File, "l.txt"),
        ("--max-time 90", o => o.MaxTime, TimeSpan.FromSeconds(90)),
        ("--stop-at 6:30", o => o.StopAt, new TimeOnly(6, 30)),
        ("--retries 3", o => o.Retries, new RetryLimits(3, null)),
        ("--retries unlimited", o => o.Retries, new RetryLimits(null, null)),
        ("--retry-wait 10s", o => o.Retries, new RetryLimits(8, TimeSpan.FromSeconds(10))),
        ("--on-complete cmd", o => o.Commands.OnComplete, "cmd"),
        ("--on-error cmd", o => o.Commands.OnError, "cmd"),
        ("--shell --on-error cmd", o => o.Commands.Shell, true),
        ("--command-timeout 1h", o => o.Commands.Timeout, TimeSpan.FromHours(1)),
        ("--segment-size 4M", o => o.Segments, new SegmentLimits(4 << 20, long.MaxValue)),
        ("--segment-size 4M-256M", o => o.Segments, new SegmentLimits(4 << 20, 256 << 20)),
        ("--max-idle 90", o => o.MaxIdle, TimeSpan.FromSeconds(90)),
        ("--receive-buffer 64M", o => o.ReceiveBuffer, 64 << 20),
        ("--mptcp", o => o.Multipath, true),
        ("--server-address all", o => o.ServerAddresses, ServerAddresses.All),
        ("--server-address 192.0.2.7,192.0.2.8 --server-address 2001:db8::7", o => string.Join(' ', o.ServerAddresses!.Given), "192.0.2.7 192.0.2.8 2001:db8::7"),
        ("--unbuffered on", o => o.Unbuffered, UnbufferedWrites.On),
        ("--unbuffered OFF", o => o.Unbuffered, UnbufferedWrites.Off),
        ("--unbuffered auto", o => o.Unbuffered, UnbufferedWrites.Auto),
        ("--bind 192.0.2.7", o => o.Bind, new[] { "192.0.2.7" }),
        ("--bind eth0,eth1 --bind 2001:db8::7", o => o.Bind, new[] { "eth0,eth1", "2001:db8::7" }),
        ("--replica ftp://b/f --replica ftps://c/f", o => o.Replicas, new[] { "ftp://b/f", "ftps://c/f" }),
        ("--trust-replica --replica ftp://b/f", o => o.TrustReplica, true),
        ("--include *.nc", o => string.Join(' ', o.Selection.Include), "*.nc"),
        ("--include *.nc --include *.h5", o => string.Join(' ', o.Selection.Include), "*.nc *.h5"),
        ("--exclude raw/ --exclude=**/old/*", o => string.Join(' ', o.Selection.Exclude), "raw/ **/old/*"),
        ("--min-size 1.5G", o => o.Selection.MinSize, 3L << 29),
        ("--max-size 100", o => o.Selection.MaxSize, 100L),
        ("--min-size 1K --max-size 1K", o => (o.Selection.MinSize, o.Selection.MaxSize), ((long?)1024, (long?)1024)),
        ("--newer-than 2026-11-20", o => o.Selection.NewerThan!.At(default), new DateTimeOffset(2026, 11, 20, 0, 0, 0, TimeSpan.Zero)),
        ("--newer-than 36h", o => o.Selection.NewerThan, new PointInTime(null, TimeSpan.FromHours(36))),
        ("--older-than 7d", o => o.Selection.OlderThan, new PointInTime(null, TimeSpan.FromDays(7))),
        ("--active", o => o.Active, true),
        ("--proxy socks5h://p", o => o.Proxy?.Address, new ProxyAddress(ProxyProtocol.Socks5h, "p", 1080)),
        ("--tls none", o => o.Tls, FtpSecurity.None),
        ("--tls explicit", o => o.Tls, FtpSecurity.Explicit),
        ("--tls implicit", o => o.Tls, FtpSecurity.Implicit),
        ("--insecure", o => o.Insecure, true),
        ("--charset cp949", o => o.Charset.CodePage, 949),
        ("--user kim", o => o.User, "kim"),
        ("--password-stdin", o => o.PasswordStdin, true),
        ("--netrc logins", o => o.Netrc, "logins"),
        ("--timeout-connect 2.5", o => o.Timeouts.Connect, TimeSpan.FromSeconds(2.5)),
        ("--timeout-reply 3", o => o.Timeouts.Reply, TimeSpan.FromSeconds(3)),
        ("--timeout-first-byte 600", o => o.Timeouts.FirstByte, TimeSpan.FromSeconds(600)),
        ("--timeout-stall 0.5", o => o.Timeouts.Stall, TimeSpan.FromSeconds(0.5)),
        ("--no-site-memory", o => o.NoSiteMemory, true),
        ("--dry-run", o => o.DryRun, true),
        ("--quiet", o => o.Quiet, true),
        ("--quiet=true", o => o.Quiet, true),
        ("--quiet=false", o => o.Quiet, false),
        ("--json", o => o.Json, true),
        ("--detail", o => o.Detail, true),
        ("--report r.html", o => o.Report, "r.html"),
        ("--trace t.txt", o => o.Trace, "t.txt"),
        ("--log-file l.txt", o => o.LogFile, "l.txt"),
    ];

    /// <summary>Returns the samples of the options in a command's table.</summary>
    public static IEnumerable<(string Words, Func<TransferOptions, object?> Value, object? Expected)> In(IReadOnlyList<OptionRow> table)
    {
        var names = table.Select(row => row.Option.Name).ToHashSet();
        return All.Where(sample => names.Contains(sample.Words.Split(' ', '=')[0]));
    }
}
