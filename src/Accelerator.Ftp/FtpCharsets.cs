using System.Text;

namespace Accelerator.Ftp;

/// <summary>
/// Charsets of file names on servers. Korean archives send CP949 or EUC-KR, Japanese ones Shift-JIS, whatever FEAT reports.
/// </summary>
public static class FtpCharsets
{
    /// <summary>UTF-8 without a byte order mark (RFC 2640), the default.</summary>
    public static Encoding Utf8 { get; } = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);

    private static readonly Encoding Korean = CodePagesEncodingProvider.Instance.GetEncoding(949)!;

    /// <summary>
    /// Returns the charset in which a listed name is shown: UTF-8 if the bytes are valid UTF-8, else the session's, else Korean if the
    /// bytes can be that. Whatever FEAT reports, an old archive's names are in its own charset, and one folder often holds both.
    /// </summary>
    /// <param name="name">The server's bytes.</param>
    /// <param name="session">The charset chosen for the session.</param>
    public static Encoding ForName(ReadOnlySpan<byte> name, Encoding session)
    {
        if (System.Text.Unicode.Utf8.IsValid(name)) return Utf8;
        return session is UTF8Encoding && IsKorean(name) ? Korean : session;
    }

    /// <summary>Finds a charset by name (<c>cp949</c>, <c>euc-kr</c>, <c>shift_jis</c>, <c>latin1</c>, …) or by code page number.</summary>
    /// <returns>Null if there is no charset of that name.</returns>
    public static Encoding? Find(string name)
    {
        name = name.ToLowerInvariant();
        if (name.StartsWith("cp", StringComparison.Ordinal)) name = name[2..];
        var provider = CodePagesEncodingProvider.Instance;
        return name switch
        {
            // The runtime has these two built in; its code page provider does not include them.
            "utf-8" or "utf8" or "65001" => Utf8,
            "latin1" or "iso-8859-1" or "28591" => Encoding.Latin1,
            _ when int.TryParse(name, out var codePage) => codePage is > 0 and <= 65535 ? provider.GetEncoding(codePage) : null,
            _ => provider.GetEncoding(name),
        };
    }

    // CP949 pairs: a lead byte 81-FE, and a trail byte 41-5A, 61-7A or 81-FE.
    private static bool IsKorean(ReadOnlySpan<byte> bytes)
    {
        for (var i = 0; i < bytes.Length; i++)
        {
            if (bytes[i] < 0x80) continue;
            if (bytes[i] is 0x80 or 0xFF || i + 1 == bytes.Length) return false;
            if (bytes[++i] is not (>= 0x41 and <= 0x5A or >= 0x61 and <= 0x7A or >= 0x81 and <= 0xFE)) return false;
        }
        return true;
    }
}
