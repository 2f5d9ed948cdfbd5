using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Quartz;

namespace Accelerator.Service.Core;

/// <summary>
/// Reads the job file at the start and whenever it has changed, and passes it to the core if it is valid; otherwise the last valid one
/// stays in force. It checks the file once a second instead of relying on change notifications: network shares send none, and a check
/// costs one request.
/// </summary>
/// <param name="path">The file, which may be missing.</param>
/// <param name="apply">Applies a valid file.</param>
/// <param name="log">Receives the problems found.</param>
internal sealed class JobFileWatch(
    string path, Func<JobFile, CancellationToken, Task> apply, TimeProvider time, ILogger log) : BackgroundService
{
    /// <summary>How long a file must have stayed unchanged before it is read: editors write in several steps.</summary>
    public static readonly TimeSpan Quiet = TimeSpan.FromSeconds(2);

    /// <summary>The interval between checks.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private const long LongestFile = 16 << 20;
    private const int MostProblems = 20;

    private readonly SemaphoreSlim _one = new(1);
    private FileStamp _read;
    private int _polls;
    private JobFileState _state = new(null, null, []);
    private JobFile? _inForce;

    /// <summary>The last valid file; null before the first.</summary>
    public JobFile? InForce => Volatile.Read(ref _inForce);

    public JobFileState State => Volatile.Read(ref _state);

    /// <summary>The number of checks so far, for callers that wait for the next one.</summary>
    internal int Polls => Volatile.Read(ref _polls);

    /// <summary>Reads the file now, changed or not.</summary>
    /// <returns>The state after reading.</returns>
    public async Task<JobFileState> ReloadAsync(CancellationToken cancellationToken)
    {
        await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            _read = FileStamp.Of(path);
            var (file, problems, ledger) = await ReadAsync(cancellationToken).ConfigureAwait(false);
            if (file is not null)
            {
                Volatile.Write(ref _inForce, file);
                await apply(file, cancellationToken).ConfigureAwait(false);
                var (jobs, servers) = (CountText.Of(file.Jobs.Count, "job"), CountText.Of(file.Servers.Count, "server"));
                ServiceEvents.JobsRead(log, path, jobs, servers);
            }
            foreach (var problem in problems) ServiceEvents.JobsWrong(log, problem);
            var now = time.GetUtcNow();
            Volatile.Write(ref _state, (file is null
                ? new JobFileState(_state.ReadAt, _state.WrongSince ?? now, problems) : new JobFileState(now, null, problems))
                    with { Ledger = ledger });
            return _state;
        }
        finally
        {
            _one.Release();
        }
    }

    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        await ReloadAsync(cancellationToken).ConfigureAwait(false);
        await base.StartAsync(cancellationToken).ConfigureAwait(false);
    }

    public override void Dispose()
    {
        base.Dispose();
        _one.Dispose();
    }

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

    private async Task<(JobFile? File, IReadOnlyList<string> Problems, LedgerDefinition? Ledger)> ReadAsync(
        CancellationToken cancellationToken)
    {
        var (name, usual) = (SafeText.Escape(path), LedgerDefinition.Usual);
        // Before the first valid file nothing is in force; afterwards the last valid one is.
        var otherwise = InForce is null
            ? "The service is idle until the file is valid." : "The previous job file stays in force.";
        try
        {
            if (!File.Exists(path)) return (null,
                [$"The job file {name} does not exist. {otherwise} docs/jobs.md describes it; the service reads it as soon as it exists."],
                usual);
            if (new FileInfo(path).Length > LongestFile)
                return (null, [$"The job file {name} is larger than {LongestFile >> 20} MiB. {otherwise}"], usual);
            var reading = JobFileReader.Read(
                await File.ReadAllBytesAsync(path, cancellationToken).ConfigureAwait(false), CronExpression.ValidateExpression,
                foreign: ForeignPaths.Refuse);
            if (reading.File is not null) return (reading.File, [], reading.Ledger);
            return (null, [$"The job file {name} has {CountText.Of(reading.Problems.Count, "error")}. {otherwise}",
                .. reading.Problems.Take(MostProblems - 1).Select(problem => SafeText.Escape(problem.ToString()))], reading.Ledger);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (null, [$"The job file {name} cannot be read: {SafeText.Escape(e.Message)} {otherwise}"], usual);
        }
    }
}

/// <summary>The state of the job file.</summary>
/// <param name="ReadAt">When the file in force was read; null if none is in force.</param>
/// <param name="WrongSince">When the current file was first found to be wrong; null if it is in force.</param>
/// <param name="Problems">The problems of the current file, in sentences; empty if there are none.</param>
internal sealed record JobFileState(DateTimeOffset? ReadAt, DateTimeOffset? WrongSince, IReadOnlyList<string> Problems)
{
    /// <summary>The ledger that the current file names, valid or not; null if its settings are invalid.</summary>
    public LedgerDefinition? Ledger { get; init; } = LedgerDefinition.Usual;
}

/// <summary>The attributes that show whether a file has changed. The default value stands for a missing file.</summary>
/// <param name="Length">Bytes.</param>
/// <param name="Written">The time of the last write.</param>
/// <param name="Created">The creation time, which changes when another file is renamed over it.</param>
internal readonly record struct FileStamp(long Length, DateTime Written, DateTime Created)
{
    /// <summary>Returns the stamp of the file at a path. A file that cannot be read has the stamp of a missing one.</summary>
    public static FileStamp Of(string path)
    {
        try
        {
            var file = new FileInfo(path);
            if (file.ResolveLinkTarget(returnFinalTarget: true) is FileInfo target) file = target;
            return file.Exists ? new FileStamp(file.Length, file.LastWriteTimeUtc, file.CreationTimeUtc) : default;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return default;
        }
    }
}
