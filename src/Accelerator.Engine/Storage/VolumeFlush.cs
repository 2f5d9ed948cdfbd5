using System.Collections.Concurrent;

namespace Accelerator.Engine.Storage;

/// <summary>
/// Makes several files durable with one call. A file system writes all its files in one transaction (ext4: one commit and one flush of the
/// drive), whereas a flush of each file costs a transaction each (docs/decisions/0021-small-files.md).
/// </summary>
internal static class VolumeFlush
{
    // Below this, other programs' unwritten bytes, which the call also writes, may cost more than the flushes it saves.
    private const int Least = 3;

    // Since then syncfs reports bytes that could not be written: commit 735e4ae5ba28 of Linux.
    private static readonly Version LeastKernel = new(5, 8);

    // In user space, or on another computer, the call may return before the bytes are stored.
    private static readonly string[] Kinds = ["ext2", "ext3", "ext4", "xfs", "btrfs", "tmpfs"];

    private static readonly ConcurrentDictionary<ulong, bool> Known = [];

    /// <summary>Flushes all files that have been written so far.</summary>
    /// <returns>False where that is not possible or has failed: then each file must be flushed, which also finds the one that
    /// failed.</returns>
    public static bool TryFlush(IReadOnlyList<PartialFile> files)
    {
        if (files.Count < Least || files[0].Volume is not { } volume || files.Any(file => file.Volume != volume)) return false;
        return Known.GetOrAdd(volume, static (_, path) => IsSuitable(path), files[0].PartPath) && files[0].TryFlushVolume();
    }

    private static bool IsSuitable(string path) =>
        OperatingSystem.IsLinux() && Environment.OSVersion.Version >= LeastKernel && Kinds.Contains(FreeSpace.KindOf(path));
}
