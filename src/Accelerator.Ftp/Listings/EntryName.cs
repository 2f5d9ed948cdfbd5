using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// The check that every name in a listing passes before anybody sees it: names have led clients out of the folder they wrote to, and put
/// commands of the server's choice into the next request (CVE-2002-1344, CVE-2008-2519, CVE-2026-27699 and many more).
/// </summary>
internal static class EntryName
{
    /// <summary>Whether it is the folder itself or the one above it.</summary>
    public static bool IsDots(ReadOnlySpan<byte> name) => name is [(byte)'.'] or [(byte)'.', (byte)'.'];

    /// <summary>Makes a path of one segment.</summary>
    /// <param name="name">The server's bytes.</param>
    /// <param name="session">The session's charset.</param>
    /// <param name="takesBackslash">Whether a backslash may be part of a name: not in the listings of systems where it separates
    /// folders.</param>
    /// <param name="path">The name.</param>
    /// <returns>False for a name that would lead out of its folder, on the server or here, or that FTP cannot carry.</returns>
    public static bool TryMake(ReadOnlySpan<byte> name, Encoding session, bool takesBackslash, [NotNullWhen(true)] out FtpPath? path)
    {
        path = null;
        if (name.IsEmpty || IsDots(name) || name.IndexOfAny("/\r\n\0"u8) >= 0) return false;
        var made = FtpPath.FromBytes(name, FtpCharsets.ForName(name, session));
        // Asked of the text: in Shift-JIS and Big5 the byte of a backslash is the second half of many characters.
        if (made.Text.Contains('\\') && !(takesBackslash && StaysInFolder(made.Text))) return false;
        path = made;
        return true;
    }

    // "..\x", "C:\x" and "\\srv\x" lead out of their folder wherever a backslash separates folders; no honest server has such a name.
    private static bool StaysInFolder(string name) =>
        !name.StartsWith(@"\\", StringComparison.Ordinal) && !(char.IsAsciiLetter(name[0]) && name[1] == ':')
            && !name.Split('\\').Any(part => part is "." or "..");
}
