namespace Accelerator.Loopback.Protocol;

/// <summary>The open data connections, so that they can be closed from outside their transfers.</summary>
internal sealed class OpenDataConnections
{
    private readonly object _gate = new();
    private readonly HashSet<DataConnection> _open = [];

    public void Add(DataConnection data)
    {
        lock (_gate) _open.Add(data);
    }

    public void Remove(DataConnection data)
    {
        lock (_gate) _open.Remove(data);
    }

    public IReadOnlyList<DataConnection> Youngest(int count)
    {
        lock (_gate) return [.. _open.OrderByDescending(d => d.Ordinal).Take(count)];
    }
}
