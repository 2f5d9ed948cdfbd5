namespace Accelerator.Loopback.Logging;

/// <summary>How a data transfer ended, seen from the server.</summary>
public enum TransferEnding
{
    /// <summary>It still runs.</summary>
    Running,

    /// <summary>Every byte up to the end was handed to the socket.</summary>
    Complete,

    /// <summary>The client closed the data connection before the end.</summary>
    ClosedByClient,

    /// <summary>A fault ended it.</summary>
    DroppedByFault,

    /// <summary>The client did not open, or the server was told not to accept, a data connection.</summary>
    NoDataConnection,

    /// <summary>The disk did not give the file's bytes.</summary>
    Unreadable,

    /// <summary>The server was stopped.</summary>
    Stopped,
}
