namespace Accelerator.TestKit;

/// <summary>Temporary folders in memory, for tests that do not test the disk: flushing a file costs nothing there.</summary>
public static class MemoryFolder
{
    private const string Mount = "/dev/shm";

    // Containers often have 64 MB of shared memory, less than the files of one test.
    private const long LeastFree = 4L << 30;

    /// <summary>Makes a folder in memory where the system has enough of it, and an ordinary temporary folder elsewhere.</summary>
    public static TempFolder Make() => new(Directory.Exists(Mount) && new DriveInfo(Mount).AvailableFreeSpace >= LeastFree ? Mount : null);
}
