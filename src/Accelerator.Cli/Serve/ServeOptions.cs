using System.Net;

namespace Accelerator.Cli.Serve;

/// <summary>The parsed arguments of <c>ftpx serve</c>.</summary>
internal sealed record ServeOptions
{
    /// <summary>The folder as typed.</summary>
    public required string Folder { get; init; }

    /// <summary>The port; 0 for any free port.</summary>
    public int Port { get; init; } = ServeValues.UsualPort;

    /// <summary>The address to listen on; null for 127.0.0.1.</summary>
    public IPAddress? Bind { get; init; }

    /// <summary>The only accepted user; null accepts any user.</summary>
    public string? User { get; init; }

    /// <summary>The rate limit of one data connection in bytes per second; null for no limit.</summary>
    public long? Rate { get; init; }

    /// <summary>The rate limit of all data connections together, in bytes per second.</summary>
    public long? TotalRate { get; init; }

    /// <summary>The delay from a command to its reply.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>The maximum number of concurrent sessions.</summary>
    public int MaxSessions { get; init; } = ServeValues.UsualSessions;

    /// <summary>Whether to write one JSON object per line.</summary>
    public bool Json { get; init; }
}
