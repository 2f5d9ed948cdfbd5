using System.Buffers;
using System.Text;

namespace Accelerator.Ftp;

/// <summary>
/// A remote path or name, as the server's own bytes. Legacy servers send CP949, EUC-KR or Shift-JIS names whatever FEAT reports. Only the
/// original bytes name the same file when sent back, so the text is for people and the bytes are for the wire.
/// </summary>
public sealed class FtpPath : IEquatable<FtpPath>
{
    private readonly byte[] _bytes;
    private readonly Encoding _charset;

    private FtpPath(byte[] bytes, Encoding charset, string text)
    {
        _bytes = bytes;
        _charset = charset;
        Text = text;
    }

    /// <summary>The bytes to send, without CR, LF or NUL.</summary>
    public ReadOnlyMemory<byte> Bytes => _bytes;

    /// <summary>The path decoded with the site's charset: for people, for the local name and for comparison in the journal.</summary>
    public string Text { get; }

    /// <summary>Whether the path has the same bytes in every charset that a server may use.</summary>
    public bool IsAscii => Ascii.IsValid(_bytes);

    /// <summary>Whether the path is empty, which means the login folder.</summary>
    public bool IsEmpty => _bytes.Length == 0;

    /// <summary>Whether the path begins at the server's root and not in the login folder.</summary>
    public bool IsAbsolute => _bytes is [(byte)'/', ..];

    /// <summary>The last segment of <see cref="Text"/>; empty when the path ends in a slash.</summary>
    public string Name => Text[(Text.LastIndexOf('/') + 1)..];

    /// <summary>
    /// <see cref="Name"/> without loss: where the bytes are no text in the charset, each byte that is no character becomes half a surrogate
    /// pair, U+DC80 to U+DCFF. The local names of two such files therefore differ, as their bytes do.
    /// </summary>
    public string ExactName
    {
        get
        {
            var strict = (Encoding)_charset.Clone();
            strict.DecoderFallback = DecoderFallback.ExceptionFallback;
            var name = _bytes.AsSpan(_bytes.AsSpan().LastIndexOf((byte)'/') + 1);
            try
            {
                return strict.GetString(name);
            }
            catch (DecoderFallbackException)
            {
                return WithHalves(name, isUtf8: _charset.CodePage == Encoding.UTF8.CodePage);
            }
        }
    }

    /// <summary>Creates a path from the server's bytes.</summary>
    /// <exception cref="ArgumentException">The bytes hold CR, LF or NUL, which would end the command and start another.</exception>
    public static FtpPath FromBytes(ReadOnlySpan<byte> bytes, Encoding charset)
    {
        if (bytes.IndexOfAny((byte)'\r', (byte)'\n', (byte)0) >= 0)
            throw new ArgumentException(
                "A remote path may not hold a carriage return, a line feed or NUL: they would end the FTP command.");
        return new FtpPath(bytes.ToArray(), charset, charset.GetString(bytes));
    }

    /// <summary>Creates a path from text, encoded with the site's charset.</summary>
    /// <exception cref="ArgumentException">The text holds CR, LF or NUL, or a character that the charset lacks.</exception>
    public static FtpPath FromText(string text, Encoding charset)
    {
        var bytes = charset.GetBytes(text);
        if (charset.GetString(bytes) != text)
            throw new ArgumentException(
                $"\"{SafeText.Escape(text)}\" cannot be written in {charset.WebName}; choose the server's charset with --charset.");
        return FromBytes(bytes, charset);
    }

    /// <summary>Returns the path with a suffix added: the name of a companion file such as <c>big.bin.sha256</c>.</summary>
    public FtpPath WithSuffix(string suffix)
    {
        // Characters without an ASCII form become a question mark; line ends are ASCII and are refused.
        var added = FromBytes(Encoding.ASCII.GetBytes(suffix), Encoding.ASCII);
        return new FtpPath([.. _bytes, .. added._bytes], _charset, Text + added.Text);
    }

    /// <summary>
    /// Returns the path of this name in the folder that this path names. Bytes are joined to bytes and text to text, because the two may be
    /// in different charsets; <see cref="ExactName"/> uses the charset of the name.
    /// </summary>
    public FtpPath Child(FtpPath name)
    {
        if (IsEmpty) return name;
        return _bytes[^1] == '/'
            ? new FtpPath([.. _bytes, .. name._bytes], name._charset, Text + name.Text)
            : new FtpPath([.. _bytes, (byte)'/', .. name._bytes], name._charset, $"{Text}/{name.Text}");
    }

    /// <summary>
    /// Returns the containing folder, empty for the login folder, and the name in it; the name is empty if the path ends in a slash.
    /// </summary>
    public (FtpPath Folder, FtpPath Name) Split()
    {
        var slash = _bytes.AsSpan().LastIndexOf((byte)'/');
        // A name in the root has the root's slash as its folder.
        return (FromBytes(_bytes.AsSpan(0, slash == 0 ? 1 : Math.Max(slash, 0)), _charset), FromBytes(_bytes.AsSpan(slash + 1), _charset));
    }

    /// <summary>Returns the folder without trailing slashes; the root keeps one.</summary>
    public FtpPath WithoutEnd()
    {
        var length = _bytes.AsSpan().TrimEnd((byte)'/').Length;
        return length == _bytes.Length ? this : FromBytes(_bytes.AsSpan(0, length == 0 ? 1 : length), _charset);
    }

    /// <inheritdoc/>
    public bool Equals(FtpPath? other) => other is not null && _bytes.AsSpan().SequenceEqual(other._bytes);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as FtpPath);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = new HashCode();
        hash.AddBytes(_bytes);
        return hash.ToHashCode();
    }

    // Character boundaries of an invalid name in an unknown multi-byte charset cannot be found: only ASCII is interpreted.
    private static string WithHalves(ReadOnlySpan<byte> name, bool isUtf8)
    {
        var text = new StringBuilder(name.Length);
        while (!name.IsEmpty)
        {
            var isCharacter = Rune.DecodeFromUtf8(name, out var rune, out var used) == OperationStatus.Done && (isUtf8 || rune.IsAscii);
            if (!isCharacter) used = 1;
            text.Append(isCharacter ? rune.ToString() : ((char)(0xDC00 + name[0])).ToString());
            name = name[used..];
        }
        return text.ToString();
    }

    /// <summary>Returns the path with every character escaped that could control a terminal.</summary>
    public override string ToString() => SafeText.Escape(Text);
}
