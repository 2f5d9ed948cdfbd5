using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>A file on the server, and what is in its place here.</summary>
/// <param name="Place">The folder.</param>
/// <param name="Name">Its name on the server.</param>
/// <param name="LocalName">Its name here.</param>
/// <param name="Local">What is in its place; null for nothing.</param>
/// <param name="Size">Bytes as listed; null where none are told.</param>
/// <param name="Time">Time as listed; null where none is told.</param>
internal readonly record struct MirrorCandidate(
    FolderPlace Place, FtpPath Name, string LocalName, LocalEntry? Local, long? Size, ListingTime? Time)
{
    /// <summary>Its path below the root, as people read it.</summary>
    public string Path => Place.TextOf(Name.Text);

    /// <summary>Its path as commands carry it.</summary>
    public FtpPath Remote => Place.Remote.Child(Name);

    /// <summary>Absolute local path.</summary>
    public string LocalPath => System.IO.Path.Combine(Place.LocalPath, LocalName);

    /// <summary>What is to be done to fetch it.</summary>
    /// <param name="request">The servers.</param>
    /// <param name="comparison">What comparing it came to.</param>
    /// <param name="modified">What MDTM said, where it was asked; else null.</param>
    public MirrorFetch Fetch(MirrorRequest request, in Comparison comparison, string? modified)
    {
        var time = modified ?? ListedFacts.TimeOf(Time);
        var item = new TransferItem
        {
            Sources = [request.Source with { Path = Remote }, .. Replicas(request)],
            TargetPath = LocalPath,
            Listed = Size is { } size ? new ListedFacts(size, time) : null,
        };
        var change = comparison.Verdict == ComparisonVerdict.New ? MirrorChange.New : MirrorChange.Changed;
        return new MirrorFetch(Path, change, comparison.Why, item) { Place = Place, Time = Time, Modified = time };
    }

    private IEnumerable<TransferSource> Replicas(MirrorRequest request)
    {
        if (Size is not >= TransferItem.LeastForReplicas) return [];
        var below = Place.Relative.Child(Name);
        return request.Replicas.Select(root => root with { Path = root.Path.Child(below) });
    }
}
