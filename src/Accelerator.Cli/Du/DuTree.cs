using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Du;

/// <summary>
/// Sums up folders, each with everything below it. Only the folders that will be printed are kept: deeper ones count in their parents.
/// </summary>
/// <param name="depth">Levels of folders to keep, 0 for the root alone.</param>
internal sealed class DuTree(int depth)
{
    private readonly Dictionary<FtpPath, DuFolder> _folders = [];

    /// <summary>The folders, each after those in it: the root is the last.</summary>
    public IEnumerable<DuFolder> Folders => _folders.OrderBy(pair => Order(pair.Key), StringComparer.Ordinal).Select(pair => pair.Value);

    /// <summary>Adds the files of one folder. Its parent was added before.</summary>
    /// <param name="relative">Its names below the root; empty for the root.</param>
    /// <param name="path">Its path as sent in commands.</param>
    /// <param name="level">Folders between the root and it: 0 for the root.</param>
    /// <param name="sizes">The bytes of each file; null where unknown.</param>
    public void Add(FtpPath relative, FtpPath path, int level, IReadOnlyCollection<long?> sizes)
    {
        // A server may list any sizes, also some whose sum is not representable.
        var (bytes, unsized) = (ByteTotal.Of(sizes.Select(size => size ?? 0)), sizes.Count(size => size is null));
        if (level <= depth) _folders.TryAdd(relative, new DuFolder(path, level));
        for (; level > depth; level--) relative = relative.Split().Folder;
        for (; ; relative = relative.Split().Folder)
        {
            _folders[relative].Add(sizes.Count, bytes, unsized);
            if (level-- == 0) return;
        }
    }

    // A folder comes after every name in it.
    private static string Order(FtpPath relative) => relative.IsEmpty ? "\uFFFF" : $"{relative.Text}/\uFFFF";
}

/// <summary>The sum of one folder with everything below it.</summary>
/// <param name="path">Its path as sent in commands; empty for the login folder.</param>
/// <param name="level">Folders between the root and it: 0 for the root.</param>
internal sealed class DuFolder(FtpPath path, int level)
{
    /// <summary>Its path as sent in commands; empty for the login folder.</summary>
    public FtpPath Path { get; } = path;

    /// <summary>Folders between the root and it: 0 for the root.</summary>
    public int Level { get; } = level;

    /// <summary>Folders listed: this one and those below it.</summary>
    public long Folders { get; private set; }

    /// <summary>Files.</summary>
    public long Files { get; private set; }

    /// <summary>Their bytes, as far as known.</summary>
    public long Bytes { get; private set; }

    /// <summary>Files of unknown size, which count as 0 bytes.</summary>
    public long UnsizedFiles { get; private set; }

    /// <summary>Adds the files of one folder.</summary>
    public void Add(long files, long bytes, long unsized)
    {
        Folders++;
        Files += files;
        Bytes = ByteTotal.Plus(Bytes, bytes);
        UnsizedFiles += unsized;
    }
}
