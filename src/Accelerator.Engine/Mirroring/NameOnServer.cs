using System.Text;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>Maps a local name to its name on a server.</summary>
internal static class NameOnServer
{
    /// <summary>
    /// Returns the name as text, with half a surrogate pair for each byte that is no character, as in <see cref="FtpPath.ExactName"/>; and
    /// as a path. Null for a name that no server can list.
    /// </summary>
    public static (string Exact, FtpPath Path)? Of(string local)
    {
        var exact = LocalName.ToRemote(local);
        var bytes = new byte[Encoding.UTF8.GetMaxByteCount(exact.Length)];
        var length = 0;
        for (var i = 0; i < exact.Length;)
        {
            if (Rune.TryGetRuneAt(exact, i, out var rune))
            {
                length += rune.EncodeToUtf8(bytes.AsSpan(length));
                i += rune.Utf16SequenceLength;
            }
            else
            {
                bytes[length++] = (byte)exact[i++];
            }
        }
        if (exact is "" or "." or ".." || bytes.AsSpan(0, length).IndexOfAny("\r\n\0/"u8) >= 0) return null;
        return (exact, FtpPath.FromBytes(bytes.AsSpan(0, length), FtpCharsets.Utf8));
    }
}
