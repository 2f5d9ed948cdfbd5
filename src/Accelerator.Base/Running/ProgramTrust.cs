using System.Runtime.InteropServices;

namespace Accelerator.Base.Running;

/// <summary>
/// Decides whether root may start a program. On Linux, root starts only what no other user can replace: the program, each link and each
/// folder on the way to it belong to root, and neither group nor others may write to them. A sticky folder (/tmp) is no exception for what
/// lies in it, but may itself be on the way: other users can neither rename nor delete what belongs to root there.
/// </summary>
internal static unsafe partial class ProgramTrust
{
    private const int CurrentFolder = -100;     // AT_FDCWD
    private const int NoFollow = 0x100;         // AT_SYMLINK_NOFOLLOW
    private const uint BasicStats = 0x7ff;      // STATX_BASIC_STATS
    private const int TypeMask = 0xF000, Link = 0xA000, Folder = 0x4000;
    private const int Sticky = 0x200, WritableByOthers = 0x12;
    private const int MostLinks = 40;           // As the kernel: path_resolution(7).

    /// <summary>
    /// Returns why a program must not be started, as a sentence; null if it may, and if this process does not run as root.
    /// </summary>
    /// <param name="path">The absolute path of the program.</param>
    public static string? Doubt(string path) => OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess ? DoubtOfRoot(path) : null;

    private static string? DoubtOfRoot(string path)
    {
        var (at, links) = ("/", 0);
        var rest = new Stack<string>();
        Push(path);
        while (rest.TryPop(out var name))
        {
            if (name == "..") at = Path.GetDirectoryName(at) ?? "/";
            if (name is "." or "..") continue;
            var next = Path.Combine(at, name);
            if (Read(next) is not var (owner, mode)) return $"{next} cannot be examined, so it is not known who may change {path}.";
            if (DoubtOf(next, owner, mode, path) is { } doubt) return doubt;
            if ((mode & TypeMask) != Link)
            {
                at = next;
                continue;
            }
            if (++links > MostLinks || new FileInfo(next).LinkTarget is not { } target) return $"The links at {path} lead nowhere.";
            if (target.StartsWith('/')) at = "/";
            Push(target);
        }
        return null;

        void Push(string names)
        {
            foreach (var name in Enumerable.Reverse(names.Split('/', StringSplitOptions.RemoveEmptyEntries))) rest.Push(name);
        }
    }

    private static string? DoubtOf(string place, uint owner, int mode, string path)
    {
        if (owner != 0)
        {
            return $"{place} belongs to user {owner}, who could replace {path}, and this program runs as root. Give it to root "
                + $"(chown root {place}), or run as another user.";
        }
        var isSafe = (mode & TypeMask) == Link || (mode & WritableByOthers) == 0 || ((mode & TypeMask) == Folder && (mode & Sticky) != 0);
        return isSafe ? null
            : $"Users other than root may write to {place}, and so replace {path}, and this program runs as root. Forbid it "
                + $"(chmod go-w {place}), or run as another user.";
    }

    private static (uint Owner, int Mode)? Read(string path)
    {
        // struct statx has the same layout on every architecture: linux/stat.h.
        var data = stackalloc byte[256];
        return StatX(CurrentFolder, path, NoFollow, BasicStats, data) == 0 ? (*(uint*)(data + 20), *(ushort*)(data + 28)) : null;
    }

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int StatX(int folder, string path, int flags, uint mask, byte* data);
}
