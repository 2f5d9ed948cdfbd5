using Accelerator.Engine.Storage;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Finds out what became of a rename that was intended before a crash. The file's own mark tells: under the final name it was renamed and is delivered now; otherwise it goes back into the
/// queue, where the next try finds its bytes in the <c>.part</c> and its journal.
/// </summary>
internal static class Settler
{
    /// <summary>Whether the rename took place.</summary>
    public static bool IsRenamed(VerifiedFile file)
    {
        var final = new FileInfo(file.FinalPath);
        if (!final.Exists || final.Length != file.Size) return false;
        var mark = FileMark.Of(file.FinalPath);
        if (file.FileMark.Length > 0 && mark == file.FileMark) return true;
        // Where the disk knows no marks the missing .part has to do: nobody else renames it. A share's number differs from computer to computer, and the file's own there does not.
        return !File.Exists(file.PartPath) && (file.FileMark.Length == 0 || (mark is not null && InFolder(mark) == InFolder(file.FileMark)));
    }

    private static string InFolder(string mark)
    {
        return mark[(mark.IndexOf('-', StringComparison.Ordinal) + 1)..];
    }
}
