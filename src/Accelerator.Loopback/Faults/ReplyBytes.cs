using System.Text;
using System.Text.RegularExpressions;

namespace Accelerator.Loopback.Faults;

/// <summary>Converts reply text to bytes.</summary>
internal static class ReplyBytes
{
    public static byte[] Line(string text) => Encoding.Latin1.GetBytes(text + "\r\n");

    /// <summary>Changes the last hex digit of the longest hex word.</summary>
    public static string WithWrongDigest(string reply)
    {
        var digest = Regex.Matches(reply, "[0-9a-fA-F]{8,}", RegexOptions.NonBacktracking).MaxBy(m => m.Length);
        if (digest is null) return reply;
        var last = digest.Index + digest.Length - 1;
        return string.Concat(reply.AsSpan(0, last), reply[last] == '0' ? "1" : "0", reply.AsSpan(last + 1));
    }
}
