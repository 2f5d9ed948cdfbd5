using Accelerator.Engine.Sites;

namespace Accelerator.Jobs.Delivering;

/// <summary>Sessions of a server that a transfer between servers may open itself, until this is disposed: they count among those that the job file allows.</summary>
/// <param name="sessionBudget">Whose they are.</param>
/// <param name="count">How many.</param>
internal sealed class SessionLease(SessionBudget sessionBudget, int count) : IDisposable
{
    private int _left = count;

    /// <summary>How many.</summary>
    public int Count { get; } = count;

    /// <inheritdoc/>
    public void Dispose()
    {
        for (var left = Interlocked.Exchange(ref _left, 0); left > 0; left--) sessionBudget.ReturnLease();
    }
}
