using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>
/// The few Linux calls that .NET does not offer (a rename that never replaces, a folder's fsync, fallocate, the file behind a name), or
/// offers only together with checks that a small file does not need: its rename looks for the source first, its deletion of a missing file
/// looks for the folder, and its time stamp reads the old one.
/// </summary>
internal static unsafe partial class Posix
{
    private const int CurrentFolder = -100;       // AT_FDCWD
    private const int NoFollow = 0x100;           // AT_SYMLINK_NOFOLLOW
    private const int EmptyPath = 0x1000;         // AT_EMPTY_PATH: the descriptor itself
    private const uint BasicStats = 0x7ff;        // STATX_BASIC_STATS
    private const uint NoReplace = 1;             // RENAME_NOREPLACE
    private const int ReadOnlyCloseOnExec = 0x80000;
    private const int StatXSize = 256;
    private const int TypeOffset = 28;            // stx_mode
    private const int OwnerOffset = 20;           // stx_uid
    private const int TypeMask = 0xF000;          // S_IFMT

    private const int GetFlags = 3;               // F_GETFL
    private const int SetFlags = 4;               // F_SETFL

    private const int NoEntry = 2;                // ENOENT
    private const long LeaveTime = 0x3ffffffe;    // UTIME_OMIT, in place of nanoseconds
    private const int NotImplemented = 38;        // ENOSYS: the kernel or the sandbox has no renameat2
    private const int Invalid = 22;               // EINVAL: the file system does not know the flag (NFS, 9p)
    private const int NotSupported = 95;          // EOPNOTSUPP
    private const int NotPermitted = 1;           // EPERM: of link, that the file system has no second names
    private const int AlreadyExists = 17;         // EEXIST
    private const int Interrupted = 4;            // EINTR
    private const int PunchHole = 2;              // FALLOC_FL_PUNCH_HOLE
    private const int KeepSize = 1;               // FALLOC_FL_KEEP_SIZE, without which no hole is made
    private const int NoSpace = 28;               // ENOSPC
    private const int NoQuota = 122;              // EDQUOT

    /// <summary>The ID of the effective user.</summary>
    internal static readonly uint User = EffectiveUser();

    /// <summary>Renames within a file system and never replaces: the kernel checks and renames in one step.</summary>
    /// <exception cref="IOException">With the errno as its HResult; 17 (EEXIST) when the target exists.</exception>
    internal static void RenameNew(string source, string target)
    {
        try
        {
            if (RenameAt2(CurrentFolder, source, CurrentFolder, target, NoReplace) == 0)
                return;
            var errno = Marshal.GetLastPInvokeError();
            if (!IsMissing(errno) || errno == NotPermitted)
                throw Error(errno);
        }
        catch (EntryPointNotFoundException)
        {
            // An older musl has no such function; link does the same in two steps.
        }

        RenameByLink(source, target, Link);
    }

    /// <summary>Renames within a file system and replaces what is there.</summary>
    /// <exception cref="IOException">With the errno as its HResult.</exception>
    internal static void Rename(string source, string target)
    {
        if (RenameOver(source, target) != 0)
            throw Error(Marshal.GetLastPInvokeError());
    }

    private static bool IsMissing(int errno) => errno is NotImplemented or Invalid or NotSupported or NotPermitted;

    /// <summary>Removes a name. Returns false when the system refuses it; a missing one is no error.</summary>
    internal static bool TryDelete(string path) => Unlink(path) == 0 || Marshal.GetLastPInvokeError() == NoEntry;

    /// <summary>Sets the time of the last write; the time of the last access stays.</summary>
    /// <exception cref="IOException">With the errno as its HResult.</exception>
    internal static void SetModified(SafeFileHandle handle, DateTime utc)
    {
        var since = utc - DateTime.UnixEpoch;
        var seconds = (long)Math.Floor(since.TotalSeconds);
        var nanoseconds = (since.Ticks - (seconds * TimeSpan.TicksPerSecond)) * 100;
        var times = stackalloc nint[] { 0, (nint)LeaveTime, (nint)seconds, (nint)nanoseconds };
        if (SetTimes(checked((int)handle.DangerousGetHandle()), times) != 0)
            throw Error(Marshal.GetLastPInvokeError());
    }

    /// <summary>
    /// Makes everything durable that was written to the file system of an open file, whichever process wrote it. Returns false where that
    /// failed, for any of these files.
    /// </summary>
    internal static bool TryFlushFileSystem(SafeFileHandle handle) => SyncFileSystem(checked((int)handle.DangerousGetHandle())) == 0;

    /// <summary>
    /// Creates a second name, which must be new, then removes the first: for file systems without the flag. On those that have no second
    /// names either (FAT and exFAT by FUSE), it looks for the name and then renames; a file created in between is replaced.
    /// </summary>
    /// <param name="source">The file.</param>
    /// <param name="target">The new name.</param>
    /// <param name="link">The system call, which sets errno.</param>
    internal static void RenameByLink(string source, string target, Func<string, string, int> link)
    {
        if (link(source, target) != 0)
        {
            var errno = Marshal.GetLastPInvokeError();
            if (!IsMissing(errno)) throw Error(errno);
            if (Identify(target) is not null) throw Error(AlreadyExists);
            Rename(source, target);
            return;
        }
        if (!TryDelete(source))
            throw Error(Marshal.GetLastPInvokeError());
    }

    /// <summary>Makes names in a folder durable. Does nothing on a file system that cannot.</summary>
    internal static void FlushFolder(string folder)
    {
        var descriptor = Open(folder, ReadOnlyCloseOnExec);
        if (descriptor < 0)
            throw Error(Marshal.GetLastPInvokeError());
        using var handle = new SafeFileHandle(descriptor, ownsHandle: true);
        RandomAccess.FlushToDisk(handle);
    }

    /// <summary>Opens a file for reading without the lock that .NET always requests; returns null when it cannot be opened.</summary>
    internal static SafeFileHandle? OpenUnlocked(string path) =>
        Open(path, ReadOnlyCloseOnExec) is >= 0 and var descriptor ? new SafeFileHandle(descriptor, ownsHandle: true) : null;

    /// <summary>
    /// Allocates the blocks of bytes 0 to <paramref name="length"/>; written content is kept. Does nothing where the file system does not
    /// support it: the call itself never falls back to writing zeros, as posix_fallocate does.
    /// </summary>
    /// <exception cref="IOException">There is no space, or the quota is exhausted.</exception>
    internal static void Allocate(SafeFileHandle handle, long length)
    {
        while (length > 0 && FAllocate(checked((int)handle.DangerousGetHandle()), mode: 0, offset: 0, length) != 0)
        {
            var errno = Marshal.GetLastPInvokeError();
            if (errno is NoSpace or NoQuota)
                throw Error(errno);
            if (errno != Interrupted)
                return;
        }
    }

    /// <summary>Frees the blocks of some bytes, which are then zero. Returns false where the file system cannot.</summary>
    internal static bool TryFree(SafeFileHandle handle, long offset, long length)
    {
        while (FAllocate(checked((int)handle.DangerousGetHandle()), PunchHole | KeepSize, offset, length) != 0)
        {
            if (Marshal.GetLastPInvokeError() != Interrupted) return false;
        }
        return true;
    }

    /// <summary>Makes reads and writes bypass the page cache from here on. Returns false when the file system cannot.</summary>
    internal static bool SetDirect(SafeFileHandle handle)
    {
        // O_DIRECT differs by architecture: asm-generic/fcntl.h, arch/arm64 and arch/arm.
        var direct = RuntimeInformation.ProcessArchitecture is Architecture.Arm or Architecture.Arm64 ? 0x10000 : 0x4000;
        var descriptor = checked((int)handle.DangerousGetHandle());
        var flags = Control(descriptor, GetFlags, 0);
        return flags >= 0 && Control(descriptor, SetFlags, flags | direct) == 0;
    }

    /// <summary>Returns the file behind a name, without following a symbolic link; null when there is none.</summary>
    internal static FileIdentity? Identify(string path) => Read(CurrentFolder, path, NoFollow);

    /// <summary>Returns the file behind an open handle.</summary>
    internal static FileIdentity? Identify(SafeFileHandle handle) =>
        Read(checked((int)handle.DangerousGetHandle()), string.Empty, EmptyPath);

    /// <summary>
    /// Returns the kind of a name's target, links followed, where that is no regular file, folder or link: <c>a device</c>,
    /// <c>a named pipe</c>, <c>a socket</c>; else null.
    /// </summary>
    internal static string? SpecialKind(string path)
    {
        var data = stackalloc byte[StatXSize];
        if (StatX(CurrentFolder, path, flags: 0, BasicStats, data) != 0) return null;
        return (*(ushort*)(data + TypeOffset) & TypeMask) switch
        {
            0x2000 or 0x6000 => "a device",
            0x1000 => "a named pipe",
            0xC000 => "a socket",
            _ => null,
        };
    }

    private static FileIdentity? Read(int folder, string path, int flags)
    {
        var data = stackalloc byte[StatXSize];
        if (StatX(folder, path, flags, BasicStats, data) != 0)
            return null;

        // struct statx has the same layout on every architecture: linux/stat.h.
        return new FileIdentity(
            Device: *(ulong*)(data + 136),
            Inode: *(ulong*)(data + 32),
            Names: *(uint*)(data + 16),
            IsPlain: (*(ushort*)(data + TypeOffset) & TypeMask) == 0x8000,
            Length: *(long*)(data + 40),
            Allocated: *(long*)(data + 48) * 512,
            Owner: *(uint*)(data + OwnerOffset),
            Mode: (UnixFileMode)(*(ushort*)(data + TypeOffset) & ~TypeMask));
    }

    private static IOException Error(int errno) => new(Marshal.GetPInvokeErrorMessage(errno), errno);

    [LibraryImport("libc", EntryPoint = "renameat2", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int RenameAt2(int sourceFolder, string source, int targetFolder, string target, uint flags);

    [LibraryImport("libc", EntryPoint = "rename", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int RenameOver(string source, string target);

    [LibraryImport("libc", EntryPoint = "unlink", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Unlink(string path);

    [LibraryImport("libc", EntryPoint = "futimens", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int SetTimes(int descriptor, nint* times);

    [LibraryImport("libc", EntryPoint = "syncfs", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int SyncFileSystem(int descriptor);

    [LibraryImport("libc", EntryPoint = "link", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static partial int Link(string existing, string added);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int StatX(int folder, string path, int flags, uint mask, byte* data);

    [LibraryImport("libc", EntryPoint = "geteuid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial uint EffectiveUser();

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Control(int descriptor, int command, int argument);

    [LibraryImport("libc", EntryPoint = "fallocate", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int FAllocate(int descriptor, int mode, long offset, long length);
}
