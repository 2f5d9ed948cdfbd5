namespace Accelerator.Engine.Tests.Sources;

/// <summary>Which source's bytes differ from the first source's, and in which MiB.</summary>
public sealed class ReplicaPiecesTests
{
    private const int Mib = Block.Size;

    [Theory]
    [InlineData(1_500_000, 1, 1 * Mib)]
    [InlineData(2 * Mib, 1, 2 * Mib)]
    [InlineData((3 * Mib) - 1, 1, 2 * Mib)]
    [InlineData((4 * Mib) + 99, 2, 4 * Mib)]
    [InlineData((5 * Mib) - 1, 2, 4 * Mib)]
    // Bytes of other sources are not reported.
    [InlineData(1_234_566, null, 0)]
    [InlineData(3 * Mib, null, 0)]
    [InlineData(5 * Mib, null, 0)]
    public async Task The_source_that_gave_another_byte_is_named_with_its_place(int place, int? source, long offset)
    {
        var bytes = new byte[6 * Mib];
        FileContent.Synthetic(bytes.Length, seed: 1).Read(0, bytes);
        var sink = new MemorySink(6 * Mib);
        await sink.WriteAsync(0, bytes, CancellationToken.None);
        var pieces = await ReplicaPieces.ReadAsync(sink, [(1, new(1_234_567, 3 * Mib)), (2, new(4 * Mib, 5 * Mib))], CancellationToken.None);

        await sink.WriteAsync(place, new byte[] { (byte)(bytes[place] ^ 1) }, CancellationToken.None);

        var differing = await pieces.DifferingAsync(sink, CancellationToken.None);
        Assert.Equal(source is { } guilty ? [KeyValuePair.Create(guilty, offset)] : [], differing);
        Assert.Equal((2 * Mib) + (2 * Mib) - 1_234_567, pieces.Length);
        Assert.Equal([1, 2], pieces.Sources.Order());
    }
}
