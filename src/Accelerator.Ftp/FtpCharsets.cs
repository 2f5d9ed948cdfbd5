using System.Text;

namespace Accelerator.Ftp;

/// <summary>Charsets of names on servers. Korean archives send CP949 or EUC-KR, Japanese ones Shift-JIS, whatever FEAT says.</summary>
public static class FtpCharsets
{
    /// <summary>UTF-8 without a byte order mark (RFC 2640), the default.</summary>
    public static Encoding Utf8 { get; } = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Finds a charset by name (<c>cp949</c>, <c>euc-kr</c>, <c>shift_jis</c>, <c>latin1</c>, …) or by code page number.</summary>
    /// <returns>Null when there is none of that name.</returns>
    public static Encoding? Find(string name)
    {
        name = name.ToLowerInvariant();
        if (name.StartsWith("cp", StringComparison.Ordinal)) name = name[2..];
        var provider = CodePagesEncodingProvider.Instance;
        return name switch
        {
            // The two that the runtime has built in; its provider of code pages does not know them.
            "utf-8" or "utf8" or "65001" => Utf8,
            "latin1" or "iso-8859-1" or "28591" => Encoding.Latin1,
            _ when int.TryParse(name, out var codePage) => codePage is > 0 and <= 65535 ? provider.GetEncoding(codePage) : null,
            _ => provider.GetEncoding(name),
        };
    }
}
