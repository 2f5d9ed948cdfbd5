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
        var provider = CodePagesEncodingProvider.Instance;
        if (name.Equals("utf-8", StringComparison.OrdinalIgnoreCase) || name.Equals("utf8", StringComparison.OrdinalIgnoreCase)) return Utf8;
        if (name.StartsWith("cp", StringComparison.OrdinalIgnoreCase)) name = name[2..];
        if (int.TryParse(name, out var codePage)) return codePage is > 0 and <= 65535 ? provider.GetEncoding(codePage) : null;
        return provider.GetEncoding(name) ?? (name.Equals("latin1", StringComparison.OrdinalIgnoreCase) ? Encoding.Latin1 : null);
    }
}
