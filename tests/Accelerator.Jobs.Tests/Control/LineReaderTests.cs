namespace Accelerator.Jobs.Tests.Control;

public sealed class LineReaderTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(100_000)]
    public async Task Lines_do_not_depend_on_packet_boundaries(int piece)
    {
        var text = string.Concat(Enumerable.Range(0, 50).Select(i => new string((char)('a' + (i % 26)), i * 40) + "\n")) + "no end";
        using var reader = new LineReader(new Pieces(Encoding.UTF8.GetBytes(text), piece), longest: 2000);
        var lines = new List<string>();
        while (await reader.ReadAsync(CancellationToken.None) is { } line) lines.Add(Encoding.UTF8.GetString(line.Span));
        Assert.Equal(text.Split('\n')[..^1], lines);
    }

    [Theory]
    [InlineData(20, true)]
    [InlineData(21, false)]
    public async Task A_line_may_be_so_long_and_no_longer(int length, bool isTaken)
    {
        using var reader = new LineReader(new Pieces(Encoding.UTF8.GetBytes(new string('x', length) + "\n"), 7), longest: 20);
        if (isTaken) Assert.Equal(length, (await reader.ReadAsync(CancellationToken.None))!.Value.Length);
        else Assert.Equal(ControlFailure.Usage, (await Assert.ThrowsAsync<ControlException>(() => reader.ReadAsync(CancellationToken.None))).Kind);
    }

    [Fact]
    public async Task A_line_without_end_is_refused_before_more_of_it_is_read()
    {
        using var stream = new Pieces(new byte[1 << 20], 4096);
        using var reader = new LineReader(stream, longest: 10_000);
        await Assert.ThrowsAsync<ControlException>(() => reader.ReadAsync(CancellationToken.None));
        Assert.InRange(stream.Position, 10_001, 10_001 + 4096);
    }

    /// <summary>A stream that returns the given number of bytes per read.</summary>
    private sealed class Pieces(byte[] bytes, int piece) : MemoryStream(bytes)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => base.ReadAsync(buffer[..Math.Min(piece, buffer.Length)], cancellationToken);
    }
}
