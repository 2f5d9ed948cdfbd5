using System.Text;
using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Engine.Probing;

/// <summary>The file and server to measure, and the limits of the probe.</summary>
public sealed record ProbeRequest
{
    /// <summary>A file on the server: the larger, the more accurate the measurement.</summary>
    public required TransferSource Source { get; init; }

    /// <summary>Most streams to try, 1 to 64. Default 16.</summary>
    public int MostStreams { get; init; } = 16;

    /// <summary>Limit on the complete probe. Default 60 s; at least a few seconds are needed for any result.</summary>
    public TimeSpan TimeLimit { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Folder whose disk is measured; null to skip the disk.</summary>
    public string? Folder { get; init; }

    /// <summary>Local address to connect from; null lets the system choose.</summary>
    public LocalPath? LocalPath { get; init; }

    /// <summary>Passive (the default) or active data connections.</summary>
    public bool ActiveMode { get; init; }

    /// <summary>
    /// Whether a command may be sent before the previous one is answered, where the server has shown that it supports that. Default true.
    /// </summary>
    public bool Pipelining { get; init; } = true;

    /// <summary>The fixed receive buffer of data connections in bytes; null, the default, for autotuning.</summary>
    public int? ReceiveBuffer { get; init; }

    /// <summary>Whether connections are opened for MPTCP. Default false.</summary>
    public bool Multipath { get; init; }

    /// <summary>Accept any TLS certificate. Default false.</summary>
    public bool AcceptAnyCertificate { get; init; }

    /// <summary>Charset of names on the server. Default UTF-8.</summary>
    public Encoding Charset { get; init; } = FtpCharsets.Utf8;

    /// <summary>Time limits of single steps.</summary>
    public FtpTimeouts Timeouts { get; init; } = new();

    /// <summary>
    /// Receives every line of every dialogue, secrets masked; null for none. Called from many threads, one call at a time.
    /// </summary>
    public Action<FtpTraceLine>? Trace { get; init; }
}
