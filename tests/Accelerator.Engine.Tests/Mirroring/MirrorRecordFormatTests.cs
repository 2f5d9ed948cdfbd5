namespace Accelerator.Engine.Tests.Mirroring;

public sealed class MirrorRecordFormatTests
{
    private const string Site = "ftp://me@host:21/2F707562";

    private static readonly DateTime Local = new DateTime(2026, 3, 4, 5, 6, 7, DateTimeKind.Utc).AddTicks(1234567);
    private static readonly DateTime Looked = new(2026, 3, 5, 6, 7, 8, DateTimeKind.Utc);
    private static readonly DateTime Clock = new(2026, 3, 3, 12, 1, 0);

    public static TheoryData<ListingTime?, string?> Facts => new()
    {
        { ListingTime.Local(Clock, TimePrecision.Minute), "20260303120117" },
        { ListingTime.Local(Clock.Date, TimePrecision.Day), null },
        { ListingTime.Utc(Clock, TimePrecision.Second), "20260303120117.123" },
        { ListingTime.Utc(Clock.AddTicks(123), TimePrecision.Fraction), "odd" },
        { null, "20260303120117" },
        { null, null },
    };

    [Theory]
    [MemberData(nameof(Facts))]
    public void A_written_record_is_read_back(ListingTime? time, string? modified)
    {
        var entry = new MirrorRecordEntry(5_000_000_000, Local, time, modified, Looked);
        var record = new MirrorRecord(NameRules.Linux);
        record.Set("", "a b.txt", entry);
        record.Set("sub/한글", "또 하나", entry with { Size = 0 });
        var read = Read(MirrorRecordFormat.Write(record, Site).Span);

        Assert.Equal(entry, read.Find("", "a b.txt"));
        Assert.Equal(entry with { Size = 0 }, read.Find("sub/한글", "또 하나"));
        Assert.Null(read.Find("sub", "또 하나"));
        Assert.False(read.IsChanged);
    }

    [Fact]
    public void Long_text_of_any_script_in_a_record_survives_a_round_trip()
    {
        // Three bytes a letter, and more of them than the initial buffer holds.
        var entry = new MirrorRecordEntry(1, Local, null, new string('하', 100_000), Looked);
        var record = new MirrorRecord(NameRules.Linux);
        record.Set("", "a.txt", entry);

        Assert.Equal(entry, Read(MirrorRecordFormat.Write(record, Site).Span).Find("", "a.txt"));
    }

    [Fact]
    public void A_file_is_a_line()
    {
        var text = Encoding.UTF8.GetString(Sample().Span).Split('\n');
        Assert.Equal(["ftpx-mirror 1", Site, "/sub", "5\t202603040506071234567\t202603031201000000000M\t20260303120117\t20260305060708\ta.txt"], text[..4]);
        Assert.StartsWith("sha256 ", text[4]);
        Assert.Equal(["sha256", ""], [text[4][..6], text[5]]);
    }

    [Fact]
    public void A_record_that_was_cut_anywhere_or_has_one_other_byte_is_refused()
    {
        var content = Sample().ToArray();
        for (var i = 0; i < content.Length; i++)
        {
            Assert.False(MirrorRecordFormat.TryRead(content.AsSpan(0, i), Site, NameRules.Linux, out _, out _), $"cut at {i}");
            content[i] ^= 1;
            Assert.False(MirrorRecordFormat.TryRead(content, Site, NameRules.Linux, out _, out _), $"another byte at {i}");
            content[i] ^= 1;
        }
    }

    [Fact]
    public void A_record_of_another_folder_or_version_is_rejected_with_a_reason()
    {
        Assert.False(MirrorRecordFormat.TryRead(Sample().Span, Site + "2F", NameRules.Linux, out _, out var problem));
        Assert.Contains("another folder", problem);
        Assert.False(MirrorRecordFormat.TryRead("ftpx-mirror 2\nsomething\n"u8, Site, NameRules.Linux, out _, out problem));
        Assert.Contains("another version", problem);
        Assert.False(MirrorRecordFormat.TryRead("hello"u8, Site, NameRules.Linux, out _, out problem));
        Assert.Contains("not a record", problem);
    }

    [Fact]
    public void A_record_without_files_is_read_for_every_folder()
    {
        var content = MirrorRecordFormat.Write(new MirrorRecord(NameRules.Linux), Site + "2F");
        Assert.True(Read(content.Span) is { IsEmpty: true, IsChanged: false });
    }

    [Fact]
    public void Names_are_compared_as_the_local_system_does()
    {
        var record = new MirrorRecord(NameRules.Windows);
        record.Set("Sub", "A.txt", new MirrorRecordEntry(5, Local, null, null, Looked));
        Assert.NotNull(record.Find("sub", "a.TXT"));
        Assert.Null(Read(MirrorRecordFormat.Write(record, Site).Span).Find("sub", "a.TXT"));
    }

    [Fact]
    public void Files_no_longer_present_are_forgotten()
    {
        var record = Read(Sample().Span);
        record.Keep("sub", new Dictionary<string, LocalEntry> { ["a.txt"] = new(LocalKind.File, 5, Local) });
        record.KeepFolders(_ => false);
        Assert.False(record.IsChanged || record.IsEmpty);
        record.Keep("sub", []);
        Assert.True(record.IsChanged && record.IsEmpty);

        record = Read(Sample().Span);
        record.KeepFolders(_ => true);
        Assert.False(record.IsChanged || record.IsEmpty);
        record.KeepFolders(_ => false);
        Assert.True(record.IsChanged && record.IsEmpty);
    }

    private static MirrorRecord Read(ReadOnlySpan<byte> content)
    {
        Assert.True(MirrorRecordFormat.TryRead(content, Site, NameRules.Linux, out var record, out var problem), problem);
        return record;
    }

    private static ReadOnlyMemory<byte> Sample()
    {
        var record = new MirrorRecord(NameRules.Linux);
        record.Set("sub", "a.txt", new MirrorRecordEntry(5, Local, ListingTime.Local(Clock, TimePrecision.Minute), "20260303120117", Looked));
        return MirrorRecordFormat.Write(record, Site);
    }
}
