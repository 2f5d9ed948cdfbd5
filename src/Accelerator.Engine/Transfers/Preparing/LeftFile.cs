using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>The data that an earlier run may have left of a file.</summary>
/// <param name="JournalPath">The path of its journal.</param>
/// <param name="PartLength">Bytes of its partial file; 0 when there is none. A journal beside a missing partial file belongs to another
/// file.</param>
internal readonly record struct LeftFile(string JournalPath, long PartLength)
{
    /// <summary>Checks for leftover data without opening anything.</summary>
    /// <param name="item">The file.</param>
    public static LeftFile Look(TransferItem item)
    {
        var part = new FileInfo(PartialFile.PartOf(item.TargetPath, item.PartTag));
        return new LeftFile(PartialFile.JournalBeside(part.FullName), part.Exists ? part.Length : 0);
    }
}
