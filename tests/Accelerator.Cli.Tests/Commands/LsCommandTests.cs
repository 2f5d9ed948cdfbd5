namespace Accelerator.Cli.Tests.Commands;

public sealed class LsCommandTests : IDisposable
{
    private readonly OptionFixture<LsOptions> _ls = new(work => new LsCommand(work));

    public void Dispose() => _ls.Dispose();

    [Fact]
    public async Task Without_options_everything_has_its_default()
    {
        var got = await _ls.ParseAsync("ftp://h/dir");
        Assert.Equal(("ftp://h/dir", false, false, null, false), (got.Address, got.Long, got.Recursive, got.MaxDepth, got.Json));
        Assert.Empty(got.Typed);
    }

    public static TheoryData<string, Func<object, object?>, object?> Values => OptionFixture<LsOptions>.Rows(
        CommandLineFixture.RowsOf("ls"), o => o,
        ("-l", o => o.Long, true),
        ("--long", o => o.Long, true),
        ("-R", o => o.Recursive, true),
        ("-lR", o => o.Long && o.Recursive, true),
        ("--human", o => o.Human, true),
        ("-lh", o => o.Long && o.Human, true),
        ("--no-color -l", o => o.Long, true),
        ("--recursive", o => o.Recursive, true),
        ("-R --max-depth 0", o => o.MaxDepth, 0),
        ("-R --max-depth 64", o => o.MaxDepth, 64),
        ("--max-depth 3 -R", o => o.MaxDepth, 3));

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await _ls.ParseAsync([.. words.Split(' '), "ftp://h/dir"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above() => OptionFixture<LsOptions>.AssertComplete(CommandLineFixture.RowsOf("ls"), Values);

    [Fact]
    public async Task It_is_known_which_options_were_typed() =>
        Assert.Equal(["--active", "--charset"], (await _ls.ParseAsync("--charset=utf-8", "--active", "ftp://h/dir")).Typed.Order());

    [Theory]
    [InlineData("--max-depth: \"65\" is not a depth: use 0 for the folder itself, up to 64.", "ftp://h/d", "-R", "--max-depth", "65")]
    [InlineData("--max-depth: \"-1\" is not a depth: use 0 for the folder itself, up to 64.", "ftp://h/d", "-R", "--max-depth", "-1")]
    [InlineData("--max-depth needs --recursive: add -R, or omit --max-depth.", "ftp://h/d", "--max-depth", "1")]
    [InlineData("unknown option \"--humans\"; did you mean \"--human\"?", "ftp://h/d", "--humans")]
    [InlineData("missing argument: URL.")]
    public Task Invalid_arguments_give_one_message(string sentence, params string[] words) => _ls.AssertRefusedAsync(sentence, words);
}
