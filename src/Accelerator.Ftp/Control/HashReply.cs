namespace Accelerator.Ftp.Control;

/// <summary>Finds the digest in the many reply forms of hash commands.</summary>
internal static class HashReply
{
    /// <summary>
    /// Returns the only word with the digest's number of hexadecimal digits, in lower case: <c>213 SHA-256 0-99 abc… /a.bin</c> (HASH),
    /// <c>250 abc…</c> (Serv-U, GlobalSCAPE), <c>213 abc…</c> (ProFTPD), <c>251 /a.bin abc…</c> (MD5). Null if there is none, or if a file
    /// name makes it ambiguous. A CRC may lack its leading zeros.
    /// </summary>
    public static string? Read(FtpReply reply, int digits)
    {
        var words = reply.Lines.SelectMany(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToList();
        var exact = words.Where(word => word.Length == digits && word.All(char.IsAsciiHexDigit))
            .Distinct(StringComparer.OrdinalIgnoreCase).ToList();
        if (exact.Count == 1) return exact[0].ToLowerInvariant();

        return exact.Count == 0 && digits == 8 && words is [var only] && only.Length is > 0 and < 8 && only.All(char.IsAsciiHexDigit)
            ? only.ToLowerInvariant().PadLeft(8, '0')
            : null;
    }
}
