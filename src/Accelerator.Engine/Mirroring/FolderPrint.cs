using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>A fingerprint of a folder's content, to recognise a folder that appears inside itself.</summary>
/// <param name="Sum">A number that is equal for equal content in any order.</param>
/// <param name="Proof">How many parent folders must have the same fingerprint before this counts as a loop.</param>
internal readonly record struct FolderPrint(long Sum, int Proof)
{
    // Real trees of equal folders (0 to f, each with 0 to f inside, created by one program in one minute) are two or three levels deep, so
    // fewer than four equal parents are no evidence of a loop.
    private const int ProofByFoldersAlone = 4;

    /// <summary>Returns the fingerprint; null for a folder without folders, which cannot be part of a loop.</summary>
    public static FolderPrint? Of(IReadOnlyList<ListingEntry> entries)
    {
        if (!entries.Any(entry => entry.Kind == EntryKind.Folder)) return null;
        long sum = entries.Count;
        // A sum of mixed hashes does not depend on the order of the entries.
        foreach (var entry in entries) sum += Mix(HashCode.Combine(entry.Name, entry.Kind, entry.Size, entry.Time));
        // One equal parent is enough if there is a file with size and time: in practice, no folder has equal files one level further down.
        return new FolderPrint(sum,
            entries.Any(entry => entry is { Kind: EntryKind.File, Size: > 0, Time: not null }) ? 1 : ProofByFoldersAlone);
    }

    private static long Mix(int code)
    {
        var mixed = (ulong)(uint)code * 0x9E37_79B9_7F4A_7C15;
        return (long)(mixed ^ (mixed >> 29));
    }
}
