using System.Collections.Concurrent;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// What the files of a run have shown about its two servers, so that the next file does not begin with the same refusals.
/// </summary>
internal sealed class FxpLessons(FxpRequest request)
{
    private readonly ConcurrentDictionary<string, bool> _said = new(StringComparer.Ordinal);
    private volatile FxpStrategy _strategy = new(request.Passive) { MayRelay = request.ViaClient };

    /// <summary>The strategy for the first try of a file.</summary>
    public FxpStrategy Strategy => _strategy;

    /// <summary>Returns whether this sentence was not reported before: a failure common to all files is reported once.</summary>
    public bool IsNews(string sentence) => _said.TryAdd(sentence, true);

    /// <summary>Records the strategy that copied a file successfully.</summary>
    public void Note(FxpStrategy strategy) => _strategy = new FxpStrategy(strategy.Passive)
    {
        IsSwapped = strategy.IsSwapped,
        MayRelay = strategy.MayRelay,
        IsRelayed = strategy.IsRelayed,
        Append = strategy.Append,
        WithoutRestart = strategy.WithoutRestart,
    };
}
