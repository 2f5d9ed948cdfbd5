namespace Accelerator.Loopback.Logging;

/// <summary>How a data transfer ended, as seen by the server.</summary>
public enum TransferEnding
{
    /// <summary>The transfer is still running.</summary>
    Running,

    /// <summary>Every byte up to the end was handed to the socket.</summary>
    Complete,

    /// <summary>The client closed the data connection before the end.</summary>
    ClosedByClient,

    /// <summary>A fault ended it.</summary>
    DroppedByFault,

    /// <summary>The client did not open a data connection, or the server was told not to accept one.</summary>
    NoDataConnection,

    /// <summary>The disk read of the file failed.</summary>
    Unreadable,

    /// <summary>The server was stopped.</summary>
    Stopped,
}
