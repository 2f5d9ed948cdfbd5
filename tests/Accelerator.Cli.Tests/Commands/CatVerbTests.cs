namespace Accelerator.Cli.Tests.Commands;

/// <summary><c>ftpx cat</c> and <c>ftpx get --output -</c> with the real engine, against a server in this process.</summary>
public sealed class CatVerbTests : LoopbackFixture
{
    private const int Length = 3_000_000;

    private readonly OptionFixture<CatOptions> _cat = new(work => new CatCommand(work));
    private readonly MemoryStream _output = new();
    private Func<bool> _isClosed = static () => false;

    public CatVerbTests()
    {
        Server.Files.AddSynthetic("/a.bin", Length, 1);
        Server.Files.AddSynthetic("/b.bin", 70_000, 2);
    }

    public static TheoryData<string, Func<object, object?>, object?> Values => OptionFixture<CatOptions>.Rows(CommandLineFixture.RowsOf("cat"), o => o,
        ("--verify-first", o => o.VerifyFirst, true),
        ("--range 0-499", o => o.Range, new OutputRange(0, 500)),
        ("--range 500-", o => o.Range, new OutputRange(500)),
        ("--range -500", o => o.Range, new OutputRange(-500)));

    public override void Dispose()
    {
        _cat.Dispose();
        _output.Dispose();
        base.Dispose();
    }

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await _cat.ParseAsync([.. words.Split(' '), "ftp://h/f"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above() => OptionFixture<CatOptions>.AssertComplete(RowsOf("cat"), Values);

    [Theory]
    [InlineData("")]
    [InlineData("--verify-first")]
    public async Task Files_follow_each_other_on_standard_output_and_messages_go_to_standard_error(string option)
    {
        Assert.Equal(0, await CatAsync(["cat", .. option.Split(' ', StringSplitOptions.RemoveEmptyEntries), Url("/a.bin"), Url("/b.bin")]));

        Assert.Equal([.. Content("/a.bin"), .. Content("/b.bin")], _output.ToArray());
        Assert.Equal("", Out);
        Assert.Contains("b.bin: ", Err);
    }

    [Fact]
    public async Task A_range_is_written_of_each_file()
    {
        Assert.Equal(0, await CatAsync("cat", "--range", "1000-69999", Url("/a.bin"), Url("/b.bin")));
        Assert.Equal([.. Content("/a.bin")[1000..70_000], .. Content("/b.bin")[1000..]], _output.ToArray());

        _output.SetLength(0);
        Assert.Equal(0, await CatAsync("get", "--quiet", "-o", "-", "--range", "-500", Url("/b.bin")));
        Assert.Equal(Content("/b.bin")[^500..], _output.ToArray());

        Assert.Equal(2, await CatAsync("cat", "--quiet", "--range", "70001-", Url("/b.bin")));
        Assert.Contains("has 70,000 bytes, and the range begins at byte 70,001. Give a range within the file.", Err);
    }

    [Theory]
    [InlineData("cat --range 5", "--range: \"5\" is not a range of bytes: use 0-499 for the first 500, 500- for what follows, or -500 for the last 500.")]
    [InlineData("cat --range -0", "--range: \"-0\" is not a range of bytes: use 0-499 for the first 500, 500- for what follows, or -500 for the last 500.")]
    [InlineData("cat --range 6-5", "--range: \"6-5\" is not a range of bytes: use 0-499 for the first 500, 500- for what follows, or -500 for the last 500.")]
    [InlineData("cat --range 0-5 --verify always", "--range and a hash in --verify contradict each other, because a hash is one of the whole file; omit one of them.")]
    [InlineData("get --range 0-5", "--range writes a part of a file to standard output: add --output -, or omit --range.")]
    public async Task A_range_that_cannot_be_served_is_refused_before_any_connection(string words, string message)
    {
        Assert.Equal(2, await CatAsync([.. words.Split(' '), Url("/b.bin")]));
        Assert.StartsWith("ftpx: error: " + message, Err);
        Assert.Equal(0, Server.Log.CountOf("USER"));
    }

    [Fact]
    public async Task Get_with_a_dash_does_the_same_for_one_file()
    {
        Assert.Equal(0, await CatAsync("get", "--quiet", "-o", "-", Url("/b.bin")));
        Assert.Equal(Content("/b.bin"), _output.ToArray());
        Assert.Equal("", Out + Err);
        AssertFiles();

        Assert.Equal(2, await CatAsync("get", "-o", "-", "--json", Url("/b.bin")));
        Assert.Equal(2, await CatAsync("get", "-o", "-", Url("/a.bin"), Url("/b.bin")));
        Assert.Equal(
            [
                "ftpx: error: --json has no meaning with --output -, which writes a file to standard output; omit one of them.",
                "ftpx: error: --output - writes one file to standard output, but 2 URLs were given. For several, use ftpx cat.",
            ],
            ErrLines);
    }

    [Fact]
    public async Task A_failed_file_says_how_much_of_it_the_output_has_and_not_that_there_is_nothing()
    {
        Assert.Equal(9, await CatAsync("cat", "--verify", $"sha256:{new string('0', 64)}", Url("/a.bin")));
        Assert.Contains($" The output has {_output.Length:N0} bytes of the file and is not complete.\n", Err);
        Assert.DoesNotContain("published", Err);
        Assert.InRange(_output.Length, 1, Length - 1);
    }

    [Fact]
    public async Task The_addresses_of_the_server_are_those_given_and_belong_to_one_server()
    {
        var named = Url("/b.bin").Replace("127.0.0.1", "localhost", StringComparison.Ordinal);
        Assert.Equal(0, await CatAsync("cat", "--quiet", "--server-address", "127.0.0.1", named));
        Assert.Equal(0, await CatAsync("get", "--quiet", "-o", "-", "--server-address", "127.0.0.1", named));
        Assert.Equal([.. Content("/b.bin"), .. Content("/b.bin")], _output.ToArray());

        Assert.Equal(2, await CatAsync("cat", "--server-address", "127.0.0.1", named, Url("/a.bin")));
        Assert.Contains("--server-address gives addresses of one server, but the URLs name several. Use a command for each server.", Err);
    }

    [Fact]
    public async Task After_a_file_that_fails_nothing_more_is_written()
    {
        Assert.Equal(3, await CatAsync("cat", Url("/b.bin"), Url("/missing"), Url("/a.bin")));
        Assert.Equal(Content("/b.bin"), _output.ToArray());
        Assert.Contains($"note: {Url("/a.bin")} and any files after it were not downloaded.", Err);
    }

    [Fact]
    public async Task A_folder_and_a_pattern_are_refused_before_any_connection()
    {
        Assert.Equal(3, await CatAsync("cat", Url("")));
        Assert.Equal(2, await CatAsync("cat", Url("*.bin")));
        Assert.Equal(0, Server.Log.CountOf("USER"));
    }

    [Fact]
    public async Task A_reader_that_has_read_enough_ends_the_command_without_a_message()
    {
        _isClosed = () => _output.Length >= 1 << 20;
        Assert.Equal(10, await CatAsync("cat", "--quiet", Url("/a.bin"), Url("/b.bin")));
        Assert.Equal("", Out + Err);
        Assert.InRange(_output.Length, 1, Length - 1);
    }

    [Theory]
    [InlineData("cat")]
    [InlineData("get -o -")]
    public async Task An_unusable_folder_for_temporary_files_is_exit_code_10_before_any_connection(string words)
    {
        var process = RealTime with { CreateTemporaryFolder = static () => throw new FileNotFoundException("Unable to find the specified file.") };
        Assert.Equal(10, await FtpxAsync([.. words.Split(' '), Url("/b.bin")], process: process));
        AssertErr(
            $"ftpx: error: The folder for temporary files {Path.TrimEndingDirectorySeparator(Path.GetTempPath())} cannot be used: "
                + "Unable to find the specified file. Set TMPDIR to another folder.\n");
        Assert.Equal(0, Server.Log.CountOf("USER"));
    }

    [Theory]
    [InlineData("cat --verify-first", "Free some space, or set TMPDIR to a folder on another disk.")]
    [InlineData("get", "Free some space or choose another folder.")]
    public async Task A_file_larger_than_its_disk_is_refused_with_advice_that_the_command_allows(string words, string advice)
    {
        Server.Files.AddSynthetic("/huge.bin", 1L << 50);
        Assert.Equal(10, await CatAsync([.. words.Split(' '), "--quiet", Url("/huge.bin")]));
        Assert.Contains(" free. " + advice, Err);
    }

    private byte[] Content(string path)
    {
        var content = Server.Files[path].Content;
        var bytes = new byte[content.Length];
        content.Read(0, bytes);
        return bytes;
    }

    private Task<int> CatAsync(params string[] words) => FtpxAsync(
        [.. words, "--no-site-memory"], process: RealTime with { OutBytes = _output, IsOutClosed = _isClosed });
}
