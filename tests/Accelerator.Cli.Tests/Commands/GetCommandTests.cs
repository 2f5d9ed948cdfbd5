namespace Accelerator.Cli.Tests.Commands;

public sealed class GetCommandTests : IDisposable
{
    private readonly OptionFixture<GetOptions> _get = new(work => new GetCommand(work));

    public void Dispose() => _get.Dispose();

    [Fact]
    public async Task Without_options_everything_has_its_default()
    {
        var got = await _get.ParseAsync("ftp://h/f");
        Assert.Equivalent(
            new GetOptions
            {
                Addresses = ["ftp://h/f"],
                Segments = new SegmentLimits(256 << 10, long.MaxValue),
                Verify = new Verification(VerifyMode.Auto),
                Timeouts = new FtpTimeouts(),
                Charset = FtpCharsets.Utf8,
                Words = ["get", "ftp://h/f"],
            },
            got,
            strict: true);
    }

    public static TheoryData<string, Func<object, object?>, object?> Values => OptionFixture<GetOptions>.Rows(
        CommandLineFixture.RowsOf("get"), o => o,
        ("-o out.bin", o => o.Output, "out.bin"),
        ("--output out/", o => o.Output, "out/"),
        ("--output - --range 5-6", o => o.Range, new OutputRange(5, 7)),
        ("--range 7- --output -", o => o.Range, new OutputRange(7)),
        ("--input-file list.txt", o => o.InputFile, "list.txt"),
        ("--overwrite", o => o.Overwrite, true),
        ("--update", o => o.Update, true),
        ("--skip-existing", o => o.SkipExisting, true),
        ("--failed-list f.txt", o => o.FailedList, "f.txt"),
        ("--checksums SUMS", o => o.Checksums, "SUMS"),
        ("--write-checksums out.sha256", o => o.WriteChecksums, "out.sha256"),
        ("-j 8", o => o.Streams, 8),
        ("-qc", o => o.Quiet && o.Continue, true),
        ("-v", o => o.Detail, true),
        ("--verify sha256:" + new string('A', 64), o => o.Verify, Verification.By(new GivenDigest(HashKind.Sha256, new string('a', 64)))));

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await _get.ParseAsync([.. words.Split(' '), "ftp://h/f"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above() => OptionFixture<GetOptions>.AssertComplete(CommandLineFixture.RowsOf("get"), Values);

    [Theory]
    [InlineData("", "")]
    [InlineData("--streams auto --active -o x", "--active --output --streams")]
    [InlineData("--charset=utf-8", "--charset")]
    public async Task It_is_known_which_options_were_typed_their_defaults_included(string words, string typed) =>
        Assert.Equal(typed, string.Join(' ', (await _get.ParseAsync([.. words.Split(' ', StringSplitOptions.RemoveEmptyEntries), "ftp://h/f"])).Typed.Order()));

    [Theory]
    [InlineData("--streams 0", "--streams: \"0\" is not a number of streams: use 1 to 64, or auto.")]
    [InlineData("--streams 65", "--streams: \"65\" is not a number of streams: use 1 to 64, or auto.")]
    [InlineData("--streams -1", "--streams: \"-1\" is not a number of streams: use 1 to 64, or auto.")]
    [InlineData("--streams many", "--streams: \"many\" is not a number of streams: use 1 to 64, or auto.")]
    [InlineData("--streams \u001b[2J", "--streams: \"\\x1B[2J\" is not a number of streams: use 1 to 64, or auto.")]
    [InlineData("--max-sessions auto", "--max-sessions: \"auto\" is not a number of sessions: use 1 to 64.")]
    [InlineData("--max-sessions 65", "--max-sessions: \"65\" is not a number of sessions: use 1 to 64.")]
    [InlineData("--streams 8 --max-sessions 4", "--streams 8 needs as many sessions, but --max-sessions allows only 4: omit one of them.")]
    [InlineData("--verify sha1", "--verify: \"sha1\" is not valid: use auto, none, always, or a hash: sha256:HEX, sha512:HEX, sha1:HEX or md5:HEX.")]
    [InlineData("--verify sha256:abc", "--verify: The SHA-256 after \"sha256:\" must be 64 hexadecimal digits; this has 3 characters.")]
    [InlineData("--verify md5:", "--verify: The MD5 after \"md5:\" must be 32 hexadecimal digits; this has 0 characters.")]
    [InlineData("--checksums SUMS --verify md5:d41d8cd98f00b204e9800998ecf8427e", "--checksums and a hash in --verify contradict each other; omit one of them.")]
    [InlineData("--dry-run --write-checksums f", "--write-checksums needs a transfer, but --dry-run downloads nothing; omit one of them.")]
    [InlineData("--checksums f --write-checksums f", "--write-checksums would replace the list of --checksums; give it another name.")]
    [InlineData("--limit-rate fast", "--limit-rate: \"fast\" is not a rate: write bytes per second as 100M, or bits per second as 800Mbit.")]
    [InlineData("--limit-rate 10", "--limit-rate: The rate \"10\" is too small; the minimum is 1K.")]
    [InlineData("--segment-size x", "--segment-size: \"x\" is not a size: write bytes, or a number with K, M, G or T, for example 64M.")]
    [InlineData("--segment-size 4K", "--segment-size: A segment cannot be shorter than 64K, because the overlap check reads 64 KiB twice.")]
    [InlineData("--segment-size 8M-4M", "--segment-size: The longest segment is shorter than the shortest: write MIN-MAX, for example 4M-256M.")]
    [InlineData("--unbuffered yes", "--unbuffered: \"yes\" is not valid: use auto, on or off.")]
    [InlineData("--trust-replica", "--trust-replica needs a replica: add --replica URL or --server-address all, or omit --trust-replica.")]
    [InlineData("--server-address all --server-address 192.0.2.7", "--server-address: all means every address of the name; give either all or addresses.")]
    [InlineData("--server-address 192.0.2.7 --server-address 192.0.2.7", "--server-address: an address is listed twice; list it once.")]
    [InlineData("--server-address mirror", "--server-address: \"mirror\" is not an address: use all, or addresses of the server such as 192.0.2.7 or 2001:db8::7.")]
    [InlineData("--server-address 1", "--server-address: \"1\" is not an address: use all, or addresses of the server such as 192.0.2.7 or 2001:db8::7.")]
    [InlineData("--server-address 1.1.1.1,1.1.1.2,1.1.1.3,1.1.1.4,1.1.1.5,1.1.1.6,1.1.1.7,1.1.1.8,1.1.1.9", "--server-address: there are 9 addresses, and at most 8 can be used.")]
    [InlineData("--tls yes", "--tls: \"yes\" is not valid: use none, explicit (AUTH TLS) or implicit (port 990).")]
    [InlineData("--charset klingon", "--charset: \"klingon\" is not a known charset: use a name such as utf-8, cp949, euc-kr, shift_jis or latin1.")]
    [InlineData("--timeout-stall 0", "--timeout-stall: \"0\" is not a time: use seconds from 0.1 to 86400.")]
    [InlineData("--timeout-reply soon", "--timeout-reply: \"soon\" is not a time: use seconds from 0.1 to 86400.")]
    [InlineData("--overwrite --skip-existing", "--skip-existing and --overwrite contradict each other; omit one of them.")]
    [InlineData("--update --overwrite", "--update and --overwrite contradict each other; omit one of them.")]
    [InlineData("-c --no-resume", "--continue and --no-resume contradict each other; omit one of them.")]
    [InlineData("--failed-list f --dry-run", "--failed-list needs a transfer, but --dry-run downloads nothing; omit one of them.")]
    [InlineData("--quiet --detail", "--quiet and --detail contradict each other; omit one of them.")]
    [InlineData("--password-stdin --input-file -", "--password-stdin and --input-file - both read standard input: put the list in a file.")]
    [InlineData("--fast", "unknown option \"--fast\".")]
    [InlineData("--streams 2 --streams 3", "option \"--streams\" is given more than once, but takes one value.")]
    public Task An_invalid_value_gives_one_message_and_exit_code_2(string words, string sentence) =>
        _get.AssertRefusedAsync(sentence, [.. words.Split(' '), "ftp://h/f"]);

    [Theory]
    [InlineData("", "Give at least one URL, for example ftp://host/dir/file.bin, or a list with --input-file.")]
    [InlineData("--streams", "option \"--streams\" needs a value.", "Try: ftpx get --help\n")]
    public async Task Missing_arguments_give_one_message(string words, string sentence, string rest = "")
    {
        await _get.AssertRefusedAsync(sentence, words.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.Equal($"ftpx: error: {sentence}\n{rest}", _get.Err);
    }

    [Fact]
    public async Task An_input_file_replaces_the_addresses() => Assert.Empty((await _get.ParseAsync("--input-file", "list")).Addresses);

    [Fact]
    public async Task The_word_at_is_not_a_response_file()
    {
        _get.Process.Write("words", "--quiet");
        Assert.Equal(["@words"], (await _get.ParseAsync("@words")).Addresses);
    }
}
