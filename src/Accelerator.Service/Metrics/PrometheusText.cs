using System.Diagnostics.Metrics;
using System.Globalization;
using System.Text;

namespace Accelerator.Service.Metrics;

/// <summary>Collects the instruments of one meter, and writes them in Prometheus text format 0.0.4.</summary>
internal sealed class PrometheusText : IDisposable
{
    /// <summary>The media type of the output.</summary>
    public const string MediaType = "text/plain; version=0.0.4; charset=utf-8";

    /// <summary>The upper bounds of the histogram buckets in seconds: from a short file on a short network path to a day.</summary>
    public static readonly IReadOnlyList<double> Ends = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 21600, 86400];

    private readonly object _lock = new();
    private readonly object _writing = new();
    private readonly MeterListener _listener = new();
    private readonly Dictionary<string, SortedDictionary<string, Series>> _series = new(StringComparer.Ordinal);

    public PrometheusText(Meter meter)
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            // Other code in the process has meters too.
            if (ReferenceEquals(instrument.Meter, meter)) listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Take(instrument, value, tags));
        _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Take(instrument, value, tags));
        _listener.Start();
    }

    /// <summary>Returns all measurements.</summary>
    public string Write()
    {
        // A second scrape would remove the gauges that this one has just read.
        lock (_writing) return ReadAndWrite();
    }

    public void Dispose() => _listener.Dispose();

    private string ReadAndWrite()
    {
        lock (_lock)
        {
            // A removed job has no backlog; its last value must not remain.
            foreach (var row in MetricTable.Rows.Where(row => row.Kind == "gauge")) _series.Remove(row.Name);
        }
        _listener.RecordObservableInstruments();
        var text = new StringBuilder();
        lock (_lock)
        {
            foreach (var row in MetricTable.Rows)
            {
                if (!_series.TryGetValue(row.Name, out var all)) continue;
                text.Append(CultureInfo.InvariantCulture, $"# HELP {row.Name} {row.Meaning}\n# TYPE {row.Name} {row.Kind}\n");
                foreach (var (labels, series) in all) series.Write(text, row, labels);
            }
        }
        return text.ToString();
    }

    private void Take(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var labels = Labels(tags);
        lock (_lock)
        {
            if (!_series.TryGetValue(instrument.Name, out var all)) _series[instrument.Name] = all = new(StringComparer.Ordinal);
            if (!all.TryGetValue(labels, out var series)) all[labels] = series = new Series();
            series.Take(value, isSum: instrument is Counter<long>);
        }
    }

    private static string Labels(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var text = new StringBuilder();
        foreach (var (name, value) in tags)
            text.Append(text.Length == 0 ? "" : ",").Append(name).Append("=\"")
                .Append($"{value}".Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n")).Append('"');
        return text.ToString();
    }

    private sealed class Series
    {
        private readonly long[] _classes = new long[Ends.Count];
        private long _count;
        private double _sum, _last;

        public void Take(double value, bool isSum)
        {
            for (var i = 0; i < Ends.Count; i++)
            {
                if (value <= Ends[i]) _classes[i]++;
            }
            _count++;
            _sum += value;
            _last = isSum ? _sum : value;
        }

        public void Write(StringBuilder text, MetricRow row, string labels)
        {
            if (row.Kind != "histogram")
            {
                Line(text, row.Name, labels, _last);
                return;
            }
            for (var i = 0; i < Ends.Count; i++) Line(text, $"{row.Name}_bucket", $"{labels},le=\"{Number(Ends[i])}\"", _classes[i]);
            Line(text, $"{row.Name}_bucket", $"{labels},le=\"+Inf\"", _count);
            Line(text, $"{row.Name}_sum", labels, _sum);
            Line(text, $"{row.Name}_count", labels, _count);
        }

        private static void Line(StringBuilder text, string name, string labels, double value)
        {
            text.Append(name);
            if (labels.Length > 0) text.Append('{').Append(labels).Append('}');
            text.Append(' ').Append(Number(value)).Append('\n');
        }

        private static string Number(double value) => value.ToString("0.###############", CultureInfo.InvariantCulture);
    }
}
