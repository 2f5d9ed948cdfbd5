using System.Collections.Concurrent;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>How a file is tried next, derived from earlier tries of this run.</summary>
/// <param name="Passive">The server that listens.</param>
internal sealed record FxpStrategy(FxpSide Passive)
{
    /// <summary>Whether the servers' parts were already swapped because one was refused.</summary>
    public bool IsSwapped { get; init; }

    /// <summary>Whether the file may pass through this computer when the servers refuse to send it directly.</summary>
    public bool MayRelay { get; init; }

    /// <summary>Whether the file passes through this computer.</summary>
    public bool IsRelayed { get; init; }

    /// <summary>Whether REST and STOR were refused at the destination, and APPE is used to resume.</summary>
    public bool Append { get; init; }

    /// <summary>Whether REST, and APPE, were refused: every try begins at byte 0.</summary>
    public bool WithoutRestart { get; init; }

    /// <summary>Whether the partial file of an earlier run was found not to match.</summary>
    public bool Distrust { get; init; }

    /// <summary>Whether this run has begun the partial file itself, of this size and time of the source.</summary>
    public bool IsPartOwn { get; init; }

    /// <summary>Whether segments were found not to work with this destination, or with this file.</summary>
    public bool OneStream { get; init; }

    /// <summary>Consecutive tries that transferred nothing.</summary>
    public int Fruitless { get; init; }
}

/// <summary>
/// The facts that the files of a run have shown about its two servers, so that the next file does not begin with the same refusals.
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
