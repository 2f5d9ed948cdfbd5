using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace Accelerator.Engine.Storage;

/// <summary>
/// The frame of a record: a first line with its kind and version, and a last one with the SHA-256 of all above. It is readable as text, and
/// a torn write or a flipped bit is detected.
/// </summary>
/// <param name="magic">The kind, one word.</param>
/// <param name="version">Whole number; another one is not read.</param>
/// <param name="stranger">The error for any other content, as the rest of a sentence that begins with "it":
/// <c>is not a journal</c>.</param>
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

    /// <summary>
    /// Writes a record that is one line of compact JSON, without the reflection serializer, which costs tens of milliseconds at the start.
    /// </summary>
    /// <param name="members">Writes the members of the object.</param>
    public byte[] WriteJson(Action<Utf8JsonWriter> members)
    {
        var text = new ArrayBufferWriter<byte>(4096);
        Begin(text);
        using (var json = new Utf8JsonWriter(text))
        {
            json.WriteStartObject();
            members(json);
            json.WriteEndObject();
        }
        text.Write("\n"u8);
        Seal(text);
        return text.WrittenSpan.ToArray();
    }

    /// <summary>Reads what <see cref="WriteJson"/> wrote.</summary>
    /// <param name="content">The complete file.</param>
    /// <param name="read">Reads the members of the object.</param>
    /// <param name="nonsense">Returns what is invalid in a record, as the rest of a sentence that begins with "it"; null for
    /// nothing.</param>
    /// <param name="record">The record, when it is complete and consistent.</param>
    /// <param name="problem">Otherwise the error, as the rest of a sentence that begins with "it".</param>
    public bool TryReadJson<T>(
        ReadOnlyMemory<byte> content,
        Func<JsonElement, T> read,
        Func<T, string?> nonsense,
        [NotNullWhen(true)] out T? record,
        [NotNullWhen(false)] out string? problem)
        where T : class
    {
        record = null;
        problem = Problem(content.Span);
        if (problem is not null) return false;
        try
        {
            using var json = JsonDocument.Parse(content[Body]);
            var made = read(json.RootElement);
            problem = nonsense(made);
            if (problem is null) record = made;
        }
        catch (Exception error) when (error is JsonException or FormatException or InvalidOperationException or KeyNotFoundException)
        {
            problem = "holds something that this version does not understand";
        }
        return record is not null;
    }

    /// <summary>Returns the error, as the rest of a sentence that begins with "it"; null when the content is intact.</summary>
    public string? Problem(ReadOnlySpan<byte> content)
    {
        if (!content.StartsWith(_magic)) return $"{stranger}, or its beginning is damaged";
        if (!content.StartsWith(_firstLine))
            return content.Contains((byte)'\n') ? "was written by another version of ftpx" : "is torn";
        if (content.Length <= _firstLine.Length + SealLength) return "is torn";
        return content[^SealLength..].SequenceEqual(LastLine(content[..^SealLength])) ? null : "is torn or damaged: its checksum is wrong";
    }

    /// <summary>The range of the lines between the first and the last in an intact record.</summary>
    public Range Body => _firstLine.Length..^SealLength;

    private static byte[] LastLine(ReadOnlySpan<byte> above) =>
        Encoding.ASCII.GetBytes(HashPrefix + Convert.ToHexString(SHA256.HashData(above)).ToLowerInvariant() + "\n");
}
