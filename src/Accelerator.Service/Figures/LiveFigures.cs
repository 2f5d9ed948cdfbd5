using System.Collections.Concurrent;
using Accelerator.Jobs.Delivering;

namespace Accelerator.Service.Figures;

/// <summary>
/// The figures that only events give: the current rate from each server, and when each job last completed a poll since the start.
/// </summary>
internal sealed class LiveFigures(TimeProvider time) : IProgress<JobEvent>
{
    // Progress is reported five times a second while bytes move, and stops with them.
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(2);

    private readonly ConcurrentDictionary<string, (long At, double Rate, int Files)> _rates = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, DateTimeOffset> _polls = new(StringComparer.Ordinal);

    /// <summary>The files that are being fetched.</summary>
    public LiveTransfers Transfers { get; } = new(time);

    public void Report(JobEvent value)
    {
        Transfers.Report(value);
        switch (value)
        {
            case JobEvent.Progress(var server, var snapshot):
                _rates[server] = (time.GetTimestamp(), snapshot.BytesPerSecond, Math.Max(0, snapshot.FilesTotal - snapshot.FilesDone));
                break;
            case JobEvent.Polled({ IsComplete: true } report):
                _polls[report.Job] = report.Finished;
                break;
        }
    }

    /// <summary>Returns the rate from a server in bytes per second, and the files in progress; zero if nothing moves.</summary>
    public (double BytesPerSecond, int Files) Of(string server) =>
        _rates.TryGetValue(server, out var rate) && time.GetElapsedTime(rate.At) < Fresh ? (rate.Rate, rate.Files) : (0, 0);

    /// <summary>Returns when a job last completed a poll since the start; null if it has not.</summary>
    public DateTimeOffset? LastCompletePoll(string job) => _polls.TryGetValue(job, out var at) ? at : null;
}
