using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>The few Windows calls on files that .NET does not offer.</summary>
[SupportedOSPlatform("windows")]
internal static unsafe partial class WindowsFile
{
    /// <summary>FILE_FLAG_NO_BUFFERING: passes the runtime's checks beside Asynchronous.</summary>
    public const FileOptions NoBuffering = (FileOptions)0x20000000;

    private const int StorageInfo = 16;           // FileStorageInfo
    private const int IdInfo = 18;                // FileIdInfo
    private const int Pending = 997;              // ERROR_IO_PENDING
    private const uint SetSparseCode = 0x000900C4; // FSCTL_SET_SPARSE
    private const uint SetZeroDataCode = 0x000980C8; // FSCTL_SET_ZERO_DATA
    private const uint ReplaceExisting = 1;       // MOVEFILE_REPLACE_EXISTING
    private const uint WriteThrough = 8;          // MOVEFILE_WRITE_THROUGH
    private const int NoSuchFile = 2;             // ERROR_FILE_NOT_FOUND
    private const int NoSuchFolder = 3;           // ERROR_PATH_NOT_FOUND
    private const int AccessDenied = 5;           // ERROR_ACCESS_DENIED

    /// <summary>
    /// Returns the sector size of the volume in bytes, of which unbuffered writes must be multiples. 4096 where it is unknown. Wine fails
    /// the first query and returns 512 for the second.
    /// </summary>
    public static int SectorOf(SafeFileHandle handle, string path)
    {
        StorageFacts facts;
        if (GetFileInformationByHandleEx(handle, StorageInfo, &facts, (uint)sizeof(StorageFacts)) && facts.LogicalSector > 0)
            return (int)facts.LogicalSector;
        var root = WindowsPath.ForVolumeCalls(Path.GetPathRoot(Path.GetFullPath(path))!);
        return GetDiskFreeSpace(root, out _, out var sector, out _, out _) && sector > 0 ? (int)sector : 4096;
    }

    /// <summary>
    /// Makes a file sparse, or an ordinary one again. NTFS fills everything before the first write at an offset with zeros, and the write
    /// waits for that; not in a sparse file.
    /// </summary>
    /// <returns>Whether the file system accepted it.</returns>
    public static bool SetSparse(SafeFileHandle handle, bool isSparse)
    {
        var wish = (byte)(isSparse ? 1 : 0);
        return Control(handle, SetSparseCode, &wish, 1);
    }

    /// <summary>Makes bytes of a sparse file zero, and frees the clusters that only they occupy. Returns false where the file system
    /// cannot.</summary>
    /// <param name="handle">The file.</param>
    /// <param name="start">The first byte.</param>
    /// <param name="end">One past the last byte.</param>
    public static bool TryFree(SafeFileHandle handle, long start, long end)
    {
        // FILE_ZERO_DATA_INFORMATION.
        var range = stackalloc long[] { start, end };
        return Control(handle, SetZeroDataCode, range, 2 * sizeof(long));
    }

    private static bool Control(SafeFileHandle handle, uint code, void* input, uint length)
    {
        using var done = new ManualResetEvent(false);
        // The handle is overlapped, and the runtime's completion port must not see an operation that it did not start: the event's lowest
        // bit ensures that.
        var state = new NativeOverlapped { EventHandle = done.SafeWaitHandle.DangerousGetHandle() | 1 };
        return DeviceIoControl(handle, code, input, length, null, 0, out _, &state)
            || (Marshal.GetLastPInvokeError() == Pending && GetOverlappedResult(handle, &state, out _, isWaiting: true));
    }

    /// <summary>Renames on one volume, and returns when the new name is on the disk.</summary>
    /// <param name="source">The file.</param>
    /// <param name="target">A name on the same volume.</param>
    /// <param name="overwrite">Whether a file of that name is replaced.</param>
    /// <exception cref="IOException">The system's refusal, as <see cref="File.Move(string, string, bool)"/> throws it.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static void Rename(string source, string target, bool overwrite)
    {
        if (MoveFileEx(WindowsPath.ForFileCalls(Path.GetFullPath(source)), WindowsPath.ForFileCalls(Path.GetFullPath(target)),
            overwrite ? ReplaceExisting | WriteThrough : WriteThrough))
            return;
        var code = Marshal.GetLastPInvokeError();
        var message = $"{Marshal.GetPInvokeErrorMessage(code).TrimEnd('.')}: '{source}' to '{target}'.";
        throw code switch
        {
            NoSuchFile => new FileNotFoundException(message, source),
            NoSuchFolder => new DirectoryNotFoundException(message),
            AccessDenied => new UnauthorizedAccessException(message),
            _ => new IOException(message, StorageErrors.Win32 | code),
        };
    }

    /// <summary>
    /// Returns the file's number on its volume, 128 bits of which NTFS uses 64, and the volume's number; null where the file system has
    /// none.
    /// </summary>
    public static string? MarkOf(SafeFileHandle handle)
    {
        IdFacts facts;
        return GetFileInformationByHandleEx(handle, IdInfo, &facts, (uint)sizeof(IdFacts)) && (facts.Low | facts.High) != 0
            ? string.Create(CultureInfo.InvariantCulture, $"{facts.Volume:x}-{facts.High:x}-{facts.Low:x}")
            : null;
    }

    [LibraryImport("kernel32", EntryPoint = "MoveFileExW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool MoveFileEx(string source, string target, uint flags);

    [LibraryImport("kernel32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool GetFileInformationByHandleEx(SafeFileHandle handle, int kind, void* facts, uint size);

    [LibraryImport("kernel32", EntryPoint = "GetDiskFreeSpaceW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool GetDiskFreeSpace(
        string root, out uint sectorsPerCluster, out uint bytesPerSector, out uint free, out uint total);

    [LibraryImport("kernel32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool DeviceIoControl(SafeFileHandle handle, uint code, void* input, uint inputSize, void* output,
        uint outputSize, out uint returned, NativeOverlapped* state);

    [LibraryImport("kernel32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool GetOverlappedResult(
        SafeFileHandle handle, NativeOverlapped* state, out uint transferred, [MarshalAs(UnmanagedType.Bool)] bool isWaiting);

    // FILE_ID_INFO.
    private struct IdFacts
    {
        public ulong Volume;
        public ulong Low;
        public ulong High;
    }

    // FILE_STORAGE_INFO.
    private struct StorageFacts
    {
        public uint LogicalSector;
        public uint PhysicalForAtomicity;
        public uint PhysicalForPerformance;
        public uint EffectiveForAtomicity;
        public uint Flags;
        public uint AlignmentOffset;
        public uint PartitionOffset;
    }
}
