using System.Net;
using Accelerator.Engine.Streams;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway.Upstream;

/// <summary>
/// The upstream logins in use. Clients share one only if server, address, user and password are the same, so that a wrong password always
/// reaches the server. A login is kept for a while after its last client, so that a client that connects for each file finds it warm.
/// </summary>
internal sealed class UpstreamPool(GatewaySettings settings) : IAsyncDisposable
{
    private readonly object _lock = new();
    private readonly Dictionary<Key, Entry> _entries = [];
    private readonly CancellationTokenSource _stopping = new();
    private readonly List<Task> _ending = [];

    /// <summary>Takes a login, or creates it. Nothing is connected yet.</summary>
    /// <param name="server">The server.</param>
    /// <param name="credential">The login.</param>
    /// <param name="address">The checked address; null if the server is fixed.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task<UpstreamLogin> TakeAsync(
        UpstreamServer server, FtpCredential credential, IPAddress? address, CancellationToken cancellationToken)
    {
        var key = new Key(server.Endpoint, server.Proxy, address, credential);
        Entry? entry;
        lock (_lock)
        {
            if (!_entries.TryGetValue(key, out entry))
            {
                var rate = RateOf(server);
                var limited = server with { Request = server.Request with { SharedRate = rate } };
                _entries[key] = entry = new Entry(
                    UpstreamLogin.OpenAsync(limited, credential, address, settings.Time, _stopping.Token), rate);
            }
            entry.Users++;
            entry.Uses++;
        }
        try
        {
            return await entry.Login.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            Return(key, entry, entry.Login.IsFaulted || entry.Login.IsCanceled);
            throw;
        }
    }

    /// <summary>Gives a login back.</summary>
    /// <param name="login">The login.</param>
    /// <param name="hasFailed">Whether the server refused it: if no other client uses it, the next one logs in again.</param>
    public void Return(UpstreamLogin login, bool hasFailed = false)
    {
        lock (_lock)
        {
            var (key, entry) = _entries.FirstOrDefault(
                pair => pair.Value.Login is { IsCompletedSuccessfully: true } done && done.Result == login);
            if (entry is not null) Return(key, entry, hasFailed);
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        List<Task> ending;
        lock (_lock)
        {
            ending = [.. _ending, .. _entries.Values.Select(entry => entry.CloseAsync())];
            _entries.Clear();
        }
        await Task.WhenAll(ending).ConfigureAwait(false);
        _stopping.Dispose();
    }

    // The limit of a server is one for its logins. It lasts as long as one of them: a table of limits would grow with the names that
    // clients invent.
    private RateBudget RateOf(UpstreamServer server) =>
        server.Request.SharedRate ?? _entries.FirstOrDefault(pair => pair.Key.Endpoint == server.Endpoint).Value?.Rate
            ?? server.Request.NewRate(settings.Time);

    private void Return(Key key, Entry entry, bool hasFailed)
    {
        lock (_lock)
        {
            if (--entry.Users > 0) return;
            _ending.RemoveAll(task => task.IsCompleted);
            if (hasFailed) _entries.Remove(key);
            _ending.Add(EndAsync(key, entry, hasFailed ? TimeSpan.Zero : settings.Linger));
        }
    }

    private async Task EndAsync(Key key, Entry entry, TimeSpan after)
    {
        var uses = entry.Uses;
        await Task.Delay(after, settings.Time, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        lock (_lock)
        {
            var isCurrent = _entries.TryGetValue(key, out var current) && current == entry;
            if (isCurrent && (entry.Users > 0 || entry.Uses != uses)) return;
            if (isCurrent) _entries.Remove(key);
        }
        await entry.CloseAsync().ConfigureAwait(false);
    }

    private sealed record Key(FtpEndpoint Endpoint, ProxyAddress? Proxy, IPAddress? Address, FtpCredential Credential);

    private sealed class Entry
    {
        // Lazy: the end of the pool and the end of the linger may close an entry at once.
        private readonly Lazy<Task> _closing;

        public Entry(Task<UpstreamLogin> login, RateBudget rate)
        {
            (Login, Rate) = (login, rate);
            _closing = new Lazy<Task>(EndAsync);
        }

        public Task<UpstreamLogin> Login { get; }

        public RateBudget Rate { get; }

        public int Users { get; set; }

        public int Uses { get; set; }

        public Task CloseAsync() => _closing.Value;

        private async Task EndAsync()
        {
            try
            {
                await (await Login.ConfigureAwait(false)).DisposeAsync().ConfigureAwait(false);
            }
            catch (Exception) when (!Login.IsCompletedSuccessfully)
            {
                // There is nothing to close; the client that opened it has the reason.
            }
        }
    }
}
