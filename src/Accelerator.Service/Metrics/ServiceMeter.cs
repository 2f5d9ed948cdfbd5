using System.Diagnostics.Metrics;
using Accelerator.Jobs.Delivering;
using Accelerator.Jobs.Expecting;
using Accelerator.Service.Figures;

namespace Accelerator.Service.Metrics;

/// <summary>The instruments of the service: counters follow its events, gauges show the last figures gathered.</summary>
internal sealed class ServiceMeter : IProgress<JobEvent>, IDisposable
{
    /// <summary>The name of the meter, which an OpenTelemetry collector shows as the scope.</summary>
    public const string Name = "Accelerator";

    private readonly FiguresReader _figures;
    private readonly Counter<long> _files, _delivered, _polls, _effects;
    private readonly Histogram<double> _deliverySeconds, _latencySeconds, _pollSeconds;
    private readonly TimeProvider _time;

    /// <param name="figures">The figures for the gauges; the collecting side reads them first.</param>
    public ServiceMeter(FiguresReader figures, TimeProvider time)
    {
        (_figures, _time) = (figures, time);
        _files = Counter(MetricTable.Files);
        _delivered = Counter(MetricTable.Delivered);
        _polls = Counter(MetricTable.Polls);
        _effects = Counter(MetricTable.Effects);
        _deliverySeconds = Meter.CreateHistogram<double>(MetricTable.DeliverySeconds.Name, null, MetricTable.DeliverySeconds.Meaning);
        _latencySeconds = Meter.CreateHistogram<double>(MetricTable.LatencySeconds.Name, null, MetricTable.LatencySeconds.Meaning);
        _pollSeconds = Meter.CreateHistogram<double>(MetricTable.PollSeconds.Name, null, MetricTable.PollSeconds.Meaning);
        AddJobGauges();
        AddServiceGauges();
    }

    /// <summary>The meter of this service alone.</summary>
    public Meter Meter { get; } = new(Name);

    public void Report(JobEvent value)
    {
        switch (value)
        {
            case JobEvent.Polled(var report):
                _polls.Add(1, Tag("job", report.Job), Tag("result", report.IsComplete ? "complete" : "incomplete"));
                _pollSeconds.Record((report.Finished - report.Started).TotalSeconds, Tag("job", report.Job));
                break;
            case JobEvent.Delivered delivered:
                var job = Tag("job", delivered.Claim.Job);
                _files.Add(1, job, Tag("result", "delivered"));
                _delivered.Add(delivered.Size, job);
                var (now, seen) = (_time.GetUtcNow(), delivered.Claim.FirstSeen);
                _deliverySeconds.Record(Math.Max(0, (now - seen).TotalSeconds), job);
                var appeared = Latency.Appeared(delivered.Modified ?? delivered.Claim.Time, seen);
                _latencySeconds.Record(Math.Max(0, (now - appeared).TotalSeconds), job);
                break;
            case JobEvent.Refused { Kind: not "cancelled" } refused:
                _files.Add(1, Tag("job", refused.Claim.Job),
                    Tag("result", refused.Action switch { DeliveryAction.Fail => "failed", DeliveryAction.Quarantine => "quarantined",
                        _ => "retried" }));
                break;
            case JobEvent.AfterDelivery after:
                _effects.Add(1, Tag("job", after.Effect.Delivery.Job), Tag("result", after.Error is null ? "done" : "failed"));
                break;
        }
    }

    public void Dispose() => Meter.Dispose();

    private static KeyValuePair<string, object?> Tag(string name, string value) => new(name, value);

    private static double Seconds(DateTimeOffset time) => time.ToUnixTimeMilliseconds() / 1000d;

    private Counter<long> Counter(MetricRow row) => Meter.CreateCounter<long>(row.Name, null, row.Meaning);

    private void AddJobGauges()
    {
        OfJobs(MetricTable.Waiting, (job, _) => job.WaitingFiles);
        OfJobs(MetricTable.WaitingBytes, (job, _) => job.WaitingBytes);
        OfJobs(MetricTable.Oldest,
            (job, now) => job.WaitingFiles is null ? null : job.OldestSince is { } since ? Math.Max(0, (now - since).TotalSeconds) : 0);
        OfJobs(MetricTable.Objective, (job, _) => job.ObjectiveSeconds);
        OfJobs(MetricTable.InTime, (job, _) => job.DueFiles is > 0 and var all ? (double?)job.InTimeFiles / all : null);
        OfJobs(MetricTable.Completeness, (job, _) => job.Slots is { Expect: > 0 } slots ? (double)slots.Have / slots.Expect : null);
        OfJobs(MetricTable.Silence, (job, _) => job.Latency is null ? null : job.SilentSince is null ? 0 : 1);
        Gauge(MetricTable.Slots, figures =>
            from job in figures.Jobs
            where job.Slots is not null
            from count in job.Slots!.Counts
            select new Measurement<double>(count.Slots, Tag("job", job.Name), Tag("state", count.State)));
        OfJobs(MetricTable.LastPoll, (job, _) => job.LastCompletePoll is { } at ? Seconds(at) : null);
        OfJobs(MetricTable.LastDelivery, (job, _) => job.LastDelivery is { } at ? Seconds(at) : null);
        Gauge(MetricTable.Quarantined,
            figures => figures.Jobs.SelectMany(job => new[] { (job.FailedFiles, "failed"), (job.QuarantinedFiles, "quarantined") }
            .Where(aside => aside.Item1 is not null)
                .Select(aside => new Measurement<double>(aside.Item1!.Value, Tag("job", job.Name), Tag("state", aside.Item2)))));
    }

    private void AddServiceGauges()
    {
        OfServers(MetricTable.Sessions, server => server.Sessions);
        OfServers(MetricTable.SessionLimit, server => server.Budget);
        OfServers(MetricTable.Rate, server => server.BytesPerSecond);
        Total(MetricTable.GatewayFiles, figures => figures.Gateways.SelectMany(gateway => (Measurement<long>[])
            [new(gateway.SentFiles, Tag("gateway", gateway.Name), Tag("result", "sent")),
                new(gateway.FailedFiles, Tag("gateway", gateway.Name), Tag("result", "failed"))]));
        Total(MetricTable.GatewayBytes, figures => figures.Gateways.Select(
            gateway => new Measurement<long>(gateway.SentBytes, Tag("gateway", gateway.Name))));
        OfGateways(MetricTable.GatewayClients, gateway => gateway.Clients);
        OfGateways(MetricTable.GatewayRate, gateway => gateway.BytesPerSecond);
        One(MetricTable.Concerns, figures => figures.Concerns.Count);
        One(MetricTable.Ready, figures => figures.NotReady.Count == 0 ? 1 : 0);
        One(MetricTable.LedgerRead, figures => figures.LedgerAt is { } at ? Seconds(at) : null);
        One(MetricTable.JobFileRead, figures => figures.JobFileReadAt is { } at ? Seconds(at) : null);
        One(MetricTable.JobFileProblems, figures => figures.JobFileProblems);
        Gauge(MetricTable.Start, figures => [new Measurement<double>(Seconds(figures.StartedAt), Tag("version", figures.Version))]);
    }

    private void OfJobs(MetricRow row, Func<JobFigures, DateTimeOffset, double?> value, Func<JobFigures, bool>? which = null) =>
        Gauge(row, figures =>
        from job in figures.Jobs
        where which is null || which(job)
        let figure = value(job, figures.Now)
        where figure is not null
        select new Measurement<double>(figure.Value, Tag("job", job.Name)));

    private void OfServers(MetricRow row, Func<ServerFigures, double> value) =>
        Gauge(row, figures => figures.Servers.Select(server => new Measurement<double>(value(server), Tag("server", server.Name))));

    private void OfGateways(MetricRow row, Func<GatewayFigures, double> value) =>
        Gauge(row, figures => figures.Gateways.Select(gateway => new Measurement<double>(value(gateway), Tag("gateway", gateway.Name))));

    private void Total(MetricRow row, Func<ServiceFigures, IEnumerable<Measurement<long>>> read) =>
        Meter.CreateObservableCounter(row.Name, () => _figures.Last is { } figures ? read(figures) : [], null, row.Meaning);

    private void One(MetricRow row, Func<ServiceFigures, double?> value) =>
        Gauge(row, figures => value(figures) is { } figure ? [new Measurement<double>(figure)] : []);

    private void Gauge(MetricRow row, Func<ServiceFigures, IEnumerable<Measurement<double>>> read) =>
        Meter.CreateObservableGauge(row.Name, () => _figures.Last is { } figures ? read(figures) : [], null, row.Meaning);
}
