using Accelerator.Cli.Commands;

namespace Accelerator.Cli.Tests.Commands;

public sealed class SiteCommandTests : IDisposable
{
    private readonly TestSurroundings _process = new();
    private SiteOptions? _got;

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task Each_verb_takes_its_words()
    {
        Assert.Equivalent(new SiteOptions { Verb = SiteVerb.List, Json = true }, await ParseAsync("list --json"), strict: true);
        Assert.Equivalent(
            new SiteOptions { Verb = SiteVerb.Show, Host = "h:2121", User = "kim", Json = true }, await ParseAsync("show h:2121 --user kim --json"), strict: true);
        Assert.Equivalent(new SiteOptions { Verb = SiteVerb.Forget, Host = "h" }, await ParseAsync("forget h"), strict: true);
        Assert.Equivalent(new SiteOptions { Verb = SiteVerb.Forget, All = true }, await ParseAsync("forget --all"), strict: true);
        Assert.Equivalent(
            new SiteOptions { Verb = SiteVerb.Set, Host = "h", User = "kim", Assignments = ["charset=cp949", "active="] },
            await ParseAsync("set h charset=cp949 active= --user kim"),
            strict: true);
    }

    [Theory]
    [InlineData("show", "ftpx site show --help")]
    [InlineData("set h", "ftpx site set --help")]
    [InlineData("list h", "ftpx site list --help")]
    [InlineData("", "ftpx site --help")]
    public async Task Missing_and_spare_words_name_the_help_that_explains_them(string words, string help)
    {
        Assert.Equal(2, await RunAsync(words));
        Assert.EndsWith($"\nTry: {help}\n", _process.Err.ToString());
        Assert.Null(_got);
    }

    [Fact]
    public async Task The_help_has_every_setting()
    {
        Assert.Equal(0, await RunAsync("set --help"));
        Assert.All(Cli.Sites.SiteKnobTable.All, knob => Assert.Contains($"{knob.Name}={knob.Value}  {knob.Text}", _process.Out.ToString()));
    }

    private async Task<SiteOptions> ParseAsync(string words)
    {
        Assert.Equal(77, await RunAsync(words));
        return _got!;
    }

    private Task<int> RunAsync(string words) => FtpxCommand.RunAsync(["site", .. words.Split(' ', StringSplitOptions.RemoveEmptyEntries)], _process.Value, new Verbs(
        _ => throw new InvalidOperationException("get ran"),
        _ => throw new InvalidOperationException("selftest ran"),
        options =>
        {
            _got = options;
            return Task.FromResult(77);
        }));
}
