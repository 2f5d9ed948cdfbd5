using System.Buffers;
using System.Security.Cryptography;
using System.Text;

namespace Accelerator.Engine.Storage;

/// <summary>
/// The frame of a record: a first line with what it is and its version, and a last one with the SHA-256 of all above. People can read it, a tear or a flipped bit
/// cannot pass.
/// </summary>
/// <param name="magic">What it is, one word.</param>
/// <param name="version">Whole number; another one is not read.</param>
/// <param name="stranger">What something else is, the rest of a sentence that begins with "it": <c>is not a journal</c>.</param>
internal sealed class SealedText(string magic, int version, string stranger)
{
    private const string HashPrefix = "sha256 ";
    private const int SealLength = 7 + 64 + 1;

    private readonly byte[] _magic = Encoding.ASCII.GetBytes($"{magic} ");
    private readonly byte[] _firstLine = Encoding.ASCII.GetBytes($"{magic} {version}\n");

    /// <summary>Writes the first line.</summary>
    public void Begin(ArrayBufferWriter<byte> text) => text.Write(_firstLine);

    /// <summary>Writes the last line; nothing may follow.</summary>
    public static void Seal(ArrayBufferWriter<byte> text) => text.Write(LastLine(text.WrittenSpan));

    /// <summary>What is wrong with it, the rest of a sentence that begins with "it"; null when it is whole.</summary>
    public string? Problem(ReadOnlySpan<byte> content)
    {
        if (!content.StartsWith(_magic)) return $"{stranger}, or its beginning is damaged";
        if (!content.StartsWith(_firstLine)) return content.Contains((byte)'\n') ? "was written by another version of this program" : "is torn";
        if (content.Length <= _firstLine.Length + SealLength) return "is torn";
        return content[^SealLength..].SequenceEqual(LastLine(content[..^SealLength])) ? null : "is torn or damaged: its checksum is wrong";
    }

    /// <summary>Where the lines between the first and the last stand in a whole one.</summary>
    public Range Body => _firstLine.Length..^SealLength;

    private static byte[] LastLine(ReadOnlySpan<byte> above) => Encoding.ASCII.GetBytes(HashPrefix + Convert.ToHexString(SHA256.HashData(above)).ToLowerInvariant() + "\n");
}
