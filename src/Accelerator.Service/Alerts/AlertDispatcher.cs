using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Delivering;
using Accelerator.Service.Core;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Alerts;

/// <summary>
/// Sends alerts to the receivers that the job file names: incidents that last longer than a moment, incidents that are over, and files
/// that failed for good.
/// </summary>
/// <param name="definition">Returns the current receivers; called repeatedly, because the job file changes.</param>
/// <param name="standing">Returns the open incidents.</param>
/// <param name="open">Creates the alert channels.</param>
/// <param name="time">The clock.</param>
/// <param name="log">Receives failures to send.</param>
internal sealed class AlertDispatcher(
    Func<AlertDefinition?> definition, Func<CancellationToken, Task<IReadOnlyList<OpenIncident>>> standing,
    Func<AlertDefinition, IReadOnlyList<IAlertChannel>> open, TimeProvider time, ILogger log) : BackgroundService, IProgress<JobEvent>
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan TryAgain = TimeSpan.FromMinutes(1);

    private readonly object _lock = new();
    private AlertDefinition? _known;
    private List<(IAlertChannel Channel, AlertDigest Digest)> _receivers = [];

    /// <inheritdoc/>
    public void Report(JobEvent value)
    {
        var failure = value switch
        {
            JobEvent.Refused { Action: DeliveryAction.Fail or DeliveryAction.Quarantine } refused =>
                new AlertFailure(refused.Claim.Job, SafeText.Escape(refused.Message), time.GetUtcNow()),
            JobEvent.AfterDelivery { Error: { } error, IsLast: true } after =>
                new AlertFailure(after.Effect.Delivery.Job, SafeText.Escape(error), time.GetUtcNow()),
            _ => null,
        };
        if (failure is null) return;
        lock (_lock)
        {
            foreach (var (_, digest) in _receivers) digest.Note(failure);
        }
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        base.Dispose();
        Close();
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Interval, time);
        do
        {
            Follow();
            if (_receivers.Count == 0) continue;
            var wrong = await standing(stoppingToken).ConfigureAwait(false);
            foreach (var (channel, digest) in _receivers) await NotifyAsync(channel, digest, wrong, stoppingToken).ConfigureAwait(false);
        }
        while (await timer.WaitForNextTickAsync(stoppingToken).ConfigureAwait(false));
    }

    // A new job file may name other receivers; they are sent all open incidents.
    private void Follow()
    {
        var wanted = definition();
        if (wanted == _known) return;
        Close();
        lock (_lock) _receivers = wanted is null
            ? [] : [.. open(wanted).Select(channel => (channel, new AlertDigest(wanted.After, wanted.Every)))];
        _known = wanted;
    }

    private async Task NotifyAsync(
        IAlertChannel channel, AlertDigest digest, IReadOnlyList<OpenIncident> wrong, CancellationToken cancellationToken)
    {
        AlertNews? news;
        lock (_lock) news = digest.Due(wrong, time.GetUtcNow());
        if (news is null) return;
        string? problem = null;
        try
        {
            await channel.SendAsync(news, cancellationToken).ConfigureAwait(false);
        }
        catch (AlertException e)
        {
            problem = SafeText.Escape(e.Message);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // A failing alert must not stop the service.
            problem = SafeText.Escape($"a defect of this program: {e}");
        }
        lock (_lock)
        {
            if (problem is null) digest.Notified(news, time.GetUtcNow());
            else digest.NotTold(time.GetUtcNow(), TryAgain);
        }
        if (problem is not null) ServiceEvents.NotTold(log, channel.Name, problem);
    }

    private void Close()
    {
        foreach (var (channel, _) in _receivers) (channel as IDisposable)?.Dispose();
    }
}
