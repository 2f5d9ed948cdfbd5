using Accelerator.Jobs.Definitions;
using Accelerator.Service.Dashboard;
using Accelerator.Service.Figures;
using Accelerator.Service.Metrics;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Hosting;

/// <summary>What others see of the service: figures, metrics, the page, and what a collector is sent. None of it changes what the service does.</summary>
internal sealed class ServiceOutlook : IAsyncDisposable
{
    private readonly FiguresReader _figures;
    private readonly ServiceMeter _meter;
    private readonly PrometheusText _metrics;
    private readonly TelemetryKeeper _telemetry;

    /// <param name="data">The data folder.</param>
    /// <param name="core">What works.</param>
    /// <param name="watch">The job file.</param>
    /// <param name="time">The clock.</param>
    /// <param name="logs">Gets what is to be known.</param>
    public ServiceOutlook(string data, ServiceCore core, JobFileWatch watch, TimeProvider time, ILoggerFactory logs)
    {
        StartedAt = time.GetUtcNow();
        var live = new LiveFigures(time);
        _figures = new FiguresReader(core, watch, live, time, StartedAt);
        _meter = new ServiceMeter(_figures, time);
        _metrics = new PrometheusText(_meter.Meter);
        _telemetry = new TelemetryKeeper(_figures, time);
        Page = new PageKeeper(data, _figures, _metrics, core.Events, time, logs);
        core.Events.Add(live);
        core.Events.Add(_meter);
    }

    /// <summary>When the service began.</summary>
    public DateTimeOffset StartedAt { get; }

    /// <summary>The page.</summary>
    public PageKeeper Page { get; }

    /// <summary>Shows and sends from now on as the job file says.</summary>
    public async Task ApplyAsync(JobFile jobs, CancellationToken cancellationToken)
    {
        await Page.ApplyAsync(jobs.Dashboard, cancellationToken).ConfigureAwait(false);
        await _telemetry.ApplyAsync(jobs.Telemetry, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await Page.DisposeAsync().ConfigureAwait(false);
        await _telemetry.DisposeAsync().ConfigureAwait(false);
        _metrics.Dispose();
        _meter.Dispose();
        _figures.Dispose();
    }
}
