using Accelerator.Jobs.Definitions;
using Accelerator.Service.Core;
using Accelerator.Service.Figures;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;

namespace Accelerator.Service.Metrics;

/// <summary>Sends the metrics to an OpenTelemetry collector while the job file names one: OTLP over HTTP, as protocol buffers.</summary>
/// <param name="figures">The figures for the gauges.</param>
/// <param name="log">Receives what is not sent.</param>
internal sealed class TelemetryKeeper(FiguresReader figures, TimeProvider time, ILogger log) : IAsyncDisposable
{
    // A collector that hangs must not delay a stop of the service by more than this.
    private static readonly TimeSpan FlushPatience = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(15);

    private readonly CancellationTokenSource _stop = new();
    private readonly SemaphoreSlim _one = new(1, 1);
    private Uri? _collector;
    private MeterProvider? _provider;
    private Task _sending = Task.CompletedTask;

    /// <summary>Starts, redirects or stops the export.</summary>
    public async Task ApplyAsync(Uri? collector, CancellationToken cancellationToken)
    {
        await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (collector == _collector) return;
            _provider?.Dispose();
            (_collector, _provider) = (collector, collector is null ? null : Open(collector));
            if (_provider is not null && _sending.IsCompleted) _sending = Task.Run(SendAsync, CancellationToken.None);
        }
        finally
        {
            _one.Release();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _sending.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _provider?.Dispose();
        _one.Dispose();
        _stop.Dispose();
    }

    private MeterProvider Open(Uri collector)
    {
        var isReadable = collector.Scheme == Uri.UriSchemeHttp && !LoopbackHost.Is(collector.Host);
        var address = new Uri(collector.AbsoluteUri.TrimEnd('/') + "/v1/metrics");
        return Sdk.CreateMeterProviderBuilder()
            .AddMeter(ServiceMeter.Name)
            .ConfigureResource(resource =>
                resource.AddService("ftpxd", serviceVersion: ServiceVersion.Text, serviceInstanceId: Environment.MachineName))
            .AddOtlpExporter((exporter, reader) =>
            {
                (exporter.Endpoint, exporter.Protocol) = (address, OtlpExportProtocol.HttpProtobuf);
                // They come from the environment, and usually hold a key.
                if (isReadable && !string.IsNullOrEmpty(exporter.Headers))
                {
                    exporter.Headers = "";
                    ServiceEvents.Unprotected(log, $"The headers of OTEL_EXPORTER_OTLP_HEADERS are not sent to {collector.Authority}, "
                        + "because http:// would send a key in them unencrypted. Use https:// in telemetry.otlp, or a collector "
                        + "on this computer.");
                }
                // The exporter's own timer would send the figures gathered last, however old; SendAsync decides when to send.
                reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds = Timeout.Infinite;
            })
            .Build();
    }

    // A collector that does not answer is not a failure of the service: the next attempt follows soon.
    private async Task SendAsync()
    {
        using var timer = new PeriodicTimer(Interval, time);
        do
        {
            await figures.ReadAsync(_stop.Token).ConfigureAwait(false);
            await _one.WaitAsync(_stop.Token).ConfigureAwait(false);
            try
            {
                _provider?.ForceFlush(checked((int)FlushPatience.TotalMilliseconds));
            }
            finally
            {
                _one.Release();
            }
        }
        while (await timer.WaitForNextTickAsync(_stop.Token).ConfigureAwait(false));
    }
}
