using System.Collections.Concurrent;
using System.Net;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Gateway;
using Accelerator.Gateway.Settings;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;
using Accelerator.Service.Core;
using Accelerator.Service.Figures;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Gateways;

/// <summary>
/// Runs the gateways of the job file. One that cannot be opened does not end the service: the status reports it, and it is tried again. A
/// changed job file closes only the gateways that it changes.
/// </summary>
/// <param name="data">The data folder.</param>
/// <param name="vault">The stored credentials.</param>
/// <param name="events">Receives incidents.</param>
/// <param name="time">The clock.</param>
/// <param name="log">Receives what the gateways do.</param>
internal sealed class GatewayKeeper(string data, CredentialVault vault, JobEvents events, TimeProvider time, ILogger log) : IAsyncDisposable
{
    /// <summary>The folder in the data folder for files that are being fetched.</summary>
    public const string SpoolFolder = "gateways";

    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(10);

    private readonly SemaphoreSlim _one = new(1, 1);
    private readonly CancellationTokenSource _stop = new();
    private readonly object _lock = new();
    private readonly Dictionary<string, RunningGateway> _running = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, GatewayTally> _tallies = new(StringComparer.Ordinal);
    private readonly ServerLogins _logins = new(vault, new SiteMemory(Path.Combine(data, "sites"), time), time, log);
    private readonly HttpSecrets _secrets = new(vault, time, log);
    private IReadOnlyList<GatewayDefinition> _wanted = [];
    private Task _retrying = Task.CompletedTask;

    /// <summary>Returns the figures of all gateways of the job file.</summary>
    public IReadOnlyList<GatewayFigures> Figures()
    {
        lock (_lock)
        {
            return [.. _wanted.Select(gateway =>
            {
                var (sent, bytes, failed, files, rate) = TallyOf(gateway.Name).Read();
                var server = _running.GetValueOrDefault(gateway.Name)?.Server;
                var address = server is null ? null : $"ftp://{server.EndPoint}/";
                var clients = server?.Clients ?? 0;
                return new GatewayFigures(gateway.Name, address, server?.HttpAddress, clients, rate, files, sent, bytes, failed);
            })];
        }
    }

    /// <summary>Opens, changes and closes gateways.</summary>
    /// <param name="wanted">The gateways of the job file.</param>
    /// <param name="cancellationToken">A token to cancel the wait for an earlier call.</param>
    public async Task ApplyAsync(IReadOnlyList<GatewayDefinition> wanted, CancellationToken cancellationToken)
    {
        await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            foreach (var gone in _wanted.Where(old => wanted.All(gateway => gateway.Name != old.Name))) events.Settle(About(gone));
            lock (_lock) _wanted = wanted;
            foreach (var (name, running) in _running.ToList())
            {
                if (wanted.FirstOrDefault(gateway => gateway.IsLike(running.Definition)) is { } same) running.Definition = same;
                else await CloseAsync(name).ConfigureAwait(false);
            }
            if (await OpenAllAsync().ConfigureAwait(false) || !_retrying.IsCompleted) return;
            _retrying = Task.Run(RetryAsync, CancellationToken.None);
        }
        finally
        {
            _one.Release();
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _retrying.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach (var name in _running.Keys.ToList()) await CloseAsync(name).ConfigureAwait(false);
        _stop.Dispose();
        _one.Dispose();
    }

    // It ends with the service: a later job file may bring another gateway that cannot be opened at once.
    private async Task RetryAsync()
    {
        while (true)
        {
            await Task.Delay(AskAgain, time, _stop.Token).ConfigureAwait(false);
            await _one.WaitAsync(_stop.Token).ConfigureAwait(false);
            try
            {
                await OpenAllAsync().ConfigureAwait(false);
            }
            finally
            {
                _one.Release();
            }
        }
    }

    private async Task<bool> OpenAllAsync()
    {
        var areOpen = true;
        foreach (var gateway in _wanted)
        {
            if (_running.ContainsKey(gateway.Name)) continue;
            areOpen &= await TryOpenAsync(gateway).ConfigureAwait(false);
        }
        return areOpen;
    }

    private async Task<bool> TryOpenAsync(GatewayDefinition gateway)
    {
        try
        {
            var login = gateway is { User: { } user, Credential: { } credential }
                ? new FtpCredential(user, await vault.ReadAsync(credential, _stop.Token).ConfigureAwait(false)) : null;
            var running = new RunningGateway(gateway);
            var settings = await _secrets.AddAsync(SettingsOf(running, login), gateway, _stop.Token).ConfigureAwait(false);
            var server = running.Server = GatewayServer.Start(settings);
            lock (_lock) _running[gateway.Name] = running;
            var http = server.HttpAddress is { } also ? $" and {also}" : "";
            var (address, servers) = ($"ftp://{server.EndPoint}/{http}", string.Join(", ", gateway.Servers.Select(one => one.Name)));
            GatewayLog.Opened(log, gateway.Name, address, servers);
            events.Settle(About(gateway));
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CredentialException or ArgumentException)
        {
            events.Incident(
                About(gateway),
                $"The gateway {gateway.Name} cannot be opened: {e.Message.TrimEnd('.')}. Remove the cause, or change the gateway in "
                    + "the job file. "
                    + $"The service retries every {AskAgain.TotalSeconds:0} s; jobs are not affected.");
            return false;
        }
    }

    private GatewaySettings SettingsOf(RunningGateway running, FtpCredential? login)
    {
        var gateway = running.Definition;
        // Files of an earlier run that was killed are deleted below, and never where another user's link leads to.
        PrivateFolder.Make(Path.Combine(data, SpoolFolder), null);
        var spool = Path.Combine(data, SpoolFolder, gateway.Name);
        if (Directory.Exists(spool)) LocalChanges.DeleteTree(spool);
        Directory.CreateDirectory(spool);
        var tally = TallyOf(gateway.Name);
        return new GatewaySettings
        {
            Listen = gateway.Listen,
            Upstream = gateway.Servers is [var only] ? only.Endpoint : null,
            Allowed = gateway.Servers.Count == 1 ? [] : [.. gateway.Servers.Select(RuleOf).OfType<UpstreamRule>()],
            Resolve = (host, port, _, token) => _logins.ResolveAsync(running.Definition, host, port, token),
            Login = login,
            Clients = [.. gateway.Clients.Select(AddressRange.Parse).OfType<IPNetwork>()],
            SpoolFolder = spool,
            RoomAdvice = "Free some space, or move the service's data folder to a larger disk (ftpxd --data DIR).",
            MaxSessions = gateway.MaxClients,
            MaxSessionsPerAddress = gateway.MaxClientsPerAddress,
            VerifyFirst = gateway.VerifyFirst,
            Report = tally.Take,
            Time = time,
        };
    }

    private async Task CloseAsync(string name)
    {
        if (!_running.TryGetValue(name, out var running)) return;
        lock (_lock) _running.Remove(name);
        await running.Server!.DisposeAsync().ConfigureAwait(false);
        GatewayLog.Closed(log, name);
    }

    private GatewayTally TallyOf(string name) => _tallies.GetOrAdd(name, one => new GatewayTally(one, log));

    private static UpstreamRule? RuleOf(ServerDefinition server)
    {
        var host = server.Endpoint.Host;
        return UpstreamRule.Parse($"{(host.Contains(':') ? $"[{host}]" : host)}:{server.Endpoint.Port}");
    }

    private static string About(GatewayDefinition gateway) => $"gateway {gateway.Name}";

    /// <summary>A gateway that is open.</summary>
    private sealed class RunningGateway(GatewayDefinition definition)
    {
        /// <summary>Its entry in the job file in force.</summary>
        public GatewayDefinition Definition { get; set; } = definition;

        /// <summary>The gateway.</summary>
        public GatewayServer? Server { get; set; }
    }
}
