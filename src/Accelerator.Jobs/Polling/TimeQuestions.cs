using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// Chooses the delivered files of a folder that are asked for their time: those whose listed time has changed, and a sample of the others,
/// because a file that is replaced within the same minute keeps its listed time.
/// </summary>
/// <param name="rule">How many.</param>
/// <param name="seed">Decides the sample.</param>
internal sealed class TimeQuestions(RecheckRule rule, int seed)
{
    private readonly Random _random = new(seed);
    private readonly List<TimeQuestion> _changed = [];
    private readonly List<TimeQuestion> _sample = [];
    private long _unchanged;

    /// <summary>The questions, at most as many as the rule allows.</summary>
    public IReadOnlyList<TimeQuestion> All => [.. _changed.Concat(_sample).Take(rule.Most)];

    /// <summary>
    /// Takes a file. One whose listed time has changed waits for the next look where there are too many; of the others each has the same
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
        else if (_random.NextInt64(_unchanged) is var place && place < rule.Sample) _sample[(int)place] = question;
    }
}
