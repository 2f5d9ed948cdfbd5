using System.Text;
using Accelerator.Ftp;

namespace Accelerator.Gateway.Protocol;

/// <summary>Creates and encodes replies.</summary>
internal static class Replies
{
    /// <summary>Returns a reply of the gateway's own, its text escaped and in UTF-8.</summary>
    public static FtpReply Of(int code, string text) => new(code, [Bytes(text)]);

    /// <summary>Returns a reply of several lines.</summary>
    public static FtpReply Of(int code, IEnumerable<string> lines) => new(code, [.. lines.Select(Bytes)]);

    /// <summary>Returns the bytes of a reply, one char of its lines for each byte.</summary>
    public static byte[] Encode(FtpReply reply)
    {
        var text = new StringBuilder();
        for (var i = 0; i < reply.Lines.Count; i++)
        {
            var line = reply.Lines[i];
            if (i == reply.Lines.Count - 1) text.Append(reply.Code).Append(' ');
            else if (i == 0) text.Append(reply.Code).Append('-');
            // A line that begins like the last one would end the reply (RFC 959, section 4.2).
            else if (line.Length > 3 && line.AsSpan(0, 3).IndexOfAnyExceptInRange('0', '9') < 0) text.Append(' ');
            text.Append(line).Append("\r\n");
        }
        return Encoding.Latin1.GetBytes(text.ToString());
    }

    private static string Bytes(string text) => Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(SafeText.Escape(text)));
}
