using System.Net;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Gateways;

/// <summary>Counts what a gateway has sent since the service started and is fetching now. Its events go to the log.</summary>
internal sealed class GatewayTally(string name, ILogger log)
{
    private readonly object _lock = new();
    private readonly Dictionary<int, double> _rates = [];
    private readonly Dictionary<int, IPEndPoint> _clients = [];
    private long _sent, _bytes, _failed;

    /// <summary>The files sent, their bytes, the failed files, the files being fetched, and their rate.</summary>
    public (long Sent, long Bytes, long Failed, int Files, double Rate) Read()
    {
        lock (_lock) return (_sent, _bytes, _failed, _rates.Count, _rates.Values.Sum());
    }

    /// <summary>Takes an event; called from many threads.</summary>
    public void Take(GatewayEvent happened)
    {
        Count(happened);
        switch (happened)
        {
            case GatewayEvent.Ended ended:
                Write(ended);
                break;
            case GatewayEvent.Login { Failure: { } failure } login:
                Refuse(login.Client, $"{login.Server}: {failure}");
                break;
            case GatewayEvent.Login login:
                Begin(login, login.Client, $"logged in as {login.Server}");
                break;
            case GatewayEvent.Request request:
                Begin(request, request.Client, request.Target);
                break;
            case GatewayEvent.RequestFailed failed:
                Write(failed);
                break;
            case GatewayEvent.Left left:
                lock (_lock) _clients.Remove(left.Session);
                break;
            case GatewayEvent.Refused refused:
                Refuse(refused.Client, $"{refused.Reason}.");
                break;
            case GatewayEvent.Fault fault:
                GatewayLog.Fault(log, name, fault.Session, fault.Cause);
                break;
        }
    }

    private void Begin(GatewayEvent happened, IPEndPoint client, string what)
    {
        lock (_lock) _clients[happened.Session] = client;
        var (address, shown) = (client.ToString(), SafeText.Escape(what));
        GatewayLog.Began(log, name, address, shown);
    }

    private void Write(GatewayEvent.Ended ended)
    {
        var (path, seconds) = (SafeText.Escape(ended.Path), ended.Elapsed.TotalSeconds);
        IPEndPoint? known;
        lock (_lock) known = _clients.GetValueOrDefault(ended.Session);
        var client = known?.ToString() ?? $"session {ended.Session}";
        if (ended.Failure is not { } failure)
        {
            GatewayLog.Sent(log, name, client, path, ended.Bytes, seconds);
            return;
        }
        var reason = SafeText.Escape(failure);
        GatewayLog.Failed(log, name, client, path, ended.Bytes, reason);
    }

    // A wrong request is the client's fault, and no warning: the event log of Windows would fill up.
    private void Write(GatewayEvent.RequestFailed failed)
    {
        var level = failed.Status < 500 ? LogLevel.Information : LogLevel.Warning;
        var (client, target, reason) = (failed.Client.ToString(), SafeText.Escape(failed.Target), SafeText.Escape(failed.Failure));
        GatewayLog.RequestFailed(log, level, name, client, target, failed.Status, reason);
    }

    private void Refuse(IPEndPoint client, string reason)
    {
        var (address, sentence) = (client.ToString(), SafeText.Escape(reason));
        GatewayLog.Refused(log, name, address, sentence);
    }

    private void Count(GatewayEvent happened)
    {
        lock (_lock)
        {
            if (happened is GatewayEvent.Progress { IsFromMemory: false } now) _rates[now.Session] = now.BytesPerSecond;
            else _rates.Remove(happened.Session);
            if (happened is not GatewayEvent.Ended ended) return;
            _bytes += ended.Bytes;
            if (ended.Failure is null) _sent++;
            else _failed++;
        }
    }
}
