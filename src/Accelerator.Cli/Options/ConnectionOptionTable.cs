using System.CommandLine;
using System.Text;
using Accelerator.Cli.Values;
using Accelerator.Ftp;

namespace Accelerator.Cli.Options;

/// <summary>The options of every command that logs in at a server: how to get there and who comes.</summary>
internal abstract class ConnectionOptionTable : OptionTable
{
    public Option<IReadOnlyList<string>?> Bind { get; private set; } = null!;

    public Option<bool> Active { get; private set; } = null!;

    public Option<FtpSecurity?> Tls { get; private set; } = null!;

    public Option<bool> Insecure { get; private set; } = null!;

    public Option<Encoding?> Charset { get; private set; } = null!;

    public Option<string?> User { get; private set; } = null!;

    public Option<bool> PasswordStdin { get; private set; } = null!;

    public Option<string?> Netrc { get; private set; } = null!;

    public Option<TimeSpan?> TimeoutConnect { get; private set; } = null!;

    public Option<TimeSpan?> TimeoutReply { get; private set; } = null!;

    public Option<TimeSpan?> TimeoutFirstByte { get; private set; } = null!;

    public Option<TimeSpan?> TimeoutStall { get; private set; } = null!;

    /// <summary>Adds the rows, where the command wants them.</summary>
    /// <param name="bind">What the help says of <c>--bind</c>.</param>
    protected void AddConnection(string bind = "Address or interface of this computer to connect from.")
    {
        Bind = Values("--bind", "PATH", "the system's choice", bind, static text => text);
        Active = Flag("--active", "Active data connections: the server connects back (PORT, EPRT).");
        Tls = Value<FtpSecurity?>("--tls", "HOW", "as the address says",
            "Protection in place of the address's scheme: none, explicit (AUTH TLS) or implicit (port 990).",
            text => GetValues.Security(text));
        Insecure = Flag("--insecure", "Accept any TLS certificate.");
        Charset = Value("--charset", "NAME", "utf-8",
            "Charset of names on the server: cp949, euc-kr, shift_jis, latin1, ...",
            GetValues.Charset);
        User = Value("--user", "NAME", "the address, FTPX_USER, the stored logins, netrc, then anonymous",
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
    }

    /// <summary>The values that were typed, and no address.</summary>
    public GetOptions ReadConnection(ParseResult parsed) => ReadConnection(parsed, new GetOptions { Addresses = [] });

    /// <summary>The options with the values that were typed.</summary>
    protected T ReadConnection<T>(ParseResult parsed, T options) where T : TransferOptions
    {
        var timeouts = new FtpTimeouts();
        return (T)((TransferOptions)options with
        {
            User = parsed.GetValue(User),
            PasswordStdin = parsed.GetValue(PasswordStdin),
            Netrc = parsed.GetValue(Netrc),
            Tls = parsed.GetValue(Tls),
            Charset = parsed.GetValue(Charset) ?? FtpCharsets.Utf8,
            Bind = parsed.GetValue(Bind) ?? [],
            Active = parsed.GetValue(Active),
            Insecure = parsed.GetValue(Insecure),
            Timeouts = new FtpTimeouts
            {
                Connect = parsed.GetValue(TimeoutConnect) ?? timeouts.Connect,
                Reply = parsed.GetValue(TimeoutReply) ?? timeouts.Reply,
                FirstByte = parsed.GetValue(TimeoutFirstByte) ?? timeouts.FirstByte,
                Stall = parsed.GetValue(TimeoutStall) ?? timeouts.Stall,
            },
        });
    }
}
