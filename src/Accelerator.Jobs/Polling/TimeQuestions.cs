using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// Chooses the delivered files of a folder whose time is queried: those whose listed time has changed, and a sample of the others, because
/// a file that is replaced within the same minute keeps its listed time.
/// </summary>
/// <param name="rule">The limits.</param>
/// <param name="seed">The seed of the random sample.</param>
internal sealed class TimeQuestions(RecheckRule rule, int seed)
{
    private readonly Random _random = new(seed);
    private readonly List<TimeQuestion> _changed = [];
    private readonly List<TimeQuestion> _sample = [];
    private long _unchanged;

    /// <summary>The queries, at most as many as the rule allows.</summary>
    public IReadOnlyList<TimeQuestion> All => [.. _changed.Concat(_sample).Take(rule.Most)];

    /// <summary>
    /// Adds a file. If there are too many whose listed time has changed, the rest wait for the next poll; of the others each has the same
    /// chance.
    /// </summary>
    public void Add(TimeQuestion question)
    {
        if (question.IsChanged)
        {
            if (_changed.Count < rule.Most) _changed.Add(question);
            return;
        }
        _unchanged++;
        if (_sample.Count < rule.Sample) _sample.Add(question);
        else if (_random.NextInt64(_unchanged) is var place && place < rule.Sample) _sample[checked((int)place)] = question;
    }
}

/// <summary>A delivered file whose time is to be queried.</summary>
/// <param name="Known">The file as the ledger has it.</param>
/// <param name="Name">Its name as commands carry it.</param>
/// <param name="Clock">The time in the current LIST (<see cref="ListedClock"/>); null for none.</param>
/// <param name="IsChanged">Whether it differs from the previous one.</param>
/// <param name="Rank">Its place in the queue if it has changed.</param>
internal sealed record TimeQuestion(KnownFile Known, FtpPath Name, string? Clock, bool IsChanged, long Rank);
