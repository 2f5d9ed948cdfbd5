using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>A file on the server, and the local entry in its place.</summary>
/// <param name="Place">The folder.</param>
/// <param name="Name">Its name on the server.</param>
/// <param name="LocalName">Its local name.</param>
/// <param name="Local">The local entry in its place; null for none.</param>
/// <param name="Size">Bytes as listed; null where not listed.</param>
/// <param name="Time">Time as listed; null where not listed.</param>
internal readonly record struct MirrorCandidate(
    FolderPlace Place, FtpPath Name, string LocalName, LocalEntry? Local, long? Size, ListingTime? Time)
{
    /// <summary>The file's path below the root, for display.</summary>
    public string Path => Place.TextOf(Name.Text);

    /// <summary>The file's path as sent in commands.</summary>
    public FtpPath Remote => Place.Remote.Child(Name);

    /// <summary>Absolute local path.</summary>
    public string LocalPath => System.IO.Path.Combine(Place.LocalPath, LocalName);

    /// <summary>Returns the digest that the file must have; null for none.</summary>
    public GivenDigest? Digest(MirrorRequest request) => request.DigestOf?.Invoke(Path, LocalPath);

    /// <summary>Returns the fetch of this file.</summary>
    /// <param name="request">The servers.</param>
    /// <param name="comparison">The result of comparing it.</param>
    /// <param name="modified">The MDTM reply, where it was queried; else null.</param>
    public MirrorFetch Fetch(MirrorRequest request, in Comparison comparison, string? modified)
    {
        var time = modified ?? ListedFacts.TimeOf(Time);
        var item = new TransferItem
        {
            Sources = Sources(request),
            TargetPath = LocalPath,
            // A checked folder may have become a link by the time the file begins.
            Root = request.TargetRoot,
            Listed = Size is { } size ? new ListedFacts(size, time) : null,
            Verify = Digest(request) is { } digest ? Verification.By(digest) : null,
        };
        var change = comparison.Verdict == ComparisonVerdict.New ? MirrorChange.New : MirrorChange.Changed;
        return new MirrorFetch(Path, change, comparison.Why, item) { Place = Place, Time = Time, Modified = time };
    }

    // Most files have one source, and a list of one element needs 24 bytes for each of a hundred thousand files; any other needs 112.
    private IReadOnlyList<TransferSource> Sources(MirrorRequest request)
    {
        var source = request.Source with { Path = Remote };
        if (Size is not >= TransferItem.LeastForReplicas || request.Replicas.Count == 0) return [source];
        var below = Place.Relative.Child(Name);
        return [source, .. request.Replicas.Select(root => root with { Path = root.Path.Child(below) })];
    }
}
