namespace Accelerator.Engine.Tests.Journals;

public sealed class ResumeJournalTests : IDisposable
{
    private const string Whole =
        """{"site":"h:21","path":"/a","remoteSize":100,"modified":null,"size":100,"proven":[[0,10]],"unproven":[[20,30]],"restHonoured":null,"updatedUtc":"2026-01-02T03:04:05Z"}""";

    private static readonly JournalState State = new(
        new RemoteIdentity("ftp.example.org:21", "/pub/кино/a.bin", 10L << 30, "20190807060504.123"),
        10L << 30,
        [new(0, 5L << 30), new(6L << 30, 7L << 30)],
        [new(8L << 30, 9L << 30)],
        RestHonoured: true,
        new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero));

    private readonly TempFolder _folder = new();
    private readonly string _path;

    public ResumeJournalTests() => _path = _folder.File("a.bin.part.journal");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_written_journal_is_read_back()
    {
        var unknown = State with { Identity = new("s", "", null, null), Proven = [], Unproven = [] };
        JournalState[] states =
        [
            State,
            unknown with { RestHonoured = null },
            unknown with { RestHonoured = false },
            // Ranges that touch on either side, one that ends with the file, and an empty file.
            State with { Proven = [new(0, 10), new(20, 30)], Unproven = [new(10, 20), new(30, 40)] },
            State with { Proven = [new(0, State.Size)], Unproven = [] },
            State with { Identity = State.Identity with { Size = 0 }, Size = 0, Proven = [], Unproven = [] },
            // Checksums in blocks of 2 MiB: a part that ends within a block, one after a gap, and two that only a block boundary separates.
            State with { Sums = [new(new(0, 100), 0xFFFFFFFF), new(new(101, 2 << 20), 0), new(new(2 << 20, 3 << 20), 7)] },
        ];
        foreach (var state in states)
        {
            await WriteAsync(state);
            AssertSame(state, (await ReadAsync()).State);
            // Older versions read it too, and ignore the checksums.
            Assert.StartsWith("accelerator-journal 1\n", await File.ReadAllTextAsync(_path), StringComparison.Ordinal);
            Assert.Equal([_path], Directory.GetFileSystemEntries(_folder.Path));
        }
    }

    [Fact]
    public async Task Sources_that_nothing_has_proven_are_read_back_and_are_another_version_for_programs_that_do_not_know_of_them()
    {
        var state = State with { UnprovenSources = ["ftp://b.example/f", "ftp://c.example/f"] };
        await WriteAsync(state);

        Assert.Equal(state.UnprovenSources, (await ReadAsync()).State!.UnprovenSources);
        Assert.StartsWith("accelerator-journal 2\n", await File.ReadAllTextAsync(_path), StringComparison.Ordinal);
        await WriteAsync(State);
        Assert.Empty((await ReadAsync()).State!.UnprovenSources);
        Assert.StartsWith("accelerator-journal 1\n", await File.ReadAllTextAsync(_path), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_journal_with_too_many_long_names_is_read_back_with_some_of_them()
    {
        await WriteAsync(State with { UnprovenSources = [.. Enumerable.Range(0, 40).Select(i => $"{i}{new string('\u6587', 1000)}\ud83d\ude00")] });

        Assert.Equal(16, (await ReadAsync()).State!.UnprovenSources.Count);
    }

    [Theory]
    [InlineData("")]
    [InlineData(""","unprovenSources":[]""")]
    [InlineData(""","unprovenSources":[""]""")]
    [InlineData(""","unprovenSources":[null]""")]
    [InlineData(""","unprovenSources":"b" """)]
    public async Task A_journal_of_that_version_without_such_sources_is_refused(string sources)
    {
        await File.WriteAllBytesAsync(_path, Sealed(Whole[..^1] + sources + "}", version: "2"));
        Assert.Contains("does not understand", (await ReadAsync()).Refusal);
    }

    [Theory]
    [InlineData("""{"block":1048576,"ranges":[[0,10]],"sums":"0000000"}""")]
    [InlineData("""{"block":1048576,"ranges":[[0,10]],"sums":"0000000000000000"}""")]
    [InlineData("""{"block":1048576,"ranges":[[0,10]],"sums":"0x000000"}""")]
    [InlineData("""{"block":1048576,"ranges":[[0,101]],"sums":"00000000"}""")]
    [InlineData("""{"block":1048576,"ranges":[],"sums":""}""")]
    [InlineData("""{"block":1048576,"ranges":[[0,10]],"sums":null}""")]
    [InlineData("[]")]
    public async Task Checksums_that_make_no_sense_are_refused(string sums)
    {
        await File.WriteAllBytesAsync(_path, Sealed($"{Whole[..^1]},\"crc32c\":{sums}}}"));
        Assert.Contains("does not understand", (await ReadAsync()).Refusal);
    }

    [Fact]
    public async Task Checksums_of_blocks_of_another_length_are_not_used()
    {
        await File.WriteAllBytesAsync(_path, Sealed(Whole[..^1] + ""","crc32c":{"block":512,"ranges":[[0,10]],"sums":"00000000"}}"""));
        Assert.Empty((await ReadAsync()).State!.Sums);
    }

    [Fact]
    public async Task A_missing_journal_is_not_a_damaged_one()
    {
        var read = await ReadAsync();
        Assert.True(read.IsMissing);
        Assert.Null(read.State);
    }

    [Fact]
    public async Task A_journal_torn_at_any_byte_is_refused()
    {
        await WriteAsync(State);
        var content = await File.ReadAllBytesAsync(_path);
        for (var length = 0; length < content.Length; length++)
        {
            await File.WriteAllBytesAsync(_path, content[..length]);
            AssertRefused(await ReadAsync());
        }
    }

    [Fact]
    public async Task A_next_journal_cut_at_any_byte_by_a_crash_leaves_the_last_one_in_force()
    {
        await WriteAsync(State);
        var next = ResumeJournalFormat.Write(State with { Proven = [new(0, 10L << 30)], Unproven = [] });
        for (var length = 0; length <= next.Length; length++)
        {
            await File.WriteAllBytesAsync(_path + ".new", next[..length]);
            AssertSame(State, (await ReadAsync()).State);
        }
        await WriteAsync(State with { Unproven = [] });
        AssertSame(State with { Unproven = [] }, (await ReadAsync()).State);
        Assert.Equal([_path], Directory.GetFileSystemEntries(_folder.Path));
    }

    [Fact]
    public void A_journal_with_a_changed_bit_or_byte_or_with_bytes_after_its_end_is_refused()
    {
        var content = ResumeJournalFormat.Write(State).ToArray();
        for (var position = 0; position < content.Length; position++)
        {
            foreach (var bits in (byte[])[1, 2, 4, 8, 16, 32, 64, 128, 255])
            {
                content[position] ^= bits;
                Assert.False(ResumeJournalFormat.TryRead(content, out var state, out var problem), $"bits {bits} of byte {position}");
                Assert.Null(state);
                Assert.NotEmpty(problem);
                content[position] ^= bits;
            }
        }

        Assert.True(ResumeJournalFormat.TryRead(content, out _, out _));
        Assert.False(ResumeJournalFormat.TryRead((byte[])[.. content, (byte)'\n'], out _, out _));
    }

    [Fact]
    public async Task A_later_version_and_another_file_of_that_name_are_refused_as_such()
    {
        await File.WriteAllBytesAsync(_path, Sealed(Whole, version: "3"));
        Assert.Contains("written by another version", (await ReadAsync()).Refusal);
        await File.WriteAllTextAsync(_path, new string('x', 5000));
        Assert.Contains($"The journal '{_path}' of an earlier run is ignored: it is not a journal", (await ReadAsync()).Refusal);
    }

    [Theory]
    [InlineData("[[0,10]]", "[[-5,10]]  [[10,10]]  [[10,0]]  [[0,10],[9,12]]  [[50,60],[0,10]]", "has impossible ranges")]
    // Beyond the end of the file, and over what is unproven.
    [InlineData("[[0,10]]", "[[0,101]]  [[0,21]]  [[25,26]]", "has impossible ranges")]
    [InlineData("[[0,10]]", "[[0,1e99]]  [[0,9.5]]  [[0,9223372036854775808]]  [[0]]  [[0,1,2]]  [0,10]  null  \"all\"")]
    [InlineData("\"size\":100", "\"size\":-100  \"size\":101", "has an impossible size")]
    [InlineData("\"size\":100", "\"size\":null")]
    [InlineData("\"size\":100,", "")]
    [InlineData("\"h:21\"", "null  \"\\ud800\"")]
    [InlineData("\"restHonoured\":null", "\"restHonoured\":1")]
    [InlineData("\"2026-01-02T03:04:05Z\"", "\"yesterday\"")]
    [InlineData("}", "")]
    public async Task Impossible_values_are_refused_even_with_a_valid_checksum(
        string right, string wrong, string why = "holds something that this version does not understand")
    {
        await File.WriteAllBytesAsync(_path, Sealed(Whole));
        Assert.NotNull((await ReadAsync()).State);
        await Assert.AllAsync(wrong.Split("  "), async text =>
        {
            await File.WriteAllBytesAsync(_path, Sealed(Whole.Replace(right, text, StringComparison.Ordinal)));
            AssertRefused(await ReadAsync(), why);
        });
    }

    [Fact]
    public async Task A_journal_without_anything_between_its_first_and_last_line_is_torn()
    {
        await File.WriteAllBytesAsync(_path, WithHash("accelerator-journal 1\n"));

        AssertRefused(await ReadAsync(), "is torn");
    }

    [Theory]
    [InlineData((1 << 20) + 1, "is too large for a journal")]
    [InlineData(1 << 20, "it is not a journal, or its beginning is damaged")]
    public async Task A_file_longer_than_any_journal_is_not_read_and_the_longest_is(int length, string why)
    {
        await File.WriteAllBytesAsync(_path, new byte[length]);
        AssertRefused(await ReadAsync(), why);
    }

    [Fact]
    public async Task A_journal_that_another_program_holds_is_refused_as_unreadable()
    {
        await WriteAsync(State);
        await using var held = new FileStream(_path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        var read = await ReadAsync();
        AssertRefused(read);
        Assert.Matches(@"it cannot be read \(.*[^.]\)\.$", read.Refusal);
    }

    [Fact]
    public async Task Without_a_path_or_a_state_there_is_no_journal()
    {
        await Assert.ThrowsAsync<ArgumentException>(() => ResumeJournal.ReadAsync("", default));
        await Assert.ThrowsAsync<ArgumentNullException>(() => ResumeJournal.WriteAsync(_path, null!, TimeProvider.System, default));
    }

    [Fact]
    public async Task A_link_is_not_followed()
    {
        await WriteAsync(State);
        File.Move(_path, _folder.File("elsewhere"));
        File.CreateSymbolicLink(_path, _folder.File("elsewhere"));
        Assert.Contains("is a link", (await ReadAsync()).Refusal);
    }

    [Fact]
    public async Task More_ranges_than_a_journal_holds_are_claimed_only_in_part()
    {
        var ranges = Enumerable.Range(0, ResumeJournalFormat.MaximumRanges).Select(n => new ByteRange(n * 4L, (n * 4L) + 1)).ToArray();
        var unproven = ranges.Select(range => new ByteRange(range.Start + 2, range.End + 2)).ToArray();
        var sums = ranges.Select(range => new SummedRange(range, 1)).ToArray();
        var state = State with { Proven = ranges[..^1], Unproven = unproven, Sums = sums };
        await WriteAsync(state);
        var read = (await ReadAsync()).State;
        AssertSame(state with { Unproven = unproven[..1], Sums = sums[..JournalSums.MaximumRanges] }, read);
        Assert.True(new FileInfo(_path).Length <= ResumeJournalFormat.MaximumBytes);
    }

    [Fact]
    public async Task Too_many_ranges_are_refused()
    {
        var ranges = string.Join(',', Enumerable.Range(0, ResumeJournalFormat.MaximumRanges + 1).Select(n => $"[{n * 2},{(n * 2) + 1}]"));
        var json = Whole.Replace(":100", ":1000000", StringComparison.Ordinal)
            .Replace("[20,30]", string.Empty, StringComparison.Ordinal)
            .Replace("[0,10]", ranges, StringComparison.Ordinal);
        await File.WriteAllBytesAsync(_path, Sealed(json));
        Assert.Contains("too many ranges", (await ReadAsync()).Refusal);
    }

    [Fact]
    public async Task A_hostile_path_comes_back_as_it_was_and_is_harmless_to_look_at()
    {
        var state = State with { Identity = State.Identity with { Path = "/\u001b[2J\u009b\u202e\"\n\\", Modified = "2019\r\nsha256 0" } };
        await WriteAsync(state);
        AssertSame(state, (await ReadAsync()).State);
        var content = await File.ReadAllBytesAsync(_path);
        Assert.All(content, value => Assert.True(value is (byte)'\n' or (>= 32 and < 127)));
        Assert.Equal(3, content.Count(value => value == '\n'));
    }

    [Fact]
    public async Task Text_that_is_not_Unicode_costs_a_resume_and_no_exception()
    {
        await WriteAsync(State with { Identity = State.Identity with { Path = "/a\ud800" } });
        Assert.NotEqual("/a\ud800", (await ReadAsync()).State?.Identity.Path);
    }

    [Fact]
    public async Task A_write_that_fails_leaves_the_old_journal()
    {
        await WriteAsync(State);
        Directory.CreateDirectory(_path + ".new"); // Blocks the path of the new journal.
        await Assert.ThrowsAsync<StorageException>(() => WriteAsync(State with { Proven = [] }));
        AssertSame(State, (await ReadAsync()).State);
    }

    [Fact]
    public async Task It_is_legible_text()
    {
        await File.WriteAllBytesAsync(_path, Sealed(Whole));
        var read = (await ReadAsync()).State!;
        await WriteAsync(read);
        var lines = await File.ReadAllLinesAsync(_path);
        Assert.Equal("accelerator-journal 1", lines[0]);
        Assert.Equal(Whole.Replace("05Z", "05.0000000Z", StringComparison.Ordinal), lines[1]);
        Assert.Matches("^sha256 [0-9a-f]{64}$", lines[2]);
    }

    private static byte[] Sealed(string json, string version = "1") => WithHash($"accelerator-journal {version}\n{json}\n");

    private static byte[] WithHash(string lines)
    {
        var hash = Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(lines))).ToLowerInvariant();
        return Encoding.UTF8.GetBytes($"{lines}sha256 {hash}\n");
    }

    private static void AssertRefused(JournalRead read, string why = "")
    {
        Assert.Null(read.State);
        Assert.False(read.IsMissing);
        Assert.EndsWith($"{why}.", read.Refusal);
    }

    private static void AssertSame(JournalState expected, JournalState? actual)
    {
        Assert.NotNull(actual);
        Assert.Equal(expected.Proven, actual.Proven);
        Assert.Equal(expected.Unproven, actual.Unproven);
        Assert.Equal(expected.Sums, actual.Sums);
        Assert.Equal(expected with { Proven = [], Unproven = [], Sums = [] }, actual with { Proven = [], Unproven = [], Sums = [] });
    }

    private Task WriteAsync(JournalState state) => ResumeJournal.WriteAsync(_path, state, TimeProvider.System, default);

    private Task<JournalRead> ReadAsync() => ResumeJournal.ReadAsync(_path, default);
}
