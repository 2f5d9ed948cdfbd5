using Accelerator.Cli.Commands;
using Accelerator.Cli.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Cli.Tests.Fxp;

public sealed class FxpCommandTests : IDisposable
{
    private readonly TestSurroundings _process = new();
    private FxpOptions? _got;

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task Without_options_everything_has_its_default()
    {
        var got = await ParseAsync("ftp://a/x.bin", "ftp://b/in/");
        Assert.Equal(("ftp://a/x.bin", "ftp://b/in/"), (got.Source, got.Destination));
        Assert.Equal((8, FxpSide.Destination, false, false, false), (got.Parallel, got.Passive, got.Recursive, got.Overwrite, got.NoResume));
        Assert.Equal(Verification.Auto, got.Verify);
        Assert.Empty(got.Typed);
    }

    public static TheoryData<string, Func<object, object?>, object?> Values => new()
    {
        { "--recursive", Of(o => o.Recursive), true },
        { "-R", Of(o => o.Recursive), true },
        { "--parallel 64", Of(o => o.Parallel), 64 },
        { "--streams 24", Of(o => o.Streams), 24 },
        { "--streams auto", Of(o => o.Streams), null },
        { "--via-client", Of(o => o.ViaClient), true },
        { "--passive source", Of(o => o.Passive), FxpSide.Source },
        { "--passive destination", Of(o => o.Passive), FxpSide.Destination },
        { "--overwrite", Of(o => o.Overwrite), true },
        { "--no-resume", Of(o => o.NoResume), true },
        { "--verify always", Of(o => o.Verify.Mode), VerifyMode.Always },
        { "--include *.nc", Of(o => o.Include.Count), 1 },
        { "--exclude *.tmp", Of(o => o.Exclude.Count), 1 },
        { "--max-depth 0", Of(o => o.MaxDepth), 0 },
        { "--bind 192.0.2.7", Of(o => o.Bind), new[] { "192.0.2.7" } },
        { "--active", Of(o => o.Active), true },
        { "--tls explicit", Of(o => o.Tls), FtpSecurity.Explicit },
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
        { "--trace t.txt", Of(o => o.Trace), "t.txt" },
        { "--log-file l.log", Of(o => o.LogFile), "l.log" },
    };

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await ParseAsync([.. words.Split(' '), "ftp://a/d/", "ftp://b/d/"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above()
    {
        var tested = Values.Select(row => ((string)row[0]!).Split(' ', '=')[0]).ToHashSet();
        Assert.All(new FxpOptionTable().Rows, row => Assert.Contains(row.Option.Name, tested));
    }

    [Theory]
    [InlineData("--parallel: \"0\" is not a number of files: use 1 to 64.", "ftp://a/d/", "ftp://b/", "--parallel", "0")]
    [InlineData("--parallel: \"65\" is not a number of files: use 1 to 64.", "ftp://a/d/", "ftp://b/", "--parallel", "65")]
    [InlineData("--passive: \"both\" is neither of the two servers: use source or destination.", "ftp://a/d/", "ftp://b/", "--passive", "both")]
    [InlineData("Required argument missing for command: 'fxp'.", "ftp://a/d/")]
    [InlineData("Unrecognized command or argument '--delete'.", "ftp://a/d/", "ftp://b/", "--delete")]
    public async Task Wrong_words_are_one_sentence(string sentence, params string[] words)
    {
        Assert.Equal(2, await RunAsync(words));
        Assert.Equal($"ftpx: {sentence}", _process.Err.ToString().Split('\n')[0]);
        Assert.Null(_got);
    }

    private static Func<object, object?> Of(Func<FxpOptions, object?> value) => options => value((FxpOptions)options);

    private async Task<FxpOptions> ParseAsync(params string[] words)
    {
        var code = await RunAsync(words);
        Assert.Equal("", _process.Err.ToString());
        Assert.Equal(77, code);
        return _got!;
    }

    private Task<int> RunAsync(string[] words) => FtpxCommand.RunAsync(["fxp", .. words], _process.Value, new Verbs(
        _ => throw new InvalidOperationException("get ran"), _ => throw new InvalidOperationException("selftest ran"), _ => throw new InvalidOperationException("site ran"))
    {
        Fxp = options =>
        {
            _got = options;
            return Task.FromResult(77);
        },
    });
}
