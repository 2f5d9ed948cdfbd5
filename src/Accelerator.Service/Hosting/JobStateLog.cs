using Accelerator.Ftp;
using Accelerator.Service.Core;
using Accelerator.Service.Dashboard;
using Accelerator.Service.Figures;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Hosting;

/// <summary>Logs changes of a job's state: the state that page, health and <c>ftpx job list</c> show.</summary>
/// <param name="figures">The figures with the state of each job.</param>
/// <param name="trail">Receives the same changes for the page.</param>
internal sealed class JobStateLog(FiguresReader figures, JobTrail trail, TimeProvider time, ILogger log) : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private readonly Dictionary<string, JobState> _known = new(StringComparer.Ordinal);

    /// <summary>Logs what has changed since the last call.</summary>
    public void Follow(IReadOnlyList<JobFigures> jobs)
    {
        foreach (var job in jobs)
        {
            var isKnown = _known.TryGetValue(job.Name, out var before);
            _known[job.Name] = job.State;
            // A job starts as new and becomes ok: do not log that.
            if (isKnown ? before == job.State || (before == JobState.New && job.State == JobState.Ok) : job.Sentence is null) continue;
            // An open incident has already been logged with its sentence.
            var sentence = job.Sentence is null || JobVerdict.IsReportedAsIncident(job.State) ? "" : " " + SafeText.Escape(job.Sentence);
            var level = job.Sentence is null ? LogLevel.Information : LogLevel.Warning;
            var label = PageLanguage.All[0].LabelOf(job.State);
            ServiceEvents.JobState(log, level, job.Name, label, sentence);
            trail.Add(job.Name, "state", $"{label}.{sentence}");
        }
        foreach (var gone in _known.Keys.Except(jobs.Select(job => job.Name), StringComparer.Ordinal).ToList()) _known.Remove(gone);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Interval, time);
        do Follow((await figures.ReadAsync(stoppingToken).ConfigureAwait(false)).Jobs);
        while (await timer.WaitForNextTickAsync(stoppingToken).ConfigureAwait(false));
    }
}
