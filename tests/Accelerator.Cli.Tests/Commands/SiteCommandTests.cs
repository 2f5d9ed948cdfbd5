namespace Accelerator.Cli.Tests.Commands;

public sealed class SiteCommandTests : IDisposable
{
    private readonly OptionFixture<SiteOptions> _site = new(work => new SiteCommand(work));

    public void Dispose() => _site.Dispose();

    public static TheoryData<string, object> Words => new()
    {
        { "add lab ftp://h streams=8 active=yes", new SiteOptions { Verb = SiteVerb.Add, Name = "lab", Url = "ftp://h", Assignments = ["streams=8", "active=yes"] } },
        { "add lab ftp://h", new SiteOptions { Verb = SiteVerb.Add, Name = "lab", Url = "ftp://h" } },
        { "remove lab", new SiteOptions { Verb = SiteVerb.Remove, Name = "lab" } },
        { "list --json", new SiteOptions { Verb = SiteVerb.List, Json = true } },
        { "show h:2121 --user kim --json", new SiteOptions { Verb = SiteVerb.Show, Host = "h:2121", User = "kim", Json = true } },
        { "forget h", new SiteOptions { Verb = SiteVerb.Forget, Host = "h" } },
        { "forget --all", new SiteOptions { Verb = SiteVerb.Forget, All = true } },
        { "set h charset=cp949 active= --user kim", new SiteOptions { Verb = SiteVerb.Set, Host = "h", User = "kim", Assignments = ["charset=cp949", "active="] } },
    };

    [Theory]
    [MemberData(nameof(Words))]
    public async Task Each_verb_takes_its_arguments(string words, object options) =>
        Assert.Equivalent(options, await _site.ParseAsync(words.Split(' ')), strict: true);

    [Theory]
    [InlineData("show", "missing argument: HOST[:PORT].", "ftpx site show --help")]
    [InlineData("set h", "missing argument: NAME=VALUE.", "ftpx site set --help")]
    [InlineData("list h", "unexpected argument \"h\".", "ftpx site list --help")]
    [InlineData("", "\"ftpx site\" needs a command: add, remove, list, show, forget, set.", "ftpx site --help")]
    public async Task Missing_and_extra_arguments_refer_to_the_help(string words, string sentence, string help)
    {
        await _site.AssertRefusedAsync(sentence, words.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.EndsWith($"\nTry: {help}\n", _site.Err);
    }

    [Fact]
    public async Task The_help_has_every_setting()
    {
        Assert.Equal(0, await _site.RunAsync("set", "--help"));
        Assert.All(Cli.Sites.SiteSettingTable.All, setting => Assert.Matches($"\n    {Regex.Escape(setting.Usage)} +{Regex.Escape(setting.Text)}\r?\n", _site.Process.Out.ToString()));
    }
}
