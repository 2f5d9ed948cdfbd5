using Accelerator.Ftp;
using Accelerator.Service.Core;
using Accelerator.Service.Figures;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Hosting;

/// <summary>Writes into the log when the state of a job changes: the state that page, health and <c>ftpx job list</c> show.</summary>
/// <param name="figures">Gives each job its state.</param>
/// <param name="time">The clock.</param>
/// <param name="log">The log.</param>
internal sealed class JobStateLog(FiguresReader figures, TimeProvider time, ILogger log) : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private readonly Dictionary<string, JobState> _known = new(StringComparer.Ordinal);

    /// <summary>Writes what has changed since the last call.</summary>
    public void Follow(IReadOnlyList<JobFigures> jobs)
    {
        foreach (var job in jobs)
        {
            var isKnown = _known.TryGetValue(job.Name, out var before);
            _known[job.Name] = job.State;
            // A job begins as new and becomes ok: that is no news.
            if (isKnown ? before == job.State || (before == JobState.New && job.State == JobState.Ok) : job.Sentence is null) continue;
            // What stands already as a trouble has been logged with its sentence.
            var sentence = job.Sentence is null || JobVerdict.IsToldElsewhere(job.State) ? "" : " " + SafeText.Escape(job.Sentence);
            var (level, word) = (job.Sentence is null ? LogLevel.Information : LogLevel.Warning, job.State.ToString().ToLowerInvariant());
            ServiceEvents.JobState(log, level, job.Name, word, sentence);
        }
        foreach (var gone in _known.Keys.Except(jobs.Select(job => job.Name), StringComparer.Ordinal).ToList()) _known.Remove(gone);
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Interval, time);
        do Follow((await figures.ReadAsync(stoppingToken).ConfigureAwait(false)).Jobs);
        while (await timer.WaitForNextTickAsync(stoppingToken).ConfigureAwait(false));
    }
}
