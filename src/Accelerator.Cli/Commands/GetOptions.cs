using System.Net;
using System.Text;
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

    /// <summary>The words of the command line as they were typed, for the hint how to continue.</summary>
    public IReadOnlyList<string> Words { get; init; } = [];
}
