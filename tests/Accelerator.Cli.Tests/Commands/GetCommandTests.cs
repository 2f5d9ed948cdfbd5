using Accelerator.Cli.Commands;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Tests.Commands;

public sealed class GetCommandTests : IDisposable
{
    private readonly TestSurroundings _process = new();
    private GetOptions? _got;

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task Without_options_everything_has_its_default()
    {
        var got = await ParseAsync("ftp://h/f");
        Assert.Equivalent(
            new GetOptions
            {
                Addresses = ["ftp://h/f"],
                Segments = new SegmentLimits(1 << 20, long.MaxValue),
                Verify = new Verification(VerifyMode.Auto),
                Timeouts = new FtpTimeouts(),
                Charset = FtpCharsets.Utf8,
                Words = ["get", "ftp://h/f"],
            },
            got,
            strict: true);
    }

    public static TheoryData<string, Func<object, object?>, object?> Values => new()
    {
        { "--streams 8", Of(o => o.Streams), 8 },
        { "--streams=64", Of(o => o.Streams), 64 },
        { "--streams auto", Of(o => o.Streams), null },
        { "--max-sessions 12", Of(o => o.MaxSessions), 12 },
        { "-o out.bin", Of(o => o.Output), "out.bin" },
        { "--output out/", Of(o => o.Output), "out/" },
        { "--input-file list.txt", Of(o => o.InputFile), "list.txt" },
        { "--overwrite", Of(o => o.Overwrite), true },
        { "--no-resume", Of(o => o.NoResume), true },
        { "--verify none", Of(o => o.Verify), new Verification(VerifyMode.None) },
        { "--verify always", Of(o => o.Verify), new Verification(VerifyMode.Always) },
        { "--verify sha256:" + new string('A', 64), Of(o => o.Verify), new Verification(VerifyMode.Sha256, new string('a', 64)) },
        { "--limit-rate 800Mbit", Of(o => o.LimitRate), 100_000_000L },
        { "--segment-size 4M", Of(o => o.Segments), new SegmentLimits(4 << 20, long.MaxValue) },
        { "--segment-size 4M-256M", Of(o => o.Segments), new SegmentLimits(4 << 20, 256 << 20) },
        { "--unbuffered on", Of(o => o.Unbuffered), UnbufferedWrites.On },
        { "--unbuffered OFF", Of(o => o.Unbuffered), UnbufferedWrites.Off },
        { "--unbuffered auto", Of(o => o.Unbuffered), UnbufferedWrites.Auto },
        { "--bind 192.0.2.7", Of(o => o.Bind), new[] { "192.0.2.7" } },
        { "--bind eth0,eth1 --bind 2001:db8::7", Of(o => o.Bind), new[] { "eth0,eth1", "2001:db8::7" } },
        { "--replica ftp://b/f --replica ftps://c/f", Of(o => o.Replicas), new[] { "ftp://b/f", "ftps://c/f" } },
        { "--trust-replica --replica ftp://b/f", Of(o => o.TrustReplica), true },
        { "--active", Of(o => o.Active), true },
        { "--tls none", Of(o => o.Tls), FtpSecurity.None },
        { "--tls explicit", Of(o => o.Tls), FtpSecurity.Explicit },
        { "--tls implicit", Of(o => o.Tls), FtpSecurity.Implicit },
        { "--insecure", Of(o => o.Insecure), true },
        { "--charset cp949", Of(o => o.Charset.CodePage), 949 },
        { "--user kim", Of(o => o.User), "kim" },
        { "--password-stdin", Of(o => o.PasswordStdin), true },
        { "--netrc logins", Of(o => o.Netrc), "logins" },
        { "--timeout-connect 2.5", Of(o => o.Timeouts.Connect), TimeSpan.FromSeconds(2.5) },
        { "--timeout-reply 3", Of(o => o.Timeouts.Reply), TimeSpan.FromSeconds(3) },
        { "--timeout-first-byte 600", Of(o => o.Timeouts.FirstByte), TimeSpan.FromSeconds(600) },
        { "--timeout-stall 0.5", Of(o => o.Timeouts.Stall), TimeSpan.FromSeconds(0.5) },
        { "--no-site-memory", Of(o => o.NoSiteMemory), true },
        { "--dry-run", Of(o => o.DryRun), true },
        { "--quiet", Of(o => o.Quiet), true },
        { "--json", Of(o => o.Json), true },
        { "--detail", Of(o => o.Detail), true },
        { "--report r.html", Of(o => o.Report), "r.html" },
        { "--trace t.txt", Of(o => o.Trace), "t.txt" },
        { "--log-file l.txt", Of(o => o.LogFile), "l.txt" },
    };

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await ParseAsync([.. words.Split(' '), "ftp://h/f"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above()
    {
        var tested = Values.Select(row => ((string)row[0]!).Split(' ', '=')[0]).ToHashSet();
        Assert.All(new GetOptionTable().Rows, row => Assert.Contains(row.Option.Name, tested));
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("--streams auto --active -o x", "--active --output --streams")]
    [InlineData("--charset=utf-8", "--charset")]
    public async Task It_is_known_which_options_were_typed_their_defaults_included(string words, string typed) =>
        Assert.Equal(typed, string.Join(' ', (await ParseAsync([.. words.Split(' ', StringSplitOptions.RemoveEmptyEntries), "ftp://h/f"])).Typed.Order()));

    [Theory]
    [InlineData("--streams 0", "--streams: \"0\" is not a number of streams: use 1 to 64, or auto.")]
    [InlineData("--streams 65", "--streams: \"65\" is not a number of streams: use 1 to 64, or auto.")]
    [InlineData("--streams -1", "--streams: \"-1\" is not a number of streams: use 1 to 64, or auto.")]
    [InlineData("--streams many", "--streams: \"many\" is not a number of streams: use 1 to 64, or auto.")]
    [InlineData("--max-sessions auto", "--max-sessions: \"auto\" is not a number of sessions: use 1 to 64.")]
    [InlineData("--max-sessions 65", "--max-sessions: \"65\" is not a number of sessions: use 1 to 64.")]
    [InlineData("--streams 8 --max-sessions 4", "--streams 8 needs as many sessions, and --max-sessions allows 4: leave one of them out.")]
    [InlineData("--verify sha1", "--verify: \"sha1\" is not a way to verify: use auto, none, always or sha256:HEX.")]
    [InlineData("--verify sha256:abc", "--verify: The SHA-256 after \"sha256:\" must be 64 hexadecimal digits; this has 3 characters.")]
    [InlineData("--limit-rate fast", "--limit-rate: \"fast\" is not a rate: write bytes per second as 100M, or bits per second as 800Mbit.")]
    [InlineData("--limit-rate 10", "--limit-rate: The rate \"10\" is too small: the least is 1K.")]
    [InlineData("--segment-size x", "--segment-size: \"x\" is not a size: write bytes, or a number with K, M, G or T, for example 64M.")]
    [InlineData("--segment-size 4K", "--segment-size: A segment cannot be shorter than 64K: every seam is proven with 64 KiB that are read twice.")]
    [InlineData("--segment-size 8M-4M", "--segment-size: The longest segment is shorter than the shortest: write MIN-MAX, for example 4M-256M.")]
    [InlineData("--unbuffered yes", "--unbuffered: \"yes\" is not a way to write: use auto, on or off.")]
    [InlineData("--trust-replica", "--trust-replica says what is believed of replicas: name one with --replica URL, or leave it out.")]
    [InlineData("--tls yes", "--tls: \"yes\" is not a protection: use none, explicit (AUTH TLS) or implicit (port 990).")]
    [InlineData("--charset klingon", "--charset: \"klingon\" is not a known charset: use a name such as utf-8, cp949, euc-kr, shift_jis or latin1.")]
    [InlineData("--timeout-stall 0", "--timeout-stall: \"0\" is not a time: use seconds from 0.1 to 86400.")]
    [InlineData("--timeout-reply soon", "--timeout-reply: \"soon\" is not a time: use seconds from 0.1 to 86400.")]
    [InlineData("--quiet --detail", "--quiet and --detail contradict each other: leave one of them out.")]
    [InlineData("--password-stdin --input-file -", "--password-stdin and --input-file - both want standard input: put the list into a file.")]
    [InlineData("--fast", "--fast is not an option of ftpx get.")]
    [InlineData("--streams 2 --streams 3", "Option '--streams' expects a single argument but 2 were provided.")]
    public async Task A_wrong_value_is_one_sentence_and_exit_code_2(string words, string sentence)
    {
        Assert.Equal(2, await RunAsync([.. words.Split(' '), "ftp://h/f"]));
        Assert.Equal($"ftpx: {sentence}", _process.Err.ToString().Split('\n')[0]);
        Assert.Equal("", _process.Out.ToString());
        Assert.Null(_got);
    }

    [Theory]
    [InlineData("", "Name at least one address, for example ftp://host/dir/file.bin, or a list with --input-file.")]
    [InlineData("--streams", "Required argument missing for option: '--streams'.\nTry: ftpx get --help")]
    public async Task Missing_words_are_one_sentence(string words, string sentence)
    {
        Assert.Equal(2, await RunAsync(words.Split(' ', StringSplitOptions.RemoveEmptyEntries)));
        Assert.Equal($"ftpx: {sentence}\n", _process.Err.ToString());
    }

    [Fact]
    public async Task A_list_stands_for_the_addresses() => Assert.Empty((await ParseAsync("--input-file", "list")).Addresses);

    [Fact]
    public async Task The_word_at_is_not_a_response_file()
    {
        _process.Write("words", "--quiet");
        Assert.Equal(["@words"], (await ParseAsync("@words")).Addresses);
    }

    [Fact]
    public async Task A_wrong_value_cannot_steer_the_terminal()
    {
        await RunAsync(["--streams", "\u001b[2J", "ftp://h/f"]);
        Assert.DoesNotContain('\u001b', _process.Err.ToString());
    }

    private static Func<object, object?> Of(Func<GetOptions, object?> value) => options => value((GetOptions)options);

    private async Task<GetOptions> ParseAsync(params string[] words)
    {
        var code = await RunAsync(words);
        Assert.Equal("", _process.Err.ToString());
        Assert.Equal(77, code);
        return _got!;
    }

    private Task<int> RunAsync(string[] words) => FtpxCommand.RunAsync(["get", .. words], _process.Value, new Verbs(
        options =>
        {
            _got = options;
            return Task.FromResult(77);
        },
        _ => throw new InvalidOperationException("selftest ran"),
        _ => throw new InvalidOperationException("site ran")));
}
