using System.Net;
using System.Text;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Commands;

/// <summary>What was typed after <c>ftpx get</c>, each value read, nothing looked up yet.</summary>
internal sealed record GetOptions
{
    public required IReadOnlyList<string> Addresses { get; init; }

    public string? Output { get; init; }

    public string? InputFile { get; init; }

    public string? User { get; init; }

    public bool PasswordStdin { get; init; }

    public string? Netrc { get; init; }

    public FtpSecurity? Tls { get; init; }

    public Encoding Charset { get; init; } = FtpCharsets.Utf8;

    public int? Streams { get; init; }

    public SegmentLimits Segments { get; init; } = SegmentLimits.Default;

    public long? LimitRate { get; init; }

    public Verification Verify { get; init; } = Verification.Auto;

    public bool Overwrite { get; init; }

    public UnbufferedWrites Unbuffered { get; init; }

    public bool NoResume { get; init; }

    public IPAddress? Bind { get; init; }

    public bool Active { get; init; }

    public bool Insecure { get; init; }

    public FtpTimeouts Timeouts { get; init; } = new();

    public bool DryRun { get; init; }

    public bool Quiet { get; init; }

    public bool Json { get; init; }

    public bool Detail { get; init; }

    public string? Report { get; init; }

    public string? Trace { get; init; }

    public string? LogFile { get; init; }

    public bool NoSiteMemory { get; init; }

    /// <summary>The words of the command line as they were typed, for the hint how to continue.</summary>
    public IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>Names of the options that were typed: they go before what is laid down for a server.</summary>
    public IReadOnlySet<string> Typed { get; init; } = new HashSet<string>();

    /// <summary>Whether an ftp:// address is to be fetched with AUTH TLS; laid down for a server, not typed.</summary>
    public bool RequireTls { get; init; }
}
