using System.Text;

namespace Accelerator.Cli.Terminal;

/// <summary>
/// Writes characters that an encoding lacks as <c>\uNNNN</c> or <c>\UNNNNNNNN</c>, as <see cref="Ftp.SafeText"/> does for characters that
/// must not be displayed: a question mark in a file name would make two names equal.
/// </summary>
internal sealed class EscapeFallback : EncoderFallback
{
    private const int Longest = 10;

    /// <inheritdoc/>
    public override int MaxCharCount => Longest;

    /// <summary>
    /// Returns the encoding of redirected text: the encoding of the system, with this fallback. A process without a console has no code
    /// page; it gets UTF-8.
    /// </summary>
    /// <param name="system">The console's code page on Windows; elsewhere the encoding of the locale.</param>
    public static Encoding In(Encoding system)
    {
        if (system.CodePage == 0 || system is UTF8Encoding) return Ftp.FtpCharsets.Utf8;
        // The encoding that .NET creates for a console's code page accepts no fallback: it writes question marks, or a similar letter.
        var encoding = (Encoding)(CodePagesEncodingProvider.Instance.GetEncoding(system.CodePage) ?? system).Clone();
        encoding.EncoderFallback = new EscapeFallback();
        return encoding;
    }

    /// <inheritdoc/>
    public override EncoderFallbackBuffer CreateFallbackBuffer() => new Buffer();

    private sealed class Buffer : EncoderFallbackBuffer
    {
        private string _text = "";
        private int _next;

        public override int Remaining => _text.Length - _next;

        public override bool Fallback(char charUnknown, int index) => Begin($"\\u{(int)charUnknown:X4}");

        public override bool Fallback(char charUnknownHigh, char charUnknownLow, int index) =>
            Begin($"\\U{char.ConvertToUtf32(charUnknownHigh, charUnknownLow):X8}");

        public override char GetNextChar() => _next < _text.Length ? _text[_next++] : '\0';

        public override bool MovePrevious()
        {
            if (_next == 0) return false;
            _next--;
            return true;
        }

        public override void Reset() => (_text, _next) = ("", 0);

        private bool Begin(string text)
        {
            (_text, _next) = (text, 0);
            return true;
        }
    }
}
