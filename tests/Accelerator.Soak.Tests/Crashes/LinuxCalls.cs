namespace Accelerator.Soak.Tests.Crashes;

/// <summary>Linux system calls of this harness: direct signals, and inotify.</summary>
internal static partial class LinuxCalls
{
    public const int SigKill = 9;
    public const int SigTerm = 15;

    public const uint Modified = 0x2, Attributes = 0x4, MovedTo = 0x80, Created = 0x100, Overflow = 0x4000;

    public const int CloseOnExec = 0x80000;
    public const int NonBlocking = 0x800;

    public const short Readable = 1;

    [LibraryImport("libc", EntryPoint = "kill")]
    public static partial int Kill(int process, int signal);

    [LibraryImport("libc", EntryPoint = "inotify_init1", SetLastError = true)]
    public static partial int Watch(int flags);

    [LibraryImport("libc", EntryPoint = "inotify_add_watch", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Add(int watch, string folder, uint events);

    [LibraryImport("libc", EntryPoint = "poll")]
    public static partial int Poll(ref PollEntry entry, uint count, int milliseconds);

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8)]
    public static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "read")]
    public static partial nint Read(int descriptor, [Out] byte[] buffer, nint count);

    [LibraryImport("libc", EntryPoint = "close")]
    public static partial int Close(int descriptor);

    [StructLayout(LayoutKind.Sequential)]
    public struct PollEntry
    {
        public int Descriptor;
        public short Wanted;
        public short Seen;
    }
}
