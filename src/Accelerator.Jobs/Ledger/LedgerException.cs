namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The ledger cannot be read or written. The message is for an operator: what was attempted, where, the database's error, what to do.
/// </summary>
/// <param name="message">One or two sentences.</param>
/// <param name="isTransient">See <see cref="IsTransient"/>.</param>
/// <param name="inner">The exception of the database's driver.</param>
public sealed class LedgerException(string message, bool isTransient, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>
    /// Whether a retry may succeed after a while: the database restarts, the connection broke, another process held a lock. If the
    /// connection broke during a commit, it is unknown whether the change took effect: query the state or repeat the change; every change
    /// of the ledger may be repeated.
    /// </summary>
    public bool IsTransient { get; } = isTransient;
}
