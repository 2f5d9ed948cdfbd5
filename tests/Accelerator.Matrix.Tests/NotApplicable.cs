namespace Accelerator.Matrix.Tests;

/// <summary>Cases of the fault matrix without a test here, and why.</summary>
internal static class NotApplicable
{
    /// <summary>Reasons by id.</summary>
    public static IReadOnlyDictionary<string, string> Reasons { get; } = new Dictionary<string, string>
    {
        ["T-PRET-1"] = "PRET is wanted by DrFTPD and glFTPd alone, whose slaves send data from other addresses; ftpx takes data from the control connection's only.",
        ["T-JRN-6"] = "A power cut needs a disk of its own: PowerCutTests in the interop tests.",
        ["T-DISK-1"] = "A full disk needs a disk of its own: FullDiskTests in the interop tests.",
        ["T-DISK-4"] = "Zeros of a file that was reserved and not written are the first row of T_JRN_3_a_partial_file_of_full_length_without_a_journal_is_not_taken_for_the_file.",
        ["T-FS-2"] = "FAT32 needs a disk of its own: FatTests in the interop tests.",
        ["T-API-1"] = "There is no program that others could ask for transfers yet.",
        ["T-TLS-1"] = "Whether a TLS session is resumed is for real servers to say: the tests in the folder Tls of the interop tests.",
    };
}
