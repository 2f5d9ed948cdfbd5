using Accelerator.Engine.Transfers;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// The failures of one server, from its polls and its transfers together, so that no part reports that the server works while the other is
/// refused. Pure: the caller gives the time, and reports <see cref="Sentence"/> when it has changed.
/// </summary>
internal sealed class ServerStanding
{
    /// <summary>A file that arrives sooner than this after a refusal does not end it: the two belong to the same run.</summary>
    public static readonly TimeSpan Settle = TimeSpan.FromSeconds(10);

    private readonly Dictionary<string, (FailureKind Kind, string Message)> _polls = new(StringComparer.Ordinal);
    private (FailureKind? Kind, string Message, DateTimeOffset At)? _transfer;

    /// <summary>Gets what is wrong; null if nothing is.</summary>
    public string? Sentence => First.Message;

    /// <summary>Gets whether <see cref="Sentence"/> is about a login.</summary>
    public bool IsLogin => First.Kind == FailureKind.Login;

    private (FailureKind? Kind, string? Message) First => _transfer is { } failed ? (failed.Kind, failed.Message)
        : _polls.OrderBy(poll => poll.Key, StringComparer.Ordinal)
            .Select(poll => ((FailureKind?)poll.Value.Kind, (string?)poll.Value.Message)).FirstOrDefault();

    /// <summary>Notes a poll that the server did not answer or refused.</summary>
    public void PollFailed(string job, FailureKind kind, string message) => _polls[job] = (kind, message);

    /// <summary>
    /// Notes a poll that the server answered. This ends the refused login of a transfer, but not a transfer that broke.
    /// </summary>
    public void PollDone(string job)
    {
        _polls.Remove(job);
        if (_transfer is { Kind: FailureKind.Login or FailureKind.Tls }) _transfer = null;
    }

    /// <summary>Notes a transfer that failed for a reason that affects other files too.</summary>
    /// <param name="kind">The kind of failure; null for a transfer between servers: only another one shows its recovery.</param>
    /// <param name="message">One or two sentences.</param>
    /// <param name="now">The time.</param>
    public void TransferFailed(FailureKind? kind, string message, DateTimeOffset now) => _transfer = (kind, message, now);

    /// <summary>Notes a file that arrived while its run continues.</summary>
    public void Arrived(DateTimeOffset now)
    {
        if (_transfer is { } failed && now - failed.At >= Settle) _transfer = null;
    }

    /// <summary>Notes the end of a run in which files arrived and nothing was refused.</summary>
    public void RunDone() => _transfer = null;

    /// <summary>Notes that no file waits: no transfer is left to show that transfers work, and polls do work.</summary>
    public void NothingWaits()
    {
        if (_polls.Count == 0 && _transfer is { Kind: not null }) _transfer = null;
    }

    /// <summary>Forgets jobs that are no longer in the job file.</summary>
    public void Follow(IReadOnlyCollection<string> jobs)
    {
        foreach (var job in _polls.Keys.Except(jobs, StringComparer.Ordinal).ToList()) _polls.Remove(job);
    }
}
