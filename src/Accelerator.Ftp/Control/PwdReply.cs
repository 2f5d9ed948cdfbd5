using System.Text;

namespace Accelerator.Ftp.Control;

/// <summary>Reads the answer to PWD: <c>257 "/a ""quoted"" folder" is the current folder</c> (RFC 959, appendix II).</summary>
internal static class PwdReply
{
    /// <summary>Returns the folder that the reply names.</summary>
    /// <returns>Null if nothing is quoted, or the quoted text has control characters.</returns>
    public static FtpPath? Read(FtpReply reply, Encoding charset)
    {
        var text = reply.Text;
        var open = text.IndexOf('"');
        if (open < 0) return null;
        var path = new StringBuilder();
        for (var i = open + 1; i < text.Length && text[i] >= ' '; i++)
        {
            // A quote in the name is doubled.
            if (text[i] == '"' && (i + 1 == text.Length || text[++i] != '"'))
                return path.Length == 0 ? null : FtpPath.FromBytes(Encoding.Latin1.GetBytes(path.ToString()), charset);
            path.Append(text[i]);
        }
        return null;
    }
}
