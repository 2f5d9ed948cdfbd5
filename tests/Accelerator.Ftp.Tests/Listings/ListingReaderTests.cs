namespace Accelerator.Ftp.Tests.Listings;

/// <summary>The reader with listings that are large, endless or malicious.</summary>
public sealed class ListingReaderTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    private static readonly string[] Pieces =
    [
        "-rw-r--r--   1 owner group 531 ", "drwxr-xr-x ", "lrwxrwxrwx ", "Mar  4 05:06 ", "Mar  4  2021 ", "3월 ", "2021-03-04 05:06 ", "03-04-21  05:06AM ", "<DIR>          ",
        "531 ", "type=file;", "type=dir;", "type=cdir;", "type=OS.unix=slink:/etc;", "size=3;", "modify=20210304050607;", "+i1,m2,r,s3,\t", "NAME.TXT;1 ", "8-SEP-1996 16:09 ",
        "*STMF ", "Volume ", "total 12", " -> ", "..", "/", "\\", "\0", "\r", "\n", "\r\n", " ", ";", "=", "name", "\u00EC\u009B\u0094", "\u00C7\u00D1", "9999999999999999999", "-",
    ];

    /// <summary>No input makes the reader throw, and every entry that it returns stays inside its folder.</summary>
    [Theory]
    [InlineData(ListingCommand.Mlsd)]
    [InlineData(ListingCommand.List)]
    [InlineData(ListingCommand.Nlst)]
    public void Any_bytes_give_harmless_names_or_none(ListingCommand command)
    {
        var likely = Gen.ArrayOf(Gen.Elements(Pieces)).Select(pieces => Encoding.Latin1.GetBytes(string.Concat(pieces)));
        var any = Gen.ArrayOf(Gen.Choose(0, 255).Select(value => (byte)value));
        Prop.ForAll(Gen.OneOf(likely, any).ToArbitrary(), Gen.Choose(1, 50).ToArbitrary(), (bytes, piece) =>
        {
            using var reader = Reader(command);
            foreach (var entry in Corpus.ReadAll(reader, bytes, piece))
            {
                var name = entry.Name.Bytes.Span;
                Assert.False(name.IsEmpty || name is [(byte)'.'] or [(byte)'.', (byte)'.']);
                Assert.True(name.IndexOfAny("/\r\n\0"u8) < 0);
                Assert.DoesNotContain("..", entry.Name.Text.Split('\\'));
                Assert.True(!entry.Name.Text.Contains('\\') || reader.Sum("", null).Form is ListingForm.Facts or ListingForm.Unix or ListingForm.Eplf);
                Assert.True(entry.Size is null or >= 0);
                Assert.True(entry.Time?.Instant is null || command == ListingCommand.Mlsd || reader.Sum("", null).Form is ListingForm.Eplf or ListingForm.Unix);
            }
        }).QuickCheckThrowOnFailure();
    }

    [Theory]
    [InlineData(5, false)]
    [InlineData(6, true)]
    public void A_listing_is_cut_off_at_the_most_lines(int lines, bool isCut)
    {
        using var reader = Reader(ListingCommand.Nlst, maxLines: 5);
        var entries = Corpus.ReadAll(reader, Encoding.ASCII.GetBytes(string.Concat(Enumerable.Range(1, lines).Select(i => $"name {i}\n"))), int.MaxValue);
        Assert.Equal(5, entries.Count);
        Assert.Equal(isCut, reader.IsCut);
        Assert.Equal(isCut, reader.Sum("NLST", new FtpReply(226, [""])).Doubts.Any(doubt => doubt.Kind == ListingDoubtKind.TooMany));
    }

    [Theory]
    [InlineData("\n")]
    [InlineData("x")]
    [InlineData("total 0\n")]
    public void Endless_lines_that_are_no_entries_are_cut_off_too(string piece)
    {
        using var reader = Reader(ListingCommand.List, maxLines: 100);
        var bytes = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat(piece, 20_000)));
        var rounds = 0;
        for (; !reader.IsCut; rounds++)
        {
            var free = reader.Free;
            var count = Math.Min(free.Length, bytes.Length);
            bytes.AsMemory(0, count).CopyTo(free);
            reader.Arrived(count);
            Assert.False(reader.TryRead(out _));
            Assert.InRange(rounds, 0, 200);
        }
        Assert.True(reader.IsCut);
    }

    [Fact]
    public void A_line_that_is_too_long_is_counted_once_and_the_rest_is_read()
    {
        using var reader = Reader(ListingCommand.Nlst);
        var entries = Corpus.ReadAll(reader, [.. "one\n"u8, .. Enumerable.Repeat((byte)'x', 1 << 20), .. "\ntwo\n"u8], 4096);
        Assert.Equal(["one", "two"], entries.Select(entry => entry.Name.Text));
        Assert.Equal(1, reader.Sum("NLST", null).UnreadLines);
    }

    /// <summary>
    /// Every byte pair of CP949, whether or not it is assigned today, can be listed under any charset and is sent back unchanged.
    /// </summary>
    [Theory]
    [InlineData("utf-8")]
    [InlineData("cp949")]
    public void Every_pair_of_bytes_of_CP949_is_a_name(string charset)
    {
        byte[] trails = [.. Enumerable.Range(0x41, 26).Concat(Enumerable.Range(0x61, 26)).Concat(Enumerable.Range(0x81, 126)).Select(trail => (byte)trail)];
        var names = (from lead in Enumerable.Range(0x81, 126) from trail in trails select (byte[])[(byte)lead, trail, (byte)'.', (byte)'x']).ToList();
        using var reader = new ListingReader(ListingCommand.Mlsd, FtpCharsets.Find(charset)!, Now, maxLines: 1_000_000, SessionProfile.UsualListing);
        var entries = Corpus.ReadAll(reader, [.. names.SelectMany(name => (byte[])[.. "type=file;size=1; "u8, .. name, .. "\r\n"u8])], 10_000);
        Assert.Equal(names, entries.Select(entry => entry.Name.Bytes.ToArray()));
        Assert.Equal("가.x", entries.Single(entry => entry.Name.Bytes.Span.StartsWith((ReadOnlySpan<byte>)[0xB0, 0xA1])).Name.Text);
    }

    /// <summary>
    /// An entry holds its name twice, as bytes and as text, and its facts. A folder of a million entries costs no more memory per name.
    /// </summary>
    [Theory]
    [InlineData(ListingCommand.Mlsd, "type=file;size={0};modify=20210304050607;UNIX.mode=0644;unique=1bg9{0}; file-{0:000000}.dat\r\n")]
    [InlineData(ListingCommand.List, "-rw-r--r--    1 0        0        {0,10} Mar 04  2021 file-{0:000000}.dat\r\n")]
    [InlineData(ListingCommand.List, "03-24-21  05:06AM {0,20} file-{0:000000}.dat\r\n")]
    public void A_hundred_thousand_entries_cost_so_many_bytes_each(ListingCommand command, string line)
    {
        const int Count = 100_000;
        var lines = CompositeFormat.Parse(line);
        var bytes = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Range(1, Count).Select(i => string.Format(null, lines, i))));
        // The first run includes JIT compilation and is not measured.
        Assert.Equal(Count, Stream(command, bytes));
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal(Count, Stream(command, bytes));
        var each = (GC.GetAllocatedBytesForCurrentThread() - before) / Count;
        Assert.InRange(each, 1, 256);
    }

    /// <summary>If no date in a folder shows the order of day and month, only a limited number of lines is kept.</summary>
    [Fact]
    public void No_more_than_a_hundred_thousand_lines_wait_for_a_date_that_settles_the_order()
    {
        using var reader = Reader(ListingCommand.List);
        var entries = new List<ListingEntry>();
        var line = "03-04-21  05:06AM                  531 name\r\n"u8.ToArray();
        for (var piece = 0; piece < 100_010; piece++) Corpus.Feed(reader, line, entries.Add);
        Assert.Equal(11, entries.Count);
        reader.End();
        while (reader.TryRead(out var entry)) entries.Add(entry);
        Assert.Equal(100_010, entries.Count);
        Assert.All(entries, entry => Assert.True(entry.Time is { IsOrderOpen: true } && entry.DecidingTime is null));
    }

    private static int Stream(ListingCommand command, ReadOnlyMemory<byte> bytes)
    {
        using var reader = Reader(command);
        var entries = 0;
        Corpus.Feed(reader, bytes, _ => entries++);
        return entries;
    }

    /// <summary>A name that no file system has makes its line unreadable, so that the listing proves no absence; nothing of it is kept.</summary>
    [Theory]
    [InlineData('x', 255, true)]
    [InlineData('x', 256, false)]
    [InlineData('\uAC00', 255, true)]
    [InlineData('\uAC00', 256, false)]
    [InlineData('x', 15_000, false)]
    public void A_name_longer_than_any_file_s_makes_its_line_unreadable(char letter, int length, bool isRead)
    {
        foreach (var (command, line) in Forms("type=file;size=1; NAME\r\n", "-rw-r--r--    1 0        0        1 Mar 04  2021 NAME\r\n", "NAME\r\n"))
        {
            using var reader = Reader(command);
            var text = line.Replace("NAME", new string(letter, length), StringComparison.Ordinal) + line.Replace("NAME", "last", StringComparison.Ordinal);
            var entries = Corpus.ReadAll(reader, Encoding.UTF8.GetBytes(text), 4096);
            var outcome = reader.Sum("", new FtpReply(226, [""]));
            Assert.Equal(isRead ? 2 : 1, entries.Count);
            Assert.Equal("last", entries[^1].Name.Text);
            Assert.Equal((entries.Count, isRead ? 0 : 1), ((int)outcome.Listed, (int)outcome.UnreadLines));
            Assert.Equal(!isRead, outcome.Doubts.Any(doubt => doubt is { Kind: ListingDoubtKind.UnreadLines } && doubt.Text.Contains("(too long for a file)")));
        }
    }

    /// <summary>The same for what else of a line is kept with its entry.</summary>
    [Theory]
    [InlineData(ListingCommand.Mlsd, "type=OS.unix=slink:TEXT; name\r\n", 4096)]
    [InlineData(ListingCommand.Mlsd, "type=dir;unique=TEXT; name\r\n", 255)]
    [InlineData(ListingCommand.Mlsd, "type=file;perm=TEXT; name\r\n", 255)]
    [InlineData(ListingCommand.List, "lrwxrwxrwx    1 0        0        1 Mar 04  2021 name -> TEXT\r\n", 4096)]
    public void A_fact_longer_than_any_server_s_makes_its_line_unreadable(ListingCommand command, string line, int most)
    {
        foreach (var length in new[] { most, most + 1 })
        {
            using var reader = Reader(command);
            var entries = Corpus.ReadAll(reader, Encoding.ASCII.GetBytes(line.Replace("TEXT", new string('x', length), StringComparison.Ordinal)), 4096);
            Assert.Equal(length == most ? 1 : 0, entries.Count);
            Assert.Equal(length == most ? 0 : 1, reader.Sum("", null).UnreadLines);
        }
    }

    /// <summary>A folder of 8,000 such names cost 677 MB.</summary>
    [Theory]
    [InlineData(ListingCommand.Mlsd, "type=file;size=1; NAME\r\n")]
    [InlineData(ListingCommand.List, "-rw-r--r--    1 0        0        1 Mar 04  2021 NAME\r\n")]
    [InlineData(ListingCommand.List, "03-04-21  05:06AM                  531 NAME\r\n")]
    public void Eight_thousand_names_of_15_000_characters_cost_less_memory_than_their_text(ListingCommand command, string line)
    {
        var bytes = Encoding.ASCII.GetBytes(line.Replace("NAME", new string('x', 15_000), StringComparison.Ordinal));
        using var reader = Reader(command);
        var kept = new List<ListingEntry>();
        var before = GC.GetTotalMemory(forceFullCollection: true);
        var most = 0L;
        for (var i = 0; i < 8_000; i++)
        {
            Corpus.Feed(reader, bytes, kept.Add);
            if (i % 1_000 == 999) most = Math.Max(most, GC.GetTotalMemory(forceFullCollection: true) - before);
        }
        // The lines without a settled date wait, up to 16 MiB of them.
        Assert.InRange(most, long.MinValue, 20 << 20);
        Assert.Empty(kept);
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(-1, true)]
    public void A_listing_is_cut_off_at_the_most_bytes(int more, bool isCut)
    {
        var bytes = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Range(1, 9).Select(i => $"name {i}\n")));
        foreach (var piece in new[] { 1, 10, int.MaxValue })
        {
            using var reader = new ListingReader(ListingCommand.Nlst, FtpCharsets.Utf8, Now, maxLines: 100, maxBytes: bytes.Length + more);
            Assert.Equal(isCut ? 8 : 9, Corpus.ReadAll(reader, bytes, piece).Count);
            Assert.Equal(isCut, reader.IsCut);
            var doubt = reader.Sum("NLST", new FtpReply(226, [""])).Doubts[0];
            Assert.Equal(isCut, doubt.Kind == ListingDoubtKind.TooLarge);
            if (isCut) Assert.Contains("larger than the limit of 62 bytes; reading stopped after 8 names", doubt.Text);
        }
    }

    private static IEnumerable<(ListingCommand Command, string Line)> Forms(string mlsd, string list, string nlst) =>
        [(ListingCommand.Mlsd, mlsd), (ListingCommand.List, list), (ListingCommand.Nlst, nlst)];

    private static ListingReader Reader(ListingCommand command, long maxLines = 1_000_000) =>
        new(command, FtpCharsets.Utf8, Now, maxLines, SessionProfile.UsualListing);
}
