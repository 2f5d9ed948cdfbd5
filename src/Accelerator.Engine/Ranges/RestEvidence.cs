namespace Accelerator.Engine.Ranges;

/// <summary>
/// The sources of one file whose REST was shown to be honoured: by a distinctive seam, or by the length of a range. The result for one
/// server does not apply to another. Bytes that an earlier run stored count as the first source's. Not thread-safe;
/// <see cref="ProofChain"/> guards it.
/// </summary>
internal sealed class RestEvidence
{
    private readonly HashSet<int> _bySeams = [];
    private readonly HashSet<int> _byEnds = [];

    /// <summary>Whether there is evidence for any source.</summary>
    public bool IsAny => _bySeams.Count + _byEnds.Count > 0;

    /// <summary>Returns whether a fragment's offset can be trusted.</summary>
    public bool Covers(Fragment fragment) =>
        fragment.Start == 0 || _bySeams.Contains(Server(fragment.Source)) || _byEnds.Contains(Server(fragment.Source));

    /// <summary>Returns whether a range of a source ended exactly with the file, which shows that no offset is shifted.</summary>
    public bool HasEnd(int source) => _byEnds.Contains(Server(source));

    /// <summary>Records that a range of a source ended exactly with the file.</summary>
    public void AddEnd(int source) => _byEnds.Add(Server(source));

    /// <summary>Records that two fragments agree where they meet.</summary>
    public void AddSeam(Fragment lower, Fragment upper)
    {
        _bySeams.Add(Server(upper.Source));
        if (lower.Start > 0) _bySeams.Add(Server(lower.Source));
    }

    /// <summary>Forgets all seams, and the sources that were wrong.</summary>
    public void Reduce(Func<int, bool> isWrong)
    {
        _bySeams.Clear();
        _byEnds.RemoveWhere(source => isWrong(source));
    }

    /// <summary>Forgets everything.</summary>
    public void Clear() => Reduce(static _ => true);

    private static int Server(int source) => Math.Max(source, 0);
}
