using Accelerator.Loopback.Content;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>A running transfer, as seen by a fault. A result other than null ends the transfer.</summary>
internal interface IScriptedTransfer
{
    /// <summary>Closes the data connection.</summary>
    TransferEnding? Drop(CloseKind kind);

    /// <summary>Sends nothing for this long; null = until the client closes.</summary>
    ValueTask<TransferEnding?> StallAsync(TimeSpan? duration, CancellationToken cancellationToken);

    /// <summary>Sends at this rate from now on (bytes per second).</summary>
    void Slow(long bytesPerSecond);

    /// <summary>Closes the control connection.</summary>
    void CloseControl(CloseKind kind);

    /// <summary>Changes the served files.</summary>
    void ChangeFiles(Action<LoopbackTree> change);

    /// <summary>Sends the final reply before the rest of the data, which follows after a pause.</summary>
    ValueTask<TransferEnding?> SendFinalEarlyAsync(TimeSpan pause, CancellationToken cancellationToken);
}
