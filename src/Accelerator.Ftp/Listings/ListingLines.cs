using System.Buffers;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// Splits bytes into lines, however the bytes are fragmented. Holds no more than its one buffer: a line longer than
/// <see cref="MaxLineBytes"/> is skipped to its end.
/// </summary>
internal sealed class ListingLines : IDisposable
{
    /// <summary>Longest line, without its end. A name has 255 bytes on common file systems, and a link's target 4096.</summary>
    public const int MaxLineBytes = 16 << 10;

    private const int BufferBytes = 64 << 10;

    private byte[] _buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
    private int _start;
    private int _end;
    private bool _isOver;
    private bool _isPassingOver;
    private byte _lineEnd;

    /// <summary>Total bytes of the lines so far, with their ends.</summary>
    public long Passed { get; private set; }

    /// <summary>Total bytes of lines that were too long.</summary>
    public long PassedOver { get; private set; }

    /// <summary>Whether the last line has no line end, and may be the beginning of a longer one.</summary>
    public bool IsLastOpen { get; private set; }

    /// <summary>Free buffer space for the next bytes; not empty after <see cref="TryRead"/> has asked for more.</summary>
    public Memory<byte> Free
    {
        get
        {
            if (_start > 0 && _buffer.Length - _end < MaxLineBytes)
            {
                _buffer.AsSpan(_start.._end).CopyTo(_buffer);
                (_start, _end) = (0, _end - _start);
            }
            return _buffer.AsMemory(_end);
        }
    }

    /// <summary>Records that this many bytes were written to <see cref="Free"/>.</summary>
    public void Arrived(int count) => _end += count;

    /// <summary>Marks the end of the data: the remaining bytes are the last line.</summary>
    public void End() => _isOver = true;

    /// <summary>Returns the next line, without its line end. Valid until <see cref="Free"/> is used.</summary>
    /// <param name="line">The line; empty where it is too long.</param>
    /// <param name="isTooLong">Whether the line is too long; reported once for each such line.</param>
    /// <returns>False if more bytes are needed, or nothing is left.</returns>
    public bool TryRead(out ReadOnlySpan<byte> line, out bool isTooLong)
    {
        line = default;
        isTooLong = false;
        while (_start < _end)
        {
            ReadOnlySpan<byte> held = _buffer.AsSpan(_start.._end);
            var length = FindEnd(held);
            var isWhole = length >= 0 || _isOver;
            if (!isWhole && held.Length <= MaxLineBytes) return false;

            IsLastOpen = length < 0 && _isOver && !LineFields.TrimEnd(held).IsEmpty;
            if (length >= 0) held = held[..length];
            var passed = held.Length + (length >= 0 ? 1 : 0);
            _start += passed;
            Passed += passed;
            var wasPassingOver = _isPassingOver;
            _isPassingOver = !isWhole;
            if (wasPassingOver || held.Length > MaxLineBytes) PassedOver += held.Length;
            if (wasPassingOver) continue;
            isTooLong = held.Length > MaxLineBytes;
            if (!isTooLong) line = _lineEnd == '\n' ? held.TrimEnd((byte)'\r') : held;
            return true;
        }
        return false;
    }

    public void Dispose()
    {
        if (_buffer.Length > 0) ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = [];
        (_start, _end) = (0, 0);
    }

    // LF, with or without a preceding CR, if there is any; a lone CR only if there is no LF. Accepting both everywhere would split a name
    // with a CR, which Unix allows, into two lines and a name that does not exist.
    private int FindEnd(ReadOnlySpan<byte> held)
    {
        if (_lineEnd == 0)
        {
            if (held.Contains((byte)'\n')) _lineEnd = (byte)'\n';
            else if (_isOver || held.Length > MaxLineBytes) _lineEnd = held.Contains((byte)'\r') ? (byte)'\r' : (byte)0;
        }
        return _lineEnd == 0 ? -1 : held.IndexOf(_lineEnd);
    }
}
