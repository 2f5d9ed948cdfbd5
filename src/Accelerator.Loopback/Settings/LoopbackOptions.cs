using System.Net;
using System.Net.Sockets;
using Accelerator.Loopback.Content;
using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Shaping;

namespace Accelerator.Loopback.Settings;

/// <summary>The settings of a <see cref="LoopbackServer"/>. The defaults are a fast, usual server that accepts any login.</summary>
public sealed record LoopbackOptions
{
    /// <summary>
    /// A folder on disk to serve, without links that lead out of it; null = the content of <see cref="LoopbackServer.Files"/>.
    /// </summary>
    public string? Folder { get; init; }

    /// <summary>
    /// A loopback address (127.0.0.0/8 or ::1); any other is refused at start unless <see cref="AllowOthers"/> is set. Default 127.0.0.1.
    /// </summary>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>Whether other machines may connect. All their traffic is in clear text.</summary>
    public bool AllowOthers { get; init; }

    /// <summary>
    /// Whether <see cref="LoopbackLog.Commands"/> and <see cref="LoopbackLog.Transfers"/> are kept, for assertions. A server that runs for
    /// days must not.
    /// </summary>
    public bool KeepTrace { get; init; } = true;

    /// <summary>Called synchronously by the session for each event as it happens: it must neither block nor throw.</summary>
    public Action<LoopbackEvent>? Report { get; init; }

    /// <summary>Port; 0, the default, takes a free one.</summary>
    public int Port { get; init; }

    /// <summary>Opens each listening socket, for tests of other protocols than TCP. Default TCP.</summary>
    public Func<AddressFamily, Socket> OpenListener { get; init; } =
        static family => new Socket(family, SocketType.Stream, ProtocolType.Tcp);

    /// <summary>The only user accepted; null = any.</summary>
    public string? User { get; init; }

    /// <summary>The only password accepted; null = any.</summary>
    public string? Password { get; init; }

    /// <summary>If set, PASS is answered 332 and only this ACCT completes the login.</summary>
    public string? Account { get; init; }

    /// <summary>Greeting line without CRLF. A greeting with code 230 means already logged in.</summary>
    public string Banner { get; init; } = "220 Accelerator loopback server ready.";

    /// <summary>The faults and their triggers.</summary>
    public FaultPlan Faults { get; init; } = FaultPlan.None;

    /// <summary>Rates and delay.</summary>
    public LinkShape Shaping { get; init; } = LinkShape.Unlimited;

    /// <summary>Clock for every wait.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    /// <summary>The features of the server.</summary>
    public LoopbackFeatures Features { get; init; } = LoopbackFeatures.Usual;

    /// <summary>For HASH, the default first; see <see cref="ContentDigest.Algorithms"/>.</summary>
    public IReadOnlyList<string> HashAlgorithms { get; init; } = ContentDigest.Algorithms;

    /// <summary>Meaning of the numbers after the path of the X… hash commands.</summary>
    public HashRangeForm HashRanges { get; init; } = HashRangeForm.StartAndEnd;

    /// <summary>Most sessions (for <see cref="LimitPoint.Retr451"/>: transfers) at one time; 0 = always full, null = no limit.</summary>
    public int? MaxConnections { get; init; }

    /// <summary>Where a session over the limit is refused.</summary>
    public LimitPoint LimitPoint { get; init; } = LimitPoint.Greeting421;

    /// <summary>
    /// Reply to a session over the limit, without CRLF; null = the usual text of the server type that limits at this point.
    /// </summary>
    public string? LimitReply { get; init; }

    /// <summary>The limit ends this long after the start ("full at first"); null = never.</summary>
    public TimeSpan? LimitLiftedAfter { get; init; }

    /// <summary>The limit ends after this many refusals; null = never.</summary>
    public int? LimitLiftedAfterRefusals { get; init; }

    /// <summary>The form of LIST. <see cref="LoopbackFeatures.Mlst"/> decides whether MLSD is available.</summary>
    public LoopbackListForm ListForm { get; init; } = LoopbackListForm.Unix;

    /// <summary>Number of names at which a listing is cut off, with 226 and the text of Pure-FTPd; null = none.</summary>
    public int? MaxListed { get; init; }

    /// <summary>MLSD lists the current folder, whatever path it is given.</summary>
    public bool MlsdIgnoresPath { get; init; }

    /// <summary>LIST and NLST leave out names that begin with a point, as vsftpd, ProFTPD and Pure-FTPd do.</summary>
    public bool HideDotNames { get; init; }

    /// <summary>
    /// Whether a listing shows a link as its target file or directory, as IIS and pyftpdlib's MLSD do, and not as a link.
    /// </summary>
    public bool LinksAsTargets { get; init; }

    /// <summary>Reply when the client closes a data connection before its end.</summary>
    public EarlyCloseAnswer EarlyClose { get; init; } = EarlyCloseAnswer.Reply426;

    /// <summary>REST beyond the end of the file: true = 554 at RETR (ProFTPD), false = an empty transfer and 226 (vsftpd).</summary>
    public bool RefuseRestartPastEnd { get; init; }

    /// <summary>SIZE gets 550 and REST gets 501 while TYPE is A, as ProFTPD does.</summary>
    public bool StrictAscii { get; init; }

    /// <summary>
    /// Any command between PASV, EPSV, REST or RANG and the transfer command, except those themselves, cancels them: some servers lose the
    /// passive state at a NOOP, and RFC 3659 section 5 requires REST immediately before the transfer.
    /// </summary>
    public bool StrictSequence { get; init; }

    /// <summary>
    /// The offset set at the time of PASV or EPSV is used; a REST after it is answered 350 and has no effect (libunftp issue 462).
    /// </summary>
    public bool OffsetTakenAtPassive { get; init; }

    /// <summary>A data connection from another address than the control connection's gets 425, as vsftpd does.</summary>
    public bool RefuseForeignDataPeer { get; init; }

    /// <summary>How long RETR waits for the data connection before 425. Default 10 s.</summary>
    public TimeSpan DataConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// SO_SNDBUF of data connections in bytes; null = the system's autotuning. Small values make an early close visible early.
    /// </summary>
    public int? DataSendBuffer { get; init; }
}
