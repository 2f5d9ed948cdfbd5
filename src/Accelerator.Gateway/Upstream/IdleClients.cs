using Accelerator.Engine.Transfers.Routes;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Gateway.Upstream;

/// <summary>
/// The clients of a login, which keep a session between their commands, for its folder, and some for hours. At the server's limit those
/// that are idle make room for others: a client with eight sessions at a gateway with four waited for its own, until its time limit of 30 s
/// closed one. Thread-safe.
/// </summary>
/// <param name="time">Clock.</param>
internal sealed class IdleClients(TimeProvider time)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly List<UpstreamSession> _clients = [];

    /// <summary>The present timestamp of the clock, by which clients are ordered.</summary>
    public long Now => time.GetTimestamp();

    /// <summary>Adds a client, whose session others may take while it is idle.</summary>
    public void Join(UpstreamSession client)
    {
        lock (_clients) _clients.Add(client);
    }

    /// <summary>Removes a client.</summary>
    public void Leave(UpstreamSession client)
    {
        lock (_clients) _clients.Remove(client);
    }

    /// <summary>Takes a session of a route, or opens one; while the server is full, takes the idle session of a client.</summary>
    public async Task<FtpSession> TakeAsync(Route route, CancellationToken cancellationToken)
    {
        var renting = route.RentAsync(cancellationToken);
        while (!renting.IsCompleted)
        {
            if (!route.Gate.HasRoom) await TryFreeOneAsync(cancellationToken).ConfigureAwait(false);
            await Task.WhenAny(renting, Task.Delay(Pause, time, CancellationToken.None)).ConfigureAwait(false);
        }
        return (await renting.ConfigureAwait(false)).Session;
    }

    /// <summary>Takes all idle sessions back if no more may be opened: a transfer needs them for its streams.</summary>
    public async Task FreeAsync(Route route, CancellationToken cancellationToken)
    {
        while (!route.Gate.HasRoom && await TryFreeOneAsync(cancellationToken).ConfigureAwait(false))
        {
        }
    }

    private async Task<bool> TryFreeOneAsync(CancellationToken cancellationToken)
    {
        List<UpstreamSession> clients;
        lock (_clients) clients = [.. _clients.OrderBy(client => client.LastUse)];
        try
        {
            foreach (var client in clients)
            {
                if (await client.TryLendAsync(cancellationToken).ConfigureAwait(false)) return true;
            }
        }
        catch (OperationCanceledException)
        {
            // The caller's own wait ends with it.
        }
        return false;
    }
}
