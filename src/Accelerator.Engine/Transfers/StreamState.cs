namespace Accelerator.Engine.Transfers;

/// <summary>What one stream is doing now.</summary>
public enum StreamState
{
    /// <summary>The slot is free.</summary>
    Idle,

    /// <summary>Connecting, logging in, or waiting for the server's permission to.</summary>
    Connecting,

    /// <summary>RETR was sent; no byte yet.</summary>
    Requesting,

    /// <summary>Bytes arrive.</summary>
    Receiving,

    /// <summary>Waiting before another try.</summary>
    BackingOff,
}
