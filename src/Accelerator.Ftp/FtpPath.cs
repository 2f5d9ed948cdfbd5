using System.Buffers;
using System.Text;

namespace Accelerator.Ftp;

/// <summary>
/// A name on the server, as the server's own bytes. Legacy servers send CP949, EUC-KR or Shift-JIS names under any FEAT;
/// only the original bytes sent back name the same file, so text is for people and bytes are for the wire.
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

    /// <summary>The bytes that are sent, without CR, LF or NUL.</summary>
    public ReadOnlyMemory<byte> Bytes => _bytes;

    /// <summary>The path decoded with the site's charset: for people, for the local name and for comparison in the journal.</summary>
    public string Text { get; }

    /// <summary>Whether every charset that a server may use writes it with the same bytes.</summary>
    public bool IsAscii => Ascii.IsValid(_bytes);

    /// <summary>Whether it names nothing: the folder that the login leads to.</summary>
    public bool IsEmpty => _bytes.Length == 0;

    /// <summary>Whether it begins at the server's root and not in the folder that the login leads to.</summary>
    public bool IsAbsolute => _bytes is [(byte)'/', ..];

    /// <summary>The last segment of <see cref="Text"/>; empty when the path ends in a slash.</summary>
    public string Name => Text[(Text.LastIndexOf('/') + 1)..];

    /// <summary>
    /// <see cref="Name"/> with nothing lost: where its bytes are no text in the charset, each byte that is no character is half a surrogate
    /// pair, U+DC80 to U+DCFF. So the local names of two such files differ, as their bytes do.
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

    /// <summary>A path from the server's bytes.</summary>
    /// <exception cref="ArgumentException">The bytes hold CR, LF or NUL, which would end the command and start another.</exception>
    public static FtpPath FromBytes(ReadOnlySpan<byte> bytes, Encoding charset)
    {
        if (bytes.IndexOfAny((byte)'\r', (byte)'\n', (byte)0) >= 0)
            throw new ArgumentException(
                "A remote path may not hold a carriage return, a line feed or NUL: they would end the FTP command.");
        return new FtpPath(bytes.ToArray(), charset, charset.GetString(bytes));
    }

    /// <summary>A path from text, encoded with the site's charset.</summary>
    /// <exception cref="ArgumentException">The text holds CR, LF or NUL, or a character that the charset lacks.</exception>
    public static FtpPath FromText(string text, Encoding charset)
    {
        var bytes = charset.GetBytes(text);
        if (charset.GetString(bytes) != text)
            throw new ArgumentException(
                $"\"{SafeText.Escape(text)}\" cannot be written in {charset.WebName}; choose the server's charset with --charset.");
        return FromBytes(bytes, charset);
    }

    /// <summary>The same path with bytes added at its end: the name of a companion file such as <c>big.bin.sha256</c>.</summary>
    public FtpPath WithSuffix(string suffix)
    {
        // What has no ASCII form becomes a question mark; line ends are ASCII and are refused.
        var added = FromBytes(Encoding.ASCII.GetBytes(suffix), Encoding.ASCII);
        return new FtpPath([.. _bytes, .. added._bytes], _charset, Text + added.Text);
    }

    /// <summary>
    /// What has this name in the folder that this path names. Bytes are joined to bytes, and text to text: the two may be in different
    /// charsets, and that of the name is the one to read <see cref="ExactName"/> with.
    /// </summary>
    public FtpPath Child(FtpPath name)
    {
        if (IsEmpty) return name;
        return _bytes[^1] == '/'
            ? new FtpPath([.. _bytes, .. name._bytes], name._charset, Text + name.Text)
            : new FtpPath([.. _bytes, (byte)'/', .. name._bytes], name._charset, $"{Text}/{name.Text}");
    }

    /// <summary>
    /// The folder that it lies in, empty for the one that the login leads to, and its name there; the name is empty when the path ends in a
    /// slash.
    /// </summary>
    public (FtpPath Folder, FtpPath Name) Split()
    {
        var slash = _bytes.AsSpan().LastIndexOf((byte)'/');
        // What lies in the root has the root's slash for its folder.
        return (FromBytes(_bytes.AsSpan(0, slash == 0 ? 1 : Math.Max(slash, 0)), _charset), FromBytes(_bytes.AsSpan(slash + 1), _charset));
    }

    /// <summary>The same folder without the slashes at its end; the root keeps one.</summary>
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

    // Of a broken name in another charset nobody knows where its characters begin: only ASCII is taken for what it looks like.
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

    /// <summary>The path with everything escaped that could steer a terminal.</summary>
    public override string ToString() => SafeText.Escape(Text);
}
