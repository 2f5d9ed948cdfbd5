using System.Collections.Concurrent;

namespace Accelerator.Ftp.Control;

/// <summary>
/// The texts with which a server ends complete listings, where they are not among the known ones: in another language, or with a notice of
/// the server. Learned from the listing of a single file, which is complete when it has that file.
/// </summary>
internal sealed class UsualEndings
{
    // Each costs a query; more are no usual text of a server.
    private const int MostTried = 4;

    private readonly ConcurrentDictionary<string, bool> _known = new(StringComparer.Ordinal);

    /// <summary>Returns whether a complete listing has ended so.</summary>
    public bool Has(string form) => _known.TryGetValue(form, out var isUsual) && isUsual;

    /// <summary>Returns whether the server is to be asked for a listing to compare with: once for each text.</summary>
    public bool Try(string form) => _known.Count < MostTried && _known.TryAdd(form, false);

    /// <summary>Records that a complete listing has ended so.</summary>
    public void Add(string form) => _known[form] = true;
}
