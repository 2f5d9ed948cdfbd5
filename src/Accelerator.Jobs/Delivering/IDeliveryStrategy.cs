using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>How the files of one server are delivered: to this computer, or to another server.</summary>
internal interface IDeliveryStrategy
{
    /// <summary>The jobs whose files are delivered so.</summary>
    JobKind Kind { get; }

    /// <summary>The files in progress.</summary>
    HeldClaims Held { get; }

    /// <summary>Takes another set of jobs.</summary>
    /// <param name="jobs">The server's jobs of this kind.</param>
    /// <param name="leastFreeSpace">Bytes that stay free on disks of this computer.</param>
    /// <returns>Whether what is in progress has to be restarted.</returns>
    bool Follow(IReadOnlyList<JobDefinition> jobs, long leastFreeSpace);

    /// <summary>Claims files as long as more can begin.</summary>
    /// <returns>Each piece of work that begins now; null where one waits for a session.</returns>
    /// <exception cref="Ledger.LedgerException">The ledger does not answer.</exception>
    IAsyncEnumerable<DeliveryWork?> FindAsync(CancellationToken cancellationToken);
}

/// <summary>The transfer of files that are claimed. It gives its claims and sessions back in any case.</summary>
internal delegate Task DeliveryWork(CancellationToken cancellationToken);
