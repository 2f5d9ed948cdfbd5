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
    private const int Pending = 997;              // ERROR_IO_PENDING
    private const uint SetSparseCode = 0x000900C4; // FSCTL_SET_SPARSE

    private const uint ReplaceExisting = 1;       // MOVEFILE_REPLACE_EXISTING
    private const uint WriteThrough = 8;          // MOVEFILE_WRITE_THROUGH
    private const int NoSuchFile = 2;             // ERROR_FILE_NOT_FOUND
    private const int NoSuchFolder = 3;           // ERROR_PATH_NOT_FOUND
    private const int AccessDenied = 5;           // ERROR_ACCESS_DENIED
    private const int LongestPlainPath = 247;     // MAX_PATH with room for a name of DOS

    /// <summary>
    /// Bytes of a sector of the volume: what unbuffered writes must be multiples of. 4096 where nobody tells. Wine fails the first question
    /// and answers 512 to the second.
    /// </summary>
    public static int SectorOf(SafeFileHandle handle, string path)
    {
        StorageFacts facts;
        if (GetFileInformationByHandleEx(handle, StorageInfo, &facts, (uint)sizeof(StorageFacts)) && facts.LogicalSector > 0) return (int)facts.LogicalSector;
        return GetDiskFreeSpace(Path.GetPathRoot(Path.GetFullPath(path))!, out _, out var sector, out _, out _) && sector > 0 ? (int)sector : 4096;
    }

    /// <summary>
    /// Makes a file sparse, or an ordinary one again. NTFS fills all that lies before the first write at an offset with zeros, and the write
    /// waits for it; not in a sparse file.
    /// </summary>
    /// <returns>Whether the file system took it.</returns>
    public static bool SetSparse(SafeFileHandle handle, bool isSparse)
    {
        var wish = (byte)(isSparse ? 1 : 0);
        using var done = new ManualResetEvent(false);
        // The handle is overlapped, and the runtime's completion port must not see what it did not start: the event's lowest bit says so.
        var state = new NativeOverlapped { EventHandle = done.SafeWaitHandle.DangerousGetHandle() | 1 };
        return DeviceIoControl(handle, SetSparseCode, &wish, 1, null, 0, out _, &state)
            || (Marshal.GetLastPInvokeError() == Pending && GetOverlappedResult(handle, &state, out _, isWaiting: true));
    }

    /// <summary>
    /// Renames within a volume, and returns when that is on the disk: NTFS writes its journal of names now and then, so that File.Move's rename
    /// may be undone by a power failure some seconds later.
    /// </summary>
    /// <exception cref="IOException">With the Win32 code in its HResult, as the runtime's own.</exception>
    /// <exception cref="UnauthorizedAccessException">Refused; also while another process closes the file.</exception>
    public static void Move(string source, string target, bool overwrite)
    {
        if (MoveFileEx(Extended(source), Extended(target), WriteThrough | (overwrite ? ReplaceExisting : 0))) return;
        var code = Marshal.GetLastPInvokeError();
        var text = Marshal.GetPInvokeErrorMessage(code);
        throw code switch
        {
            NoSuchFile => new FileNotFoundException(text, source),
            NoSuchFolder => new DirectoryNotFoundException(text),
            AccessDenied => new UnauthorizedAccessException(text),
            _ => new IOException(text, unchecked((int)0x80070000) | code),
        };
    }

    // As the runtime does it: whether long paths need no prefix is a setting of the machine.
    private static string Extended(string path) => path switch
    {
        { Length: <= LongestPlainPath } => path,
        _ when path.StartsWith(@"\\?\", StringComparison.Ordinal) => path,
        _ when path.StartsWith(@"\\", StringComparison.Ordinal) => @"\\?\UNC\" + path[2..],
        _ => @"\\?\" + path,
    };

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
    private static partial bool GetDiskFreeSpace(string root, out uint sectorsPerCluster, out uint bytesPerSector, out uint free, out uint total);

    [LibraryImport("kernel32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool DeviceIoControl(SafeFileHandle handle, uint code, void* input, uint inputSize, void* output, uint outputSize, out uint returned, NativeOverlapped* state);

    [LibraryImport("kernel32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool GetOverlappedResult(SafeFileHandle handle, NativeOverlapped* state, out uint transferred, [MarshalAs(UnmanagedType.Bool)] bool isWaiting);

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
