using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>What is in a folder, in brief: to recognise a folder that is met inside itself.</summary>
/// <param name="Sum">A number, the same for the same content in whatever order.</param>
/// <param name="Proof">How many of the folders around it must show the same before that is a circle.</param>
internal readonly record struct FolderPrint(long Sum, int Proof)
{
    // Trees of folders named 0 to f in folders named 0 to f, all made by one program in one minute, are two or three deep.
    private const int ProofByFoldersAlone = 4;

    /// <summary>The print; null for a folder without folders, which cannot go round in a circle.</summary>
    public static FolderPrint? Of(IReadOnlyList<ListingEntry> entries)
    {
        if (!entries.Any(entry => entry.Kind == EntryKind.Folder)) return null;
        long sum = entries.Count;
        // The sum of well-mixed numbers, so that the order makes no difference.
        foreach (var entry in entries) sum += Mix(HashCode.Combine(entry.Name, entry.Kind, entry.Size, entry.Time));
        // The same files of the same sizes and times one folder further down: nobody keeps those.
        return new FolderPrint(sum,
            entries.Any(entry => entry is { Kind: EntryKind.File, Size: > 0, Time: not null }) ? 1 : ProofByFoldersAlone);
    }

    private static long Mix(int code)
    {
        var mixed = (ulong)(uint)code * 0x9E37_79B9_7F4A_7C15;
        return (long)(mixed ^ (mixed >> 29));
    }
}
