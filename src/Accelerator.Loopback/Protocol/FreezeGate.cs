using System.Net;

namespace Accelerator.Loopback.Protocol;

/// <summary>
/// Holds back everything the server would send, to all clients or to one address, like an unplugged cable, until it is opened again.
/// </summary>
internal sealed class FreezeGate
{
    private readonly object _lock = new();
    private readonly Dictionary<IPAddress, TaskCompletionSource> _frozen = [];
    private volatile bool _isAnyFrozen;

    /// <param name="client">The client address to hold back; <see cref="IPAddress.None"/> means all.</param>
    public void Freeze(IPAddress client)
    {
        lock (_lock)
        {
            _frozen.TryAdd(client, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
            _isAnyFrozen = true;
        }
    }

    public void Thaw(IPAddress client)
    {
        lock (_lock)
        {
            if (_frozen.Remove(client, out var frozen)) frozen.TrySetResult();
            _isAnyFrozen = _frozen.Count > 0;
        }
    }

    public async ValueTask WaitAsync(IPAddress client, CancellationToken cancellationToken)
    {
        while (_isAnyFrozen && HeldAsync(client) is { } frozen) await frozen.WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    private Task? HeldAsync(IPAddress client)
    {
        lock (_lock) return (_frozen.GetValueOrDefault(IPAddress.None) ?? _frozen.GetValueOrDefault(client))?.Task;
    }
}
