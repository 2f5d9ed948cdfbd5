using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>How the files of one server are delivered: to this computer, or to another server.</summary>
internal interface IDeliveryStrategy
{
    /// <summary>The kind of jobs whose files this strategy delivers.</summary>
    JobKind Kind { get; }

    /// <summary>The files in progress.</summary>
    HeldClaims Held { get; }

    /// <summary>Takes another set of jobs.</summary>
    /// <param name="jobs">The server's jobs of this kind.</param>
    /// <param name="leastFreeSpace">Bytes to keep free on disks of this computer.</param>
    /// <returns>Whether what is in progress has to be restarted.</returns>
    bool Follow(IReadOnlyList<JobDefinition> jobs, long leastFreeSpace);

    /// <summary>Claims files as long as more can start.</summary>
    /// <returns>Each piece of work that starts now; null if one waits for a session.</returns>
    /// <exception cref="Ledger.LedgerException">The ledger does not answer.</exception>
    IAsyncEnumerable<DeliveryWork?> FindAsync(CancellationToken cancellationToken);
}

/// <summary>Transfers claimed files. It gives its claims and sessions back in any case.</summary>
internal delegate Task DeliveryWork(CancellationToken cancellationToken);
