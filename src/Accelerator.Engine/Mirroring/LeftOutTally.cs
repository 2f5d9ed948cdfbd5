using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>Counts the entries that are left out on purpose, with one sentence for each reason, however many there are.</summary>
internal sealed class LeftOutTally
{
    // Limit on individual sentences for folders that were not entered: a server full of loops must not fill the screen.
    private const int MostSentences = 20;

    private readonly List<string> _own = [];
    private readonly Dictionary<string, (long Count, string First)> _reasons = [];
    private long _more;

    /// <summary>Counts an entry under a shared reason.</summary>
    /// <param name="reason">The text after the number, for one and for many: <c>left out: links to folders</c>.</param>
    /// <param name="path">Its path.</param>
    public void Add(string reason, string path) =>
        _reasons[reason] = _reasons.TryGetValue(reason, out var seen) ? (seen.Count + 1, seen.First) : (1, path);

    /// <summary>Adds an entry with an individual sentence.</summary>
    public void AddSentence(string sentence)
    {
        if (_own.Count < MostSentences) _own.Add(sentence);
        else _more++;
    }

    /// <summary>Returns all sentences.</summary>
    public IReadOnlyList<string> Sentences()
    {
        var all = new List<string>(_own);
        if (_more > 0) all.Add($"And {_more:N0} more folders are not listed.");
        foreach (var (reason, (count, first)) in _reasons)
            all.Add(count == 1 ? $"{SafeText.Escape(first)} is left out: {reason}."
                : $"{count:N0} names are left out: {reason}; the first is {SafeText.Escape(first)}.");
        return all;
    }
}
