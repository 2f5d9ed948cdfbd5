namespace Accelerator.Engine.Transfers;

/// <summary>The present state of one stream.</summary>
public enum StreamState
{
    /// <summary>The slot is free.</summary>
    Idle,

    /// <summary>Connecting, logging in, or waiting for permission to do so.</summary>
    Connecting,

    /// <summary>RETR was sent; no byte yet.</summary>
    Requesting,

    /// <summary>Bytes arrive.</summary>
    Receiving,

    /// <summary>Waiting before another try.</summary>
    BackingOff,
}
