
namespace Accelerator.Tuning.Advising;

/// <summary>The advice for the disk and the antivirus program.</summary>
internal static class StorageAdvice
{
    // A measurement over one second is accurate to some per cent.
    private const double Noticeable = 1.1;
    private const double MostGain = 20;

    public static IEnumerable<Advice> Of(Exam exam) => [.. Disk(exam), .. Antivirus(exam)];

    private static IEnumerable<Advice> Disk(Exam exam)
    {
        if (exam is not { BitsPerSecond: { } bits, DiskBytesPerSecond: { } disk } || bits / 8.0 < disk * Noticeable) return [];
        return
        [
            new Advice("disk", "Put the data on a faster disk, if there is one. The command below measures the disk of a folder.",
                $"The disk of {exam.Folder} takes {Spoken.Bits(disk * 8)}, and the link delivers {Spoken.Bits(bits)}.",
                "ftpx doctor --folder FOLDER", Math.Min(MostGain, bits / 8.0 / Math.Max(1, disk))),
        ];
    }

    private static IEnumerable<Advice> Antivirus(Exam exam)
    {
        if (exam.Antivirus is not { IsWatching: true } antivirus || antivirus.Leaves(exam.Folder) != false) return [];
        return
        [
            new Advice("antivirus", "Ask the administrator of this computer whether Defender may exclude the folder.",
                $"Defender scans everything written to {exam.Folder}, which costs processor time for each byte.",
                $"Add-MpPreference -ExclusionPath '{exam.Folder.Replace("'", "''", StringComparison.Ordinal)}'", 1.05),
        ];
    }
}
