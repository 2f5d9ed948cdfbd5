using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Alerts;

/// <summary>
/// Sends alerts to the receivers that the job file names: incidents that last longer than a moment, incidents that are over, and files
/// that failed for good. The ledger keeps which of those files no alert has reported, so that neither a restart nor another job file loses
/// one, and when each cause was reported, so that neither a restart nor another node reports it again within the hour. A crash between
/// sending and recording sends it again.
/// </summary>
/// <param name="definition">Returns the current receivers; called repeatedly, because the job file changes.</param>
/// <param name="standing">Returns the open incidents with their causes.</param>
/// <param name="ledger">Returns the failed files to report; null while the ledger does not answer.</param>
/// <param name="open">Creates the receivers.</param>
/// <param name="time">The clock.</param>
/// <param name="log">Receives failures to send.</param>
internal sealed class AlertDispatcher(
    Func<AlertDefinition?> definition, Func<CancellationToken, Task<IReadOnlyList<AlertCause>>> standing,
    Func<AlertLedger?> ledger, Func<AlertDefinition, IReadOnlyList<AlertReceiver>> open, TimeProvider time, ILogger log) : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan TryAgain = TimeSpan.FromMinutes(1);

    private AlertDefinition? _known;
    private AlertLedger? _asked;
    private IReadOnlyList<AlertReceiver> _receivers = [];
    private int _checks;

    /// <summary>The number of completed checks, for callers that wait for one.</summary>
    internal int Checks => Volatile.Read(ref _checks);

    /// <inheritdoc/>
    public override void Dispose()
    {
        base.Dispose();
        Close();
    }

    /// <summary>Sends a message for a test to every receiver, whatever was sent before and at whatever time of the day.</summary>
    /// <returns>For each receiver its name, and why it got nothing; null if it did.</returns>
    public async Task<IReadOnlyList<(string Receiver, string? Problem)>> TestAsync(CancellationToken cancellationToken)
    {
        var news = new AlertNews([], [], [], 0) { IsTest = true };
        var results = new List<(string, string?)>();
        // Channels of their own: those of the checks may be closed meanwhile, when the job file changes.
        foreach (var (channel, _) in definition() is { } wanted ? open(wanted) : [])
        {
            results.Add((channel.Name, await SendAsync(channel, news, cancellationToken).ConfigureAwait(false)));
            (channel as IDisposable)?.Dispose();
        }
        return results;
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Interval, time);
        do
        {
            await CheckAsync(stoppingToken).ConfigureAwait(false);
            Interlocked.Increment(ref _checks);
        }
        while (await timer.WaitForNextTickAsync(stoppingToken).ConfigureAwait(false));
    }

    /// <summary>Checks what is wrong, and sends what is due.</summary>
    internal async Task CheckAsync(CancellationToken cancellationToken)
    {
        Follow();
        if (_receivers.Count == 0) return;
        var wrong = await standing(cancellationToken).ConfigureAwait(false);
        var isDue = _receivers.Any(receiver => receiver.Digest.IsDue(time.GetUtcNow()));
        var pending = isDue ? await PendingAsync(cancellationToken).ConfigureAwait(false) : [];
        for (var i = 0; i < _receivers.Count; i++)
            await NotifyAsync(_receivers[i], $"{i} {_receivers[i].Channel.Name}", wrong, pending, cancellationToken).ConfigureAwait(false);
        if (isDue) await RecordAsync(pending, cancellationToken).ConfigureAwait(false);
    }

    // A new job file may name other receivers; they are sent all open incidents, and the failures that no receiver was sent.
    private void Follow()
    {
        var (wanted, current) = (definition(), ledger());
        // The failures of another ledger may have the same keys.
        if (current != _asked)
            foreach (var (_, digest) in _receivers) digest.Keep([]);
        _asked = current;
        if (wanted == _known) return;
        Close();
        _receivers = wanted is null ? [] : open(wanted);
        _known = wanted;
    }

    // A ledger that does not answer is an incident of its own.
    private async Task<IReadOnlyList<PendingAlert>> PendingAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (_asked is null) return [];
            var pending = await _asked.PendingAsync(cancellationToken).ConfigureAwait(false);
            foreach (var (_, digest) in _receivers) digest.Keep(pending.Select(failure => failure.Key));
            return pending;
        }
        catch (Exception e) when (e is LedgerException or ObjectDisposedException)
        {
            return [];
        }
    }

    // A failure is recorded when all receivers were sent it. If the ledger does not answer, it stays pending, and the next message records
    // it.
    private async Task RecordAsync(IReadOnlyList<PendingAlert> pending, CancellationToken cancellationToken)
    {
        var sent = pending.Select(failure => failure.Key)
            .Where(failure => _receivers.All(receiver => receiver.Digest.HasReported(failure))).ToList();
        try
        {
            if (sent.Count > 0) await _asked!.SentAsync(sent, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is LedgerException or ObjectDisposedException)
        {
            // An incident of its own, as above.
        }
    }

    private async Task NotifyAsync(
        AlertReceiver receiver, string key, IReadOnlyList<AlertCause> wrong, IReadOnlyList<PendingAlert> pending,
        CancellationToken cancellationToken)
    {
        var (channel, digest) = receiver;
        if (wrong.Count > 0 && digest.IsDue(time.GetUtcNow())) await LearnAsync(digest, key, cancellationToken).ConfigureAwait(false);
        if (digest.Due(wrong, pending, time.GetUtcNow()) is not { } news) return;
        var problem = await SendAsync(channel, news, cancellationToken).ConfigureAwait(false);
        if (problem is null)
        {
            digest.Notified(news, time.GetUtcNow());
            await RecordAsync(key, news.Causes, cancellationToken).ConfigureAwait(false);
            return;
        }
        digest.SendFailed(time.GetUtcNow(), TryAgain);
        ServiceEvents.AlertFailed(log, channel.Name, problem);
    }

    private async Task LearnAsync(AlertDigest digest, string receiver, CancellationToken cancellationToken)
    {
        try
        {
            if (_asked is not null) digest.Learn(await _asked.CausesAsync(receiver, cancellationToken).ConfigureAwait(false));
        }
        catch (Exception e) when (e is LedgerException or ObjectDisposedException)
        {
            // An incident of its own, which is reported from memory.
        }
    }

    private async Task RecordAsync(string receiver, IReadOnlyList<AlertCause> causes, CancellationToken cancellationToken)
    {
        try
        {
            if (_asked is not null && causes.Count > 0)
                await _asked.CausesSentAsync(
                    receiver, causes.Select(static cause => cause.Key).Distinct(StringComparer.Ordinal), cancellationToken)
                    .ConfigureAwait(false);
        }
        catch (Exception e) when (e is LedgerException or ObjectDisposedException)
        {
            // As above.
        }
    }

    // Returns why the news was not sent; null if it was.
    private static async Task<string?> SendAsync(IAlertChannel channel, AlertNews news, CancellationToken cancellationToken)
    {
        try
        {
            await channel.SendAsync(news, cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (AlertException e)
        {
            return SafeText.Escape(e.Message);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // A failing alert must not stop the service.
            return SafeText.Escape($"a defect in ftpxd: {e}");
        }
    }

    private void Close()
    {
        foreach (var (channel, _) in _receivers) (channel as IDisposable)?.Dispose();
    }
}
