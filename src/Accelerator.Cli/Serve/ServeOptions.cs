using System.Net;

namespace Accelerator.Cli.Serve;

/// <summary>What was typed after <c>ftpx serve</c>.</summary>
internal sealed record ServeOptions
{
    /// <summary>The folder, as typed.</summary>
    public required string Folder { get; init; }

    /// <summary>0 for any that is free.</summary>
    public int Port { get; init; } = ServeValues.UsualPort;

    /// <summary>Where clients find it; null is 127.0.0.1.</summary>
    public IPAddress? Bind { get; init; }

    /// <summary>The only user; null lets anybody in.</summary>
    public string? User { get; init; }

    /// <summary>Bytes per second of one data connection; null is as fast as the machine can.</summary>
    public long? Rate { get; init; }

    /// <summary>Bytes per second of all of them.</summary>
    public long? TotalRate { get; init; }

    /// <summary>From a command to its answer.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>Most sessions at one time.</summary>
    public int MaxSessions { get; init; } = ServeValues.UsualSessions;

    /// <summary>One JSON object a line.</summary>
    public bool Json { get; init; }
}
