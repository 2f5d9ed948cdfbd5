using System.Security.Cryptography;
using Accelerator.Loopback.Content;

namespace Accelerator.Loopback.Tests.Content;

public sealed class FileContentTests
{
    private const int Block = 64 * 1024;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(65_535)]
    [InlineData(65_541)]
    [InlineData((1L << 32) + 4_099)]
    [InlineData((5L << 30) - 3)]
    public void Synthetic_bytes_are_the_same_however_they_are_read(long offset)
    {
        var content = FileContent.Synthetic(10L << 30, seed: 7);
        var atOnce = Read(content, offset, 150_001);
        var byteByByte = new byte[300];
        for (var i = 0; i < byteByByte.Length; i++) content.Read(offset + i, byteByByte.AsSpan(i, 1));
        var inPieces = new byte[atOnce.Length];
        for (var i = 0; i < inPieces.Length; i += 4_097) content.Read(offset + i, inPieces.AsSpan(i, Math.Min(4_097, inPieces.Length - i)));

        Assert.Equal(atOnce[..300], byteByByte);
        Assert.Equal(atOnce, inPieces);
    }

    [Fact]
    public void No_two_synthetic_blocks_and_no_two_seeds_are_alike()
    {
        var hashes = new HashSet<string>();
        for (var seed = 1; seed <= 4; seed++)
        {
            var content = FileContent.Synthetic(10L << 30, seed);
            var offsets = Enumerable.Range(0, 500).Select(block => (long)block * Block).Concat([1L << 31, 1L << 32]);
            Assert.All(offsets, offset => Assert.True(hashes.Add(Convert.ToHexString(SHA256.HashData(Read(content, offset, Block))))));
        }
    }

    [Fact]
    public void Synthetic_bytes_shifted_by_one_or_by_a_page_do_not_match()
    {
        var bytes = Read(FileContent.Synthetic(1 << 20, seed: 3), 0, 1 << 20);
        foreach (var shift in new[] { 1, 8, 4096, Block })
        {
            var equal = Enumerable.Range(0, bytes.Length - shift).Count(i => bytes[i] == bytes[i + shift]);
            Assert.InRange(equal, 0, bytes.Length / 16); // chance alone gives 1 in 256
        }
    }

    [Fact]
    public void Resized_content_keeps_its_bytes_and_continues_with_its_own_pattern_or_with_zeros()
    {
        var whole = FileContent.Synthetic(300_000, seed: 5);
        Assert.Equal(ContentDigest.Sha256(whole), ContentDigest.Sha256(FileContent.Synthetic(100_000, seed: 5).Resized(300_000)));
        Assert.Equal(Read(whole, 0, 1_000), ReadAll(whole.Resized(1_000)));
        var bytes = FileContent.FromBytes("abcdef"u8);
        Assert.Equal("abc"u8.ToArray(), ReadAll(bytes.Resized(3)));
        Assert.Equal("abcdef\0\0"u8.ToArray(), ReadAll(bytes.Resized(8)));
    }

    [Fact]
    public void Joined_content_reads_across_the_seam()
    {
        var content = FileContent.FromBytes("head"u8).FollowedBy(FileContent.FromBytes("tail"u8));
        Assert.Equal("headtail"u8.ToArray(), ReadAll(content));
        Assert.Equal("dta"u8.ToArray(), Read(content, 3, 3));
        Assert.Equal("il"u8.ToArray(), Read(content, 6, 2));
    }

    [Fact]
    public void A_flat_region_is_flat_and_nothing_else_is_touched()
    {
        var plain = FileContent.Synthetic(10_000, seed: 1);
        var flat = plain.WithFlatRegion(3_000, 4_000, 9);
        var expected = ReadAll(plain);
        expected.AsSpan(3_000, 1_000).Fill(9);
        Assert.Equal(expected, ReadAll(flat));
        Assert.Equal(expected[3_990..4_010], Read(flat, 3_990, 20));
    }

    [Theory]
    [InlineData("CRC32", "cbf43926")]
    [InlineData("MD5", "25f9e794323b453885f5181f1b624d0b")]
    [InlineData("SHA-1", "f7c3bc1d808e04732adf679965ccc34ca7ae3441")]
    [InlineData("SHA-256", "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225")]
    public void Digests_of_123456789_are_the_published_ones(string algorithm, string expected) =>
        Assert.Equal(expected, ContentDigest.Compute(FileContent.FromBytes("xx123456789yy"u8), algorithm, 2, 11));

    [Fact]
    public async Task The_first_difference_is_found_or_null_is_returned()
    {
        var content = FileContent.Synthetic(1_000_000, seed: 2);
        using var folder = new TempFolder();
        var path = folder.File("f");
        await using (var file = File.OpenWrite(path)) await content.CopyToAsync(file, 0, content.Length, CancellationToken.None);
        Assert.Null(await content.FirstDifferenceAsync(path, CancellationToken.None));
        await using (var file = File.OpenWrite(path)) file.SetLength(999_000);
        Assert.Equal(999_000, await content.FirstDifferenceAsync(path, CancellationToken.None));
        await using (var file = File.OpenWrite(path))
        {
            file.Position = 700_001;
            file.WriteByte((byte)~Read(content, 700_001, 1)[0]);
        }
        Assert.Equal(700_001, await content.FirstDifferenceAsync(path, CancellationToken.None));
    }

    private static byte[] ReadAll(FileContent content) => Read(content, 0, (int)content.Length);

    private static byte[] Read(FileContent content, long offset, int count)
    {
        var bytes = new byte[count];
        content.Read(offset, bytes);
        return bytes;
    }
}
