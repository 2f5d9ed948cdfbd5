using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Quartz;

namespace Accelerator.Service.Core;

/// <summary>
/// Reads the job file at the start and whenever it has changed, and gives it to the core where nothing is wrong with it; otherwise the last
/// one that was right stays in force. It looks once a second instead of being told: shares of other computers tell nothing, and a look
/// costs one question.
/// </summary>
/// <param name="path">The file, there or not.</param>
/// <param name="apply">Gets what is right.</param>
/// <param name="time">The clock.</param>
/// <param name="log">Is told what is wrong.</param>
internal sealed class JobFileWatch(
    string path, Func<JobFile, CancellationToken, Task> apply, TimeProvider time, ILogger log) : BackgroundService
{
    /// <summary>How long a file must have stayed as it is: editors write in several steps.</summary>
    public static readonly TimeSpan Quiet = TimeSpan.FromSeconds(2);

    /// <summary>How often it looks.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private const long LongestFile = 16 << 20;
    private const int MostProblems = 20;

    private readonly SemaphoreSlim _one = new(1);
    private FileStamp _read;
    private int _polls;
    private JobFileState _state = new(null, []);
    private JobFile? _inForce;

    /// <summary>The last file that was right; null before the first.</summary>
    public JobFile? InForce => Volatile.Read(ref _inForce);

    /// <summary>What is known of the file.</summary>
    public JobFileState State => Volatile.Read(ref _state);

    /// <summary>How often it has looked, for those that wait for it.</summary>
    internal int Polls => Volatile.Read(ref _polls);

    /// <summary>Reads it now, changed or not.</summary>
    /// <returns>What is known then.</returns>
    public async Task<JobFileState> ReloadAsync(CancellationToken cancellationToken)
    {
        await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            _read = FileStamp.Of(path);
            var (file, problems) = await ReadAsync(cancellationToken).ConfigureAwait(false);
            if (file is not null)
            {
                Volatile.Write(ref _inForce, file);
                await apply(file, cancellationToken).ConfigureAwait(false);
                var (jobs, servers) = (Count(file.Jobs.Count, "job"), Count(file.Servers.Count, "server"));
                ServiceEvents.JobsRead(log, path, jobs, servers);
            }
            foreach (var problem in problems) ServiceEvents.JobsWrong(log, problem);
            Volatile.Write(ref _state, new JobFileState(file is null ? _state.ReadAt : time.GetUtcNow(), problems));
            return _state;
        }
        finally
        {
            _one.Release();
        }
    }

    /// <inheritdoc/>
    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        await ReloadAsync(cancellationToken).ConfigureAwait(false);
        await base.StartAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        base.Dispose();
        _one.Dispose();
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var (seen, since) = (_read, time.GetTimestamp());
        using var timer = new PeriodicTimer(Interval, time);
        while (await timer.WaitForNextTickAsync(stoppingToken).ConfigureAwait(false))
        {
            var now = FileStamp.Of(path);
            if (now != seen) (seen, since) = (now, time.GetTimestamp());
            else if (now != _read && time.GetElapsedTime(since) >= Quiet) await ReloadAsync(stoppingToken).ConfigureAwait(false);
            Interlocked.Increment(ref _polls);
        }
    }

    private async Task<(JobFile? File, IReadOnlyList<string> Problems)> ReadAsync(CancellationToken cancellationToken)
    {
        var name = SafeText.Escape(path);
        // Nothing is in force at first, and then what was right before.
        var otherwise = InForce is null
            ? "The service runs, and does nothing until the file is right." : "What was read before stays in force.";
        try
        {
            if (!File.Exists(path)) return (null,
                [$"There is no job file {name}. {otherwise} docs/jobs.md says what to write; it is read as soon as it is there."]);
            if (new FileInfo(path).Length > LongestFile)
                return (null, [$"The job file {name} has more than {LongestFile >> 20} MiB: it is none. {otherwise}"]);
            var reading = JobFileReader.Read(
                await File.ReadAllBytesAsync(path, cancellationToken).ConfigureAwait(false), CronExpression.ValidateExpression);
            if (reading.File is not null) return (reading.File, []);
            return (null, [$"The job file {name} is wrong in {reading.Problems.Count} places. {otherwise}",
                .. reading.Problems.Take(MostProblems - 1).Select(problem => SafeText.Escape(problem.ToString()))]);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (null, [$"The job file {name} cannot be read: {SafeText.Escape(e.Message)} {otherwise}"]);
        }
    }

    private static string Count(int count, string noun) => count == 1 ? $"1 {noun}" : $"{count} {noun}s";
}

/// <summary>What is known of the job file.</summary>
/// <param name="ReadAt">When what is in force was read; null where nothing is.</param>
/// <param name="Problems">What is wrong with the file as it is now, in sentences; empty where nothing is.</param>
internal sealed record JobFileState(DateTimeOffset? ReadAt, IReadOnlyList<string> Problems);
