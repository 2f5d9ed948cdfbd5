namespace Accelerator.Cli.Tests.Commands;

public sealed class MirrorCommandTests : IDisposable
{
    private readonly OptionFixture<MirrorOptions> _mirror = new(work => new MirrorCommand(work));

    public void Dispose() => _mirror.Dispose();

    [Fact]
    public async Task Without_options_everything_has_its_default() =>
        Assert.Equivalent(new MirrorOptions { Address = "ftp://h/d", Words = ["mirror", "ftp://h/d"] }, await _mirror.ParseAsync("ftp://h/d"), strict: true);

    [Fact]
    public async Task The_second_word_is_the_local_folder() => Assert.Equal("archive", (await _mirror.ParseAsync("ftp://h/d", "archive")).Folder);

    public static TheoryData<string, Func<object, object?>, object?> Values => OptionFixture<MirrorOptions>.Rows(
        CommandLineFixture.RowsOf("mirror"), o => o,
        ("--newer-than 2026-11-20T05:37", o => o.Selection.NewerThan!.At(default), new DateTimeOffset(2026, 11, 20, 5, 37, 0, TimeSpan.Zero)),
        ("--newer-than 2026-11-20T05:37:09Z", o => o.Selection.NewerThan!.At(default), new DateTimeOffset(2026, 11, 20, 5, 37, 9, TimeSpan.Zero)),
        ("--newer-than 2026-11-20T05:37+09:00", o => o.Selection.NewerThan!.At(default), new DateTimeOffset(2026, 11, 20, 5, 37, 0, TimeSpan.FromHours(9))),
        ("--min-age 30s", o => o.MinAge, TimeSpan.FromSeconds(30)),
        ("--min-age 10M", o => o.MinAge, TimeSpan.FromMinutes(10)),
        ("--min-age 1.5h", o => o.MinAge, TimeSpan.FromMinutes(90)),
        ("--max-depth 0", o => o.MaxDepth, 0),
        ("--order newest", o => o.Order, MirrorOrder.Newest),
        ("--order Smallest", o => o.Order, MirrorOrder.Smallest),
        ("--order path", o => o.Order, MirrorOrder.Path),
        ("--parallel 4", o => o.Parallel, 4),
        ("--delete", o => o.Delete, true),
        ("--yes --delete", o => (o.Yes, o.Delete), (true, true)),
        ("--max-delete 10% --delete", o => o.MaxDelete, new DeleteLimit(10, IsPercent: true)),
        ("--max-delete 200 --delete", o => o.MaxDelete, new DeleteLimit(200, IsPercent: false)),
        ("--checksum", o => o.Checksum, true),
        ("--checksums f", o => o.Checksums, "f"),
        ("--write-checksums f", o => o.WriteChecksums, "f"),
        ("--dry-run --json --log-file l", o => (o.DryRun, o.Json, o.LogFile), (true, true, "l")),
        ("--streams 8 --max-sessions 8", o => (o.Streams, o.MaxSessions), ((int?)8, (int?)8)));

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await _mirror.ParseAsync([.. words.Split(' '), "ftp://h/d"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above() => OptionFixture<MirrorOptions>.AssertComplete(CommandLineFixture.RowsOf("mirror"), Values);

    [Theory]
    [InlineData("--include [ab", "--include: The set that begins with [ in the pattern \"[ab\" has no end.")]
    [InlineData("--exclude *.nc --exclude /", "--exclude: An empty pattern matches nothing.")]
    [InlineData("--newer-than yesterday", "--newer-than: \"yesterday\" is neither a date nor an age: write for example 2026-11-20, 2026-11-20T05:37, 2026-11-20T05:37+09:00, 36h or 7d.")]
    [InlineData("--newer-than 2026-13-01", "--newer-than: \"2026-13-01\" is neither a date nor an age: write for example 2026-11-20, 2026-11-20T05:37, 2026-11-20T05:37+09:00, 36h or 7d.")]
    [InlineData("--min-age 10", "--min-age: \"10\" is not an age: write a number with s, m, h or d, for example 10m or 2d.")]
    [InlineData("--min-age -10m", "--min-age: \"-10m\" is not an age: write a number with s, m, h or d, for example 10m or 2d.")]
    [InlineData("--min-age 99999999d", "--min-age: \"99999999d\" is not an age: write a number with s, m, h or d, for example 10m or 2d.")]
    [InlineData("--max-depth 65", "--max-depth: \"65\" is not a number of folders: use 0 (the folder's own files only) to 64.")]
    [InlineData("--parallel 0", "--parallel: \"0\" is not a number of files: use 1 to 64.")]
    [InlineData("--order oldest", "--order: \"oldest\" is not valid: use path, newest or smallest.")]
    [InlineData("--verify sha256:0000000000000000000000000000000000000000000000000000000000000000",
        "--verify: A hash applies to one file, not to a folder: use auto, none or always.")]
    [InlineData("--yes", "--yes needs --delete: add --delete, or omit --yes.")]
    [InlineData("--max-delete 5", "--max-delete needs --delete: add --delete, or omit --max-delete.")]
    [InlineData("--delete --max-delete 101%", "--max-delete: \"101%\" is not a limit for --delete: write a number of files or a percentage, for example 200 or 10%.")]
    [InlineData("--streams 8 --max-sessions 4", "--streams 8 needs as many sessions, but --max-sessions allows only 4: omit one of them.")]
    [InlineData("--quiet --detail", "--quiet and --detail contradict each other; omit one of them.")]
    [InlineData("--dry-run --report r", "--report needs a transfer, but --dry-run downloads nothing; omit one of them.")]
    [InlineData("--overwrite", "unknown option \"--overwrite\". It is not needed: ftpx mirror replaces files that have changed.")]
    public Task An_invalid_value_gives_one_message_and_exit_code_2(string words, string sentence) =>
        _mirror.AssertRefusedAsync(sentence, [.. words.Split(' '), "ftp://h/d"]);

    [Theory]
    [InlineData("", "missing argument: URL.")]
    [InlineData("ftp://h/d one two", "unexpected argument \"two\".")]
    public async Task Missing_and_extra_arguments_give_one_message(string words, string sentence)
    {
        await _mirror.AssertRefusedAsync(sentence, words.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.Equal($"ftpx: error: {sentence}\nTry: ftpx mirror --help\n", _mirror.Err);
    }
}
