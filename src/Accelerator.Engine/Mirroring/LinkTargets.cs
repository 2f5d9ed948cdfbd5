using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Resolves links. A link is fetched as the file it leads to if that is in the tree and was listed; the files are kept as a number for each
/// path, so that a million of them need not be kept as paths. Links are resolved by their text alone: one that passes through another link
/// is not resolved.
/// </summary>
internal sealed class LinkTargets
{
    private const ulong FnvOffset = 14695981039346656037;
    private const ulong FnvPrime = 1099511628211;

    private readonly Dictionary<ulong, (long? Size, ListingTime? Time)> _files = [];
    private readonly HashSet<ulong> _folders = [];
    private readonly List<byte[]> _root;
    private readonly bool _isAbsolute;

    /// <summary>Creates the links of a tree.</summary>
    /// <param name="root">The root of the tree, as sent in commands. Where it is relative to the login folder, the location of an absolute
    /// target is unknown.</param>
    public LinkTargets(FtpPath root)
    {
        _isAbsolute = root.IsAbsolute;
        _root = Resolve([], root.Bytes.Span) ?? [];
    }

    /// <summary>Adds the entries of a folder.</summary>
    /// <param name="folder">The folder's path below the root.</param>
    /// <param name="entries">The entries of the folder.</param>
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

    /// <summary>Returns the target of a link, once every folder has been added.</summary>
    /// <param name="folder">The folder that the link is in, below the root.</param>
    /// <param name="target">The text of the link; null where it is not reported.</param>
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

    // Null for a path that goes up further than is known.
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

    // FNV-1a in 64 bits: among a million paths two collide once in thirty million trees, and then a link is fetched with another file's
    // size and fails.
    private static ulong Number(ulong number, ReadOnlySpan<byte> bytes)
    {
        foreach (var one in bytes) number = (number ^ one) * FnvPrime;
        return number;
    }
}

/// <summary>The target of a link.</summary>
/// <param name="Kind">The kind of target.</param>
/// <param name="Size">Bytes of the file as listed; null where not listed.</param>
/// <param name="Time">Its time as listed; null where not listed.</param>
internal readonly record struct LinkLead(LinkLeadKind Kind, long? Size = null, ListingTime? Time = null);

/// <summary>The kind of a link's target.</summary>
internal enum LinkLeadKind
{
    /// <summary>A file in the tree that was listed.</summary>
    File,

    /// <summary>A folder in the tree: it is mirrored where it is, and not a second time.</summary>
    Folder,

    /// <summary>Outside the tree, or at a path that cannot be placed inside or outside it.</summary>
    Outside,

    /// <summary>In the tree, but not listed.</summary>
    Nowhere,

    /// <summary>Not reported by the server.</summary>
    Untold,
}
