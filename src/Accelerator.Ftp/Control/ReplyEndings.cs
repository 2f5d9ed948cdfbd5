using System.Collections.Concurrent;

namespace Accelerator.Ftp.Control;

/// <summary>The codes, besides their own, that have ended multi-line replies of a site: its later ones end without a wait.</summary>
internal sealed class ReplyEndings
{
    private readonly ConcurrentDictionary<(int First, int Last), bool> _seen = new();

    /// <summary>Records that a reply that began with one code ended with another.</summary>
    public void Add(int first, int last) => _seen[(first, last)] = true;

    /// <summary>Returns whether that has been seen.</summary>
    public bool Has(int first, int last) => _seen.ContainsKey((first, last));
}
