namespace Accelerator.Engine.Tests.Ranges;

public sealed class RangeSumsTests
{
    [Fact]
    public void CRC32C_matches_the_published_check_value_and_the_sums_of_two_parts_join_to_that_of_the_whole()
    {
        // The published value begins with all ones and is inverted at the end.
        Assert.Equal(0xE3069283, ~Crc32C.Join(uint.MaxValue, Crc32C.Of("123456789"u8), 9));
        var bytes = ByteSamples.Random(1000);
        for (var length = 0; length <= bytes.Length; length++)
            Assert.Equal(Crc32C.Of(bytes), Crc32C.Join(Crc32C.Of(bytes.AsSpan(0, length)), Crc32C.Of(bytes.AsSpan(length)), bytes.Length - length));
    }

    [Theory]
    [Each(1, 2, 3)]
    public void Writes_in_any_order_give_one_checksum_for_each_part_of_a_block(int seed)
    {
        const int Size = 5 << 19, Write = 100_000;
        var bytes = ByteSamples.Random(Size, seed);
        // In file order the writes end at whole MiB, as those of the streams do; one is missing.
        List<ByteRange> writes = [.. RangeSums.PartsOf([new(0, Size)], 1 << 20).SelectMany(block => RangeSums.PartsOf([new(0, block.Length)], Write).Select(part => new ByteRange(block.Start + part.Start, block.Start + part.End)))];
        var missing = writes[4];
        writes.RemoveAt(4);
        var order = writes.ToArray();
        new Random(seed).Shuffle(order);
        var sums = new RangeSums(Size);
        foreach (var range in order) sums.Add(Summed(range));

        ByteRange[] parts = [new(0, missing.Start), new(missing.End, 1 << 20), new(1 << 20, 2 << 20), new(2 << 20, Size)];
        Assert.Equal(parts.Select(Summed), sums.ToArray());
        Assert.Equal(parts[1..3].Select(Summed), sums.Remove(new(parts[1].End - 1, parts[2].End)));
        Assert.Equal([Summed(parts[0]), Summed(parts[3])], sums.ToArray());

        SummedRange Summed(ByteRange range) => new(range, Crc32C.Of(bytes.AsSpan((int)range.Start, (int)range.Length)));
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(8L << 30, 1)]
    [InlineData(100L << 30, 16)]
    [InlineData(1L << 40, 128)]
    public void Blocks_grow_with_the_file_so_that_the_journal_does_not(long size, long mebibytes) => Assert.Equal(mebibytes << 20, RangeSums.BlockOf(size));
}
