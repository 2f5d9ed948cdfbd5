using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Where links lead. A link is fetched as the file it leads to if that is in the tree and was listed; what the files are is kept as a
/// number for each path, so that a million of them are no million paths. Links lead by their words alone: one that goes through another
/// link leads nowhere.
/// </summary>
internal sealed class LinkTargets
{
    private const ulong FnvOffset = 14695981039346656037;
    private const ulong FnvPrime = 1099511628211;

    private readonly Dictionary<ulong, (long? Size, ListingTime? Time)> _files = [];
    private readonly HashSet<ulong> _folders = [];
    private readonly List<byte[]> _root;
    private readonly bool _isAbsolute;

    /// <summary>Links of a tree.</summary>
    /// <param name="root">The root of the tree, as commands carry it. Where it begins at the login folder, nobody knows where an absolute
    /// target is.</param>
    public LinkTargets(FtpPath root)
    {
        _isAbsolute = root.IsAbsolute;
        _root = Resolve([], root.Bytes.Span) ?? [];
    }

    /// <summary>Adds what a folder holds.</summary>
    /// <param name="folder">The folder's path below the root.</param>
    /// <param name="entries">What is in it.</param>
    public void Add(FtpPath folder, IReadOnlyList<ListingEntry> entries)
    {
        var above = Number(FnvOffset, folder.Bytes.Span);
        if (!folder.IsEmpty) above = Number(above, "/"u8);
        _files.EnsureCapacity(_files.Count + entries.Count);
        for (var i = 0; i < entries.Count; i++)
        {
            var entry = entries[i];
            if (entry.Kind is EntryKind.File or EntryKind.Unknown)
                _files[Number(above, entry.Name.Bytes.Span)] = (entry.Size, entry.DecidingTime);
            else if (entry.Kind == EntryKind.Folder) _folders.Add(Number(above, entry.Name.Bytes.Span));
        }
    }

    /// <summary>Where a link leads, once every folder has been added.</summary>
    /// <param name="folder">The folder that the link is in, below the root.</param>
    /// <param name="target">The link's words; null where they are not told.</param>
    public LinkLead Follow(FtpPath folder, FtpPath? target)
    {
        if (target is null || target.IsEmpty) return new LinkLead(LinkLeadKind.Untold);
        if (target.IsAbsolute && !_isAbsolute) return new LinkLead(LinkLeadKind.Outside);
        List<byte[]> around = target.IsAbsolute ? [] : [.. _root, .. Resolve([], folder.Bytes.Span) ?? []];
        if (Resolve(around, target.Bytes.Span) is not { } path || !IsBelowRoot(path)) return new LinkLead(LinkLeadKind.Outside);
        var number = FnvOffset;
        for (var i = _root.Count; i < path.Count; i++)
        {
            if (i > _root.Count) number = Number(number, "/"u8);
            number = Number(number, path[i]);
        }
        if (_files.TryGetValue(number, out var file)) return new LinkLead(LinkLeadKind.File, file.Size, file.Time);
        return new LinkLead(path.Count == _root.Count || _folders.Contains(number) ? LinkLeadKind.Folder : LinkLeadKind.Nowhere);
    }

    private bool IsBelowRoot(List<byte[]> path)
    {
        if (path.Count < _root.Count) return false;
        for (var i = 0; i < _root.Count; i++)
        {
            if (!path[i].AsSpan().SequenceEqual(_root[i])) return false;
        }
        return true;
    }

    // Null for one that goes up further than is known.
    private static List<byte[]>? Resolve(List<byte[]> from, ReadOnlySpan<byte> path)
    {
        while (!path.IsEmpty)
        {
            var slash = path.IndexOf((byte)'/');
            var segment = slash < 0 ? path : path[..slash];
            path = slash < 0 ? [] : path[(slash + 1)..];
            if (segment.IsEmpty || segment.SequenceEqual("."u8)) continue;
            if (!segment.SequenceEqual(".."u8)) from.Add(segment.ToArray());
            else if (from.Count > 0) from.RemoveAt(from.Count - 1);
            else return null;
        }
        return from;
    }

    // FNV-1a in 64 bits: among a million paths two meet once in thirty million trees, and then a link is fetched with another file's size
    // and fails.
    private static ulong Number(ulong number, ReadOnlySpan<byte> bytes)
    {
        foreach (var one in bytes) number = (number ^ one) * FnvPrime;
        return number;
    }
}
