using System.Text;

namespace Accelerator.Loopback.Faults;

/// <summary>Converts reply text to bytes.</summary>
internal static class ReplyBytes
{
    // The shortest word that counts as a digest: that of a CRC-32.
    private const int ShortestDigest = 8;

    public static byte[] Line(string text) => Encoding.Latin1.GetBytes(text + "\r\n");

    /// <summary>Changes the last digit of the longest hexadecimal word, if it is long enough for a digest.</summary>
    /// <remarks>
    /// No regular expression: on a busy computer the first one of a process takes so long that a client with a fast clock stops waiting.
    /// </remarks>
    public static string WithWrongDigest(string reply)
    {
        var (longest, end) = (ShortestDigest - 1, -1);
        for (int i = 0, length = 0; i < reply.Length; i++)
        {
            length = char.IsAsciiHexDigit(reply[i]) ? length + 1 : 0;
            if (length > longest) (longest, end) = (length, i);
        }
        return end < 0 ? reply : string.Concat(reply.AsSpan(0, end), reply[end] == '0' ? "1" : "0", reply.AsSpan(end + 1));
    }
}
