namespace Accelerator.Ftp.Tests.Control;

/// <summary>A stream whose reads return exactly the given pieces, one per read, and then the end of the stream.</summary>
internal sealed class PiecewiseStream(IEnumerable<byte[]> pieces) : MemoryStream
{
    private readonly Queue<byte[]> _pieces = new(pieces.Where(piece => piece.Length > 0));

    /// <summary>Splits text (Latin-1) in one of the three ways.</summary>
    public static PiecewiseStream Of(string text, Fragmentation fragmentation) => new(Cut(Encoding.Latin1.GetBytes(text), fragmentation));

    /// <summary>Splits bytes in one of the three ways.</summary>
    public static IEnumerable<byte[]> Cut(byte[] bytes, Fragmentation fragmentation)
    {
        var start = 0;
        for (var end = 1; end <= bytes.Length; end++)
        {
            var isEnd = fragmentation switch
            {
                Fragmentation.Byte => true,
                Fragmentation.Line => bytes[end - 1] == '\n',
                _ => false,
            };
            if (!isEnd && end < bytes.Length) continue;
            yield return bytes[start..end];
            start = end;
        }
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (!_pieces.TryPeek(out var piece)) return ValueTask.FromResult(0);
        var count = Math.Min(piece.Length, buffer.Length);
        piece.AsSpan(0, count).CopyTo(buffer.Span);
        _pieces.Dequeue();
        return count == piece.Length ? ValueTask.FromResult(count) : Keep(piece[count..], count);
    }

    private ValueTask<int> Keep(byte[] rest, int count)
    {
        byte[][] later = [.. _pieces];
        _pieces.Clear();
        foreach (var piece in later.Prepend(rest)) _pieces.Enqueue(piece);
        return ValueTask.FromResult(count);
    }
}
