namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The ledger cannot be read or written. The message is for an operator: what was attempted, where, what the database said, what to do.
/// </summary>
/// <param name="message">One or two sentences.</param>
/// <param name="isTransient">See <see cref="IsTransient"/>.</param>
/// <param name="inner">What the database's driver threw.</param>
public sealed class LedgerException(string message, bool isTransient, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>
    /// Whether the same may work in a while: the database restarts, the connection broke, somebody else held a lock. Where the connection
    /// broke while a change was being committed nobody knows whether it took effect: ask again, or do it again; every change of the ledger
    /// may be told twice.
    /// </summary>
    public bool IsTransient { get; } = isTransient;
}
