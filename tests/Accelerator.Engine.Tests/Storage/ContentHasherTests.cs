namespace Accelerator.Engine.Tests.Storage;

public sealed class ContentHasherTests
{
    private const int Odd = (3 * Block.Size) + 17;

    [Theory]
    [InlineData(HashKind.Crc32, "cbf43926")]
    [InlineData(HashKind.Md5, "25f9e794323b453885f5181f1b624d0b")]
    [InlineData(HashKind.Sha1, "f7c3bc1d808e04732adf679965ccc34ca7ae3441")]
    [InlineData(HashKind.Sha256, "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225")]
    [InlineData(
        HashKind.Sha512,
        "d9e6762dd1c8eaf6d61b3c6192fc408d4d6d5f1176d0c29169bc24e71c3f274ad27fcd5811b313d681f7e55ec02d73d499c95455b6b5bb503acf574fba8ffe85")]
    [InlineData(HashKind.Crc32, "00000000", "")]
    [InlineData(HashKind.Md5, "d41d8cd98f00b204e9800998ecf8427e", "")]
    public async Task The_nine_digits_and_nothing_give_the_published_check_values(HashKind kind, string expected, string content = "123456789")
    {
        var sink = await SinkOfAsync(Encoding.ASCII.GetBytes(content));
        Assert.Equal(expected, await ContentHasher.ComputeAsync(sink, content.Length, kind, progress: null, default));
    }

    [Fact]
    public async Task Several_blocks_with_an_odd_tail_have_the_hash_of_the_whole_content()
    {
        var content = ByteSamples.Random(Odd);
        var sink = await SinkOfAsync(content);
        var reports = new List<long>();
        var actual = await ContentHasher.ComputeAsync(sink, Odd, HashKind.Sha256, new DirectProgress<long>(reports.Add), default);
        Assert.Equal(Convert.ToHexString(SHA256.HashData(content)).ToLowerInvariant(), actual);
        Assert.Equal([Block.Size, 2L * Block.Size, 3L * Block.Size, Odd], reports);
    }

    [Fact]
    public async Task Only_the_length_asked_for_counts()
    {
        var content = ByteSamples.Random(Odd);
        var sink = await SinkOfAsync(content);
        var expected = Convert.ToHexString(SHA512.HashData(content.AsSpan(0, Block.Size))).ToLowerInvariant();
        Assert.Equal(expected, await ContentHasher.ComputeAsync(sink, Block.Size, HashKind.Sha512, progress: null, default));
    }

    [Fact]
    public async Task A_file_that_ends_too_early_has_no_hash()
    {
        var error = await Assert.ThrowsAsync<StorageException>(
            () => ContentHasher.ComputeAsync(new MemorySink(Odd), Odd + 1, HashKind.Crc32, progress: null, default));
        Assert.Contains($"ends at {Odd:N0} of {Odd + 1:N0} bytes", error.Message);
    }

    [Fact]
    public async Task A_disk_that_fails_on_the_block_read_ahead_gives_its_error()
    {
        var sink = new MemorySink(Odd) { UnreadableFrom = Block.Size + 1 };
        var error = await Assert.ThrowsAsync<StorageException>(
            () => ContentHasher.ComputeAsync(sink, Odd, HashKind.Sha512, progress: null, default));
        Assert.Equal("unreadable sector", error.Message);
    }

    [Fact]
    public async Task An_exception_of_the_listener_is_thrown_after_the_read_ahead_has_ended() =>
        await Assert.ThrowsAsync<TimeoutException>(() => ContentHasher.ComputeAsync(
            new MemorySink(Odd), Odd, HashKind.Crc32, new DirectProgress<long>(_ => throw new TimeoutException()), default));

    [Fact]
    public void Crc32_does_not_depend_on_how_the_bytes_are_cut()
    {
        var content = ByteSamples.Random(1000);
        for (var cut = 0; cut <= 40; cut++)
        {
            using var crc = new ContentHash(HashKind.Crc32);
            crc.Append(content.AsSpan(0, cut));
            crc.Append(content.AsSpan(cut));
            Assert.Equal(BitByBit(content).ToString("x8"), crc.Value);
        }
    }

    private static uint BitByBit(byte[] content)
    {
        var state = uint.MaxValue;
        foreach (var value in content)
        {
            state ^= value;
            for (var bit = 0; bit < 8; bit++)
                state = (state & 1) == 0 ? state >> 1 : (state >> 1) ^ 0xEDB88320;
        }

        return ~state;
    }

    private static async Task<MemorySink> SinkOfAsync(byte[] content)
    {
        var sink = new MemorySink(content.Length);
        await sink.WriteAsync(0, content, default);
        return sink;
    }
}
