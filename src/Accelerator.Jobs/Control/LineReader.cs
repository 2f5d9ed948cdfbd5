using System.Security.Cryptography;

namespace Accelerator.Jobs.Control;

/// <summary>Reads lines of the control channel, each ended by a line feed. The buffer is wiped: it may have held a password.</summary>
/// <param name="stream">The stream to read.</param>
/// <param name="longest">The maximum length of a line in bytes, without its end.</param>
internal sealed class LineReader(Stream stream, int longest = LineReader.Longest) : IDisposable
{
    /// <summary>The default maximum length of a line in bytes: 1 MiB.</summary>
    public const int Longest = 1 << 20;

    private const int First = 4 << 10;

    private byte[] _buffer = new byte[Math.Min(First, longest + 1)];
    private int _start;
    private int _end;
    private int _searched;

    /// <summary>
    /// Reads the next line without its end, valid until the next call; null at the end. Data after the last line feed is ignored.
    /// </summary>
    /// <exception cref="ControlException">The line is too long.</exception>
    /// <exception cref="IOException">The other end closed the connection.</exception>
    public async Task<ReadOnlyMemory<byte>?> ReadAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            var found = _buffer.AsSpan(_searched, _end - _searched).IndexOf((byte)'\n');
            if (found >= 0)
            {
                var line = _buffer.AsMemory(_start, _searched + found - _start);
                _start = _searched = _searched + found + 1;
                return line.Length <= longest ? line : throw TooLong();
            }
            _searched = _end;
            if (_end - _start > longest) throw TooLong();
            MakeRoom();
            var read = await stream.ReadAsync(_buffer.AsMemory(_end), cancellationToken).ConfigureAwait(false);
            if (read == 0) return null;
            _end += read;
        }
    }

    public void Dispose() => CryptographicOperations.ZeroMemory(_buffer);

    private ControlException TooLong() =>
        new(ControlFailure.Usage, $"A line has more than {longest} bytes, which is too long for a request or an answer.");

    private void MakeRoom()
    {
        if (_start == 0 && _end < _buffer.Length) return;
        var old = _buffer;
        var left = old.AsSpan(_start, _end - _start);
        if (left.Length == old.Length) _buffer = new byte[Math.Min(2 * old.Length, longest + 1)];
        left.CopyTo(_buffer);
        (_searched, _end, _start) = (_searched - _start, left.Length, 0);
        CryptographicOperations.ZeroMemory(ReferenceEquals(old, _buffer) ? _buffer.AsSpan(_end) : old);
    }
}
