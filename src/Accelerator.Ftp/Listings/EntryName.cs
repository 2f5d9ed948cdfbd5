using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// The check that every listed name passes before it is used: names have led clients out of their destination folder, and injected commands
/// of the server's choice into the next request (CVE-2002-1344, CVE-2008-2519, CVE-2026-27699 and many more).
/// </summary>
internal static class EntryName
{
    // No common file system has longer names: 255 UTF-16 units (NTFS, exFAT, APFS) or 255 bytes (ext4, XFS, ZFS). In the widest charset,
    // GB18030, 255 units are 1,020 bytes.
    private const int MostBytes = 1024;
    private const int MostUnits = 255;

    /// <summary>Returns whether no file can have this name, because it is too long.</summary>
    public static bool IsTooLong(ReadOnlySpan<byte> name, Encoding session) => name.Length > MostBytes
        || (name.Length > MostUnits && FtpCharsets.ForName(name, session).GetCharCount(name) > MostUnits);

    /// <summary>Returns whether the name means the folder itself or its parent.</summary>
    public static bool IsDots(ReadOnlySpan<byte> name) => name is [(byte)'.'] or [(byte)'.', (byte)'.'];

    /// <summary>Creates a path of one segment.</summary>
    /// <param name="name">The server's bytes.</param>
    /// <param name="session">The session's charset.</param>
    /// <param name="takesBackslash">Whether a backslash may be part of a name: false for listings of systems where it separates
    /// folders.</param>
    /// <param name="path">The name.</param>
    /// <returns>False for a name that would lead out of its folder, on the server or locally, or that FTP cannot carry.</returns>
    public static bool TryMake(ReadOnlySpan<byte> name, Encoding session, bool takesBackslash, [NotNullWhen(true)] out FtpPath? path)
    {
        path = null;
        if (name.IsEmpty || IsDots(name) || name.IndexOfAny("/\r\n\0"u8) >= 0) return false;
        var made = FtpPath.FromBytes(name, FtpCharsets.ForName(name, session));
        // Checked on the text: in Shift-JIS and Big5 the byte of a backslash is the second half of many characters.
        if (made.Text.Contains('\\') && !(takesBackslash && StaysInFolder(made.Text))) return false;
        path = made;
        return true;
    }

    // "..\x", "C:\x" and "\\srv\x" lead out of their folder on any system where a backslash separates folders; no honest server has such a
    // name.
    private static bool StaysInFolder(string name) =>
        !name.StartsWith(@"\\", StringComparison.Ordinal) && !(char.IsAsciiLetter(name[0]) && name[1] == ':')
            && !name.Split('\\').Any(part => part is "." or "..");
}
