using Accelerator.Cli.Commands;
using Accelerator.Ftp;

namespace Accelerator.Cli.Tests.Commands;

public sealed class LsCommandTests : IDisposable
{
    private readonly TestSurroundings _process = new();
    private LsOptions? _got;

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task Without_options_everything_has_its_default()
    {
        var got = await ParseAsync("ftp://h/dir");
        Assert.Equal(["ftp://h/dir"], got.Get.Addresses);
        Assert.Equal((false, false, null, false), (got.Long, got.Recursive, got.MaxDepth, got.Get.Json));
        Assert.Empty(got.Get.Typed);
    }

    public static TheoryData<string, Func<object, object?>, object?> Values => new()
    {
        { "-l", Of(o => o.Long), true },
        { "--long", Of(o => o.Long), true },
        { "-R", Of(o => o.Recursive), true },
        { "-lR", Of(o => o.Long && o.Recursive), true },
        { "--recursive", Of(o => o.Recursive), true },
        { "-R --max-depth 0", Of(o => o.MaxDepth), 0 },
        { "-R --max-depth 64", Of(o => o.MaxDepth), 64 },
        { "--max-depth 3 -R", Of(o => o.MaxDepth), 3 },
        { "--bind 192.0.2.7", Of(o => o.Get.Bind), new[] { "192.0.2.7" } },
        { "--active", Of(o => o.Get.Active), true },
        { "--tls explicit", Of(o => o.Get.Tls), FtpSecurity.Explicit },
        { "--insecure", Of(o => o.Get.Insecure), true },
        { "--charset cp949", Of(o => o.Get.Charset.CodePage), 949 },
        { "--user kim", Of(o => o.Get.User), "kim" },
        { "--password-stdin", Of(o => o.Get.PasswordStdin), true },
        { "--netrc logins", Of(o => o.Get.Netrc), "logins" },
        { "--timeout-connect 2.5", Of(o => o.Get.Timeouts.Connect), TimeSpan.FromSeconds(2.5) },
        { "--timeout-reply 3", Of(o => o.Get.Timeouts.Reply), TimeSpan.FromSeconds(3) },
        { "--timeout-first-byte 600", Of(o => o.Get.Timeouts.FirstByte), TimeSpan.FromSeconds(600) },
        { "--timeout-stall 0.5", Of(o => o.Get.Timeouts.Stall), TimeSpan.FromSeconds(0.5) },
        { "--no-site-memory", Of(o => o.Get.NoSiteMemory), true },
        { "--json", Of(o => o.Get.Json), true },
        { "--trace t.txt", Of(o => o.Get.Trace), "t.txt" },
    };

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await ParseAsync([.. words.Split(' '), "ftp://h/dir"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above()
    {
        var tested = Values.Select(row => ((string)row[0]!).Split(' ', '=')[0]).ToHashSet();
        Assert.All(new LsOptionTable().Rows, row => Assert.Contains(row.Option.Name, tested));
    }

    [Fact]
    public async Task It_is_known_which_options_were_typed() =>
        Assert.Equal(["--active", "--charset"], (await ParseAsync("--charset=utf-8", "--active", "ftp://h/dir")).Get.Typed.Order());

    [Theory]
    [InlineData("--max-depth: \"65\" is not a depth: use 0 for the folder itself, up to 64.", "ftp://h/d", "-R", "--max-depth", "65")]
    [InlineData("--max-depth: \"-1\" is not a depth: use 0 for the folder itself, up to 64.", "ftp://h/d", "-R", "--max-depth", "-1")]
    [InlineData("--max-depth says how far --recursive goes: add -R, or leave it out.", "ftp://h/d", "--max-depth", "1")]
    [InlineData("Unrecognized command or argument '--human'.", "ftp://h/d", "--human")]
    [InlineData("Required argument missing for command: 'ls'.")]
    public async Task Wrong_words_are_one_sentence(string sentence, params string[] words)
    {
        Assert.Equal(2, await RunAsync(words));
        Assert.Equal($"ftpx: {sentence}", _process.Err.ToString().Split('\n')[0]);
        Assert.Null(_got);
    }

    private static Func<object, object?> Of(Func<LsOptions, object?> value) => options => value((LsOptions)options);

    private async Task<LsOptions> ParseAsync(params string[] words)
    {
        var code = await RunAsync(words);
        Assert.Equal("", _process.Err.ToString());
        Assert.Equal(77, code);
        return _got!;
    }

    private Task<int> RunAsync(string[] words) => FtpxCommand.RunAsync(["ls", .. words], _process.Value, new Verbs(
        _ => throw new InvalidOperationException("get ran"), _ => throw new InvalidOperationException("selftest ran"), _ => throw new InvalidOperationException("site ran"))
    {
        Ls = options =>
        {
            _got = options;
            return Task.FromResult(77);
        },
    });
}
