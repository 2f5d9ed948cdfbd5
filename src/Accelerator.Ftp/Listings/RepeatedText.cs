using System.Text;

namespace Accelerator.Ftp.Listings;

/// <summary>Text that is mostly the same from line to line, such as permissions: recreated only when it changes.</summary>
internal sealed class RepeatedText
{
    private byte[] _bytes = [];
    private string? _text;

    /// <summary>Returns the bytes as text, escaped; null if there are none.</summary>
    public string? Of(ReadOnlySpan<byte> bytes)
    {
        if (bytes.SequenceEqual(_bytes)) return _text;
        _bytes = bytes.ToArray();
        return _text = bytes.IsEmpty ? null : SafeText.Escape(Encoding.Latin1.GetString(bytes));
    }
}
