using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>A fingerprint of a folder's content, to recognise a folder that appears inside itself.</summary>
/// <param name="Sum">A number that is equal for equal content in any order.</param>
/// <param name="Proof">How many parent folders must have the same fingerprint before this counts as a loop.</param>
internal readonly record struct FolderPrint(long Sum, int Proof)
{
    // Trees of folders named 0 to f in folders named 0 to f, all made by one program in one minute, are two or three deep.
    private const int ProofByFoldersAlone = 4;

    /// <summary>Returns the fingerprint; null for a folder without folders, which cannot be part of a loop.</summary>
    public static FolderPrint? Of(IReadOnlyList<ListingEntry> entries)
    {
        if (!entries.Any(entry => entry.Kind == EntryKind.Folder)) return null;
        long sum = entries.Count;
        // The sum of well-mixed numbers does not depend on the order.
        foreach (var entry in entries) sum += Mix(HashCode.Combine(entry.Name, entry.Kind, entry.Size, entry.Time));
        // The same files with the same sizes and times one folder further down do not occur in practice.
        return new FolderPrint(sum,
            entries.Any(entry => entry is { Kind: EntryKind.File, Size: > 0, Time: not null }) ? 1 : ProofByFoldersAlone);
    }

    private static long Mix(int code)
    {
        var mixed = (ulong)(uint)code * 0x9E37_79B9_7F4A_7C15;
        return (long)(mixed ^ (mixed >> 29));
    }
}
