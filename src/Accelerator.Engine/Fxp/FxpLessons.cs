using System.Collections.Concurrent;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// What the files of a run have taught about its two servers, so that the next file does not begin with the same refusals.
/// </summary>
internal sealed class FxpLessons(FxpRequest request)
{
    private readonly ConcurrentDictionary<string, bool> _said = new(StringComparer.Ordinal);
    private volatile FxpStrategy _strategy = new(request.Passive) { MayRelay = request.ViaClient };

    /// <summary>How a file is tried first.</summary>
    public FxpStrategy Strategy => _strategy;

    /// <summary>Whether nobody has said this sentence yet: what is wrong for every file is told once.</summary>
    public bool IsNews(string sentence) => _said.TryAdd(sentence, true);

    /// <summary>A file came through like this.</summary>
    public void Note(FxpStrategy strategy) => _strategy = new FxpStrategy(strategy.Passive)
    {
        IsSwapped = strategy.IsSwapped,
        MayRelay = strategy.MayRelay,
        IsRelayed = strategy.IsRelayed,
        Append = strategy.Append,
        WithoutRestart = strategy.WithoutRestart,
    };
}
