namespace Accelerator.Engine.Tests.Fxp;

public sealed class FxpRecordTests
{
    private static readonly FxpRecord Whole = new()
    {
        SourceSite = "u at a.example",
        SourcePath = "pass/é.bin",
        Size = 1000,
        Modified = "20260101000000.5",
        DestinationSite = "b.example",
        DestinationPath = "in/a.bin",
        IsSegmented = true,
        Done = [new ByteRange(0, 1), new ByteRange(1, 400), new ByteRange(600, 1000)],
        IsInProgress = true,
        HadOffset = true,
        UpdatedUtc = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero),
    };

    // A file in the format of earlier versions.
    private const string Stored =
        "accelerator-fxp 1\n" +
        """{"sourceSite":"u at a.example","sourcePath":"pass/\u00E9.bin","size":1000,"modified":"20260101000000.5","destinationSite":"b.example","destinationPath":"in/a.bin","segmented":true,"done":[[0,1],[1,400],[600,1000]],"underWay":true,"hadOffset":true,"updatedUtc":"2026-01-02T03:04:05.0000000Z"}""" +
        "\nsha256 80757b9882c5c9076d977d5519155243a92d45407c2cc4177fa3183f82668f23\n";

    [Fact]
    public void A_record_of_an_earlier_version_is_read_and_written_byte_for_byte()
    {
        Assert.True(FxpRecordFormat.TryRead(Encoding.ASCII.GetBytes(Stored), out var read, out _));
        Assert.Equal(Whole.Done, read.Done);
        Assert.Equal(Whole with { Done = [] }, read with { Done = [] });
        Assert.Equal(Stored, Encoding.ASCII.GetString(FxpRecordFormat.Write(Whole)));
    }

    [Fact]
    public void A_written_record_is_read()
    {
        Assert.True(FxpRecordFormat.TryRead(FxpRecordFormat.Write(Whole), out var read, out _));
        Assert.Equal(Whole.Done, read.Done);
        Assert.Equal(Whole with { Done = [] }, read with { Done = [] });
        Assert.True(FxpRecordFormat.TryRead(FxpRecordFormat.Write(Whole with { Modified = null, IsSegmented = false, Done = [] }), out read, out _));
        Assert.Equal((null, false), (read.Modified, read.IsSegmented));
    }

    [Fact]
    public void A_record_that_is_cut_anywhere_or_has_a_bit_that_flipped_is_refused()
    {
        var content = FxpRecordFormat.Write(Whole);
        for (var i = 0; i < content.Length; i++)
        {
            Assert.False(FxpRecordFormat.TryRead(content.AsMemory(0, i), out _, out _), $"{i} bytes");
            content[i] ^= 1;
            Assert.False(FxpRecordFormat.TryRead(content, out _, out _), $"byte {i}");
            content[i] ^= 1;
        }
    }

    [Theory]
    [InlineData("accelerator-journal 1\n{}\n", "not a record")]
    [InlineData("accelerator-fxp 2\n", "another version")]
    public void A_file_of_another_kind_or_version_is_refused_with_the_reason(string beginning, string reason)
    {
        Assert.False(FxpRecordFormat.TryRead(Encoding.ASCII.GetBytes(beginning.PadRight(200, ' ')), out _, out var problem));
        Assert.Contains(reason, problem);
    }

    [Theory]
    [InlineData(true, 0, 1001)]
    [InlineData(true, 5, 5)]
    [InlineData(true, -1, 5)]
    [InlineData(false, 0, 5)]
    public void Invalid_segments_are_rejected(bool isSegmented, long start, long end)
    {
        Assert.False(FxpRecordFormat.TryRead(FxpRecordFormat.Write(Whole with { IsSegmented = isSegmented, Done = [new ByteRange(start, end)] }), out _, out var problem));
        Assert.Contains("segments", problem);
    }

    [Fact]
    public void Overlapping_segments_are_refused() =>
        Assert.False(FxpRecordFormat.TryRead(FxpRecordFormat.Write(Whole with { Done = [new ByteRange(0, 10), new ByteRange(9, 20)] }), out _, out _));

    [Fact]
    public void Not_more_is_written_than_is_read()
    {
        var many = Whole with { Size = long.MaxValue, Done = [.. Enumerable.Range(0, 20_000).Select(i => new ByteRange(8_000_000_000_000_000_000 + (2 * i), 8_000_000_000_000_000_001 + (2 * i)))] };
        var content = FxpRecordFormat.Write(many);
        Assert.InRange(content.Length, 1, FxpRecordFormat.MaximumBytes);
        Assert.True(FxpRecordFormat.TryRead(content, out var read, out _));
        Assert.Equal(FxpRecordFormat.MaximumRanges, read.Done.Count);
    }
}
