namespace Accelerator.Ftp;

/// <summary>Limits of silence before it counts as a failure.</summary>
public sealed record FtpTimeouts
{
    /// <summary>TCP connect, including a proxy's handshake, and TLS handshake. Default 15 s.</summary>
    public TimeSpan Connect { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>One complete reply, greeting included. Default 30 s: login delays and reverse lookups are slow.</summary>
    public TimeSpan Reply { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>From RETR to the first byte. Default 60 s: archives read from tape.</summary>
    public TimeSpan FirstByte { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Between bytes of a running transfer. Default 10 s. Shorter than every server's own stall timer (60 s and more).</summary>
    public TimeSpan Stall { get; init; } = TimeSpan.FromSeconds(10);
}
