using System.Net;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;
using Accelerator.Service.Alerts;
using Accelerator.Service.Core;
using Accelerator.Service.Dashboard;
using Accelerator.Service.Figures;
using Accelerator.Service.Gateways;
using Accelerator.Service.Metrics;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Hosting;

/// <summary>
/// The outputs of the service: figures, metrics, the page, alerts, the data sent to a collector, and the gateways. No output changes what
/// the jobs do, except an administrator on the page, who uses the verbs of <see cref="Content"/>.
/// </summary>
internal sealed class ServiceOutputs : IAsyncDisposable
{
    private readonly ServiceMeter _meter;
    private readonly PrometheusText _metrics;
    private readonly TelemetryKeeper _telemetry;

    /// <param name="data">The data folder.</param>
    /// <param name="watch">The job file.</param>
    /// <param name="vault">The stored credentials for the alert receivers.</param>
    /// <param name="logs">Creates the loggers.</param>
    public ServiceOutputs(string data, ServiceCore core, JobFileWatch watch, CredentialVault vault, TimeProvider time, ILoggerFactory logs)
    {
        StartedAt = time.GetUtcNow();
        var live = new LiveFigures(time);
        Gateways = new GatewayKeeper(data, vault, core.Events, time, logs.CreateLogger("Gateways"));
        Figures = new FiguresReader(core, watch, live, time, StartedAt) { Gateways = Gateways.Figures };
        _meter = new ServiceMeter(Figures, time);
        _metrics = new PrometheusText(_meter.Meter);
        _telemetry = new TelemetryKeeper(Figures, time, logs.CreateLogger("Metrics"));
        Trail = new JobTrail(time);
        Content = new PageContent(core, Figures, _metrics, Trail);
        Page = new PageKeeper(data, Content, core.Events, time, logs);
        core.Events.Add(live);
        core.Events.Add(Trail);
        core.Events.Add(_meter);
        var log = logs.CreateLogger("Alerts");
        Alerts = new AlertDispatcher(() => core.Jobs?.Alerts, new CauseReader(core, Figures).ReadAsync, () => core.Ledger?.Alerts,
            definition => Open(definition, vault, core.Node, time, log), time, log);
    }

    /// <summary>When the service started.</summary>
    public DateTimeOffset StartedAt { get; }

    /// <summary>The figures that all outputs show.</summary>
    public FiguresReader Figures { get; }

    /// <summary>The latest events of each job.</summary>
    public JobTrail Trail { get; }

    /// <summary>The data that the page shows and the actions that it offers.</summary>
    public PageContent Content { get; }

    public PageKeeper Page { get; }

    /// <summary>The gateways.</summary>
    public GatewayKeeper Gateways { get; }

    /// <summary>This node's endpoint for the page; null to use the endpoint in the job file.</summary>
    public IPEndPoint? PageAddress { get; init; }

    /// <summary>The sender of alerts.</summary>
    public AlertDispatcher Alerts { get; }

    /// <summary>Applies a job file to the page and the metrics export.</summary>
    public async Task ApplyAsync(JobFile jobs, CancellationToken cancellationToken)
    {
        await Page.ApplyAsync(jobs.Dashboard is { } page && PageAddress is { } address ? page with { Address = address } : jobs.Dashboard,
            cancellationToken).ConfigureAwait(false);
        await _telemetry.ApplyAsync(jobs.Telemetry, cancellationToken).ConfigureAwait(false);
        await Gateways.ApplyAsync(jobs.Gateways, cancellationToken).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        Alerts.Dispose();
        await Gateways.DisposeAsync().ConfigureAwait(false);
        await Page.DisposeAsync().ConfigureAwait(false);
        await _telemetry.DisposeAsync().ConfigureAwait(false);
        _metrics.Dispose();
        _meter.Dispose();
        Figures.Dispose();
    }

    /// <summary>Returns the receivers of a definition, those of the escalation last.</summary>
    internal static IReadOnlyList<AlertReceiver> Open(
        AlertDefinition definition, CredentialVault vault, string node, TimeProvider time, ILogger log)
    {
        return
        [
            .. Channels(definition.Webhook, definition.Mail)
                .Select(channel => new AlertReceiver(channel, new AlertDigest(definition.After, definition.Every, definition.Quiet))),
            .. definition.Escalation is { } more
                ? Channels(more.Webhook, more.Mail).Select(channel => new AlertReceiver(
                    channel, new AlertDigest(more.After, definition.Every) { HasFailures = false, OverAfter = definition.After })) : [],
        ];

        IEnumerable<IAlertChannel> Channels(WebhookDefinition? webhook, MailDefinition? mail)
        {
            if (webhook is not null) yield return new WebhookChannel(webhook, vault, node, time);
            if (mail is not null) yield return new MailChannel(mail, vault, node, log);
        }
    }
}
