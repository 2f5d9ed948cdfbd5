namespace Accelerator.Cli.Tests.Fxp;

public sealed class FxpCommandTests : IDisposable
{
    private readonly OptionFixture<FxpOptions> _fxp = new(work => new FxpCommand(work));

    public void Dispose() => _fxp.Dispose();

    [Fact]
    public async Task Without_options_everything_has_its_default()
    {
        var got = await _fxp.ParseAsync("ftp://a/x.bin", "ftp://b/in/");
        Assert.Equal(("ftp://a/x.bin", "ftp://b/in/"), (got.Source, got.Destination));
        Assert.Equal((8, FxpSide.Destination, false, false, false), (got.Parallel, got.Passive, got.Recursive, got.Overwrite, got.NoResume));
        Assert.Equal(Verification.Auto, got.Verify);
        Assert.Empty(got.Typed);
    }

    public static TheoryData<string, Func<object, object?>, object?> Values => OptionFixture<FxpOptions>.Rows(
        CommandLineFixture.RowsOf("fxp"), o => o,
        ("--recursive", o => o.Recursive, true),
        ("-R", o => o.Recursive, true),
        ("--parallel 64", o => o.Parallel, 64),
        ("--via-client", o => o.ViaClient, true),
        ("--passive source", o => o.Passive, FxpSide.Source),
        ("--passive destination", o => o.Passive, FxpSide.Destination),
        ("--overwrite", o => o.Overwrite, true),
        ("--max-depth 0", o => o.MaxDepth, 0));

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await _fxp.ParseAsync([.. words.Split(' '), "ftp://a/d/", "ftp://b/d/"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above() => OptionFixture<FxpOptions>.AssertComplete(CommandLineFixture.RowsOf("fxp"), Values);

    [Theory]
    [InlineData("--parallel: \"0\" is not a number of files: use 1 to 64.", "ftp://a/d/", "ftp://b/", "--parallel", "0")]
    [InlineData("--parallel: \"65\" is not a number of files: use 1 to 64.", "ftp://a/d/", "ftp://b/", "--parallel", "65")]
    [InlineData("--passive: \"both\" is not valid: use source or destination.", "ftp://a/d/", "ftp://b/", "--passive", "both")]
    [InlineData("missing argument: DST-URL.", "ftp://a/d/")]
    [InlineData("unknown option \"--delete\".", "ftp://a/d/", "ftp://b/", "--delete")]
    public Task Invalid_arguments_give_one_message(string sentence, params string[] words) => _fxp.AssertRefusedAsync(sentence, words);
}
