using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers;

/// <summary>What an earlier run may have left of a file.</summary>
/// <param name="JournalPath">Where its journal belongs.</param>
/// <param name="PartLength">Bytes of its partial file; 0 where there is none. A journal beside it belongs to another file then.</param>
internal readonly record struct LeftFile(string JournalPath, long PartLength)
{
    /// <summary>Looks without opening anything.</summary>
    /// <param name="item">The file.</param>
    public static LeftFile Look(TransferItem item)
    {
        var part = new FileInfo(PartialFile.PartOf(item.TargetPath, item.PartTag));
        return new LeftFile(PartialFile.JournalBeside(part.FullName), part.Exists ? part.Length : 0);
    }
}
