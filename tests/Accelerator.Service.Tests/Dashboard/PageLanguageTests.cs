using System.Text.RegularExpressions;
using Accelerator.Cli.Tests.Docs;

namespace Accelerator.Service.Tests.Dashboard;

/// <summary>The page in English and Korean: one table of texts, and the language that the browser prefers.</summary>
public sealed partial class PageLanguageTests
{
    private static readonly IReadOnlyDictionary<string, Dictionary<string, string>> Texts = PageLanguage.Texts();

    [Fact]
    public void Every_language_has_the_same_keys_with_the_same_placeholders_and_commands()
    {
        Assert.Equal(["en", "ko"], Texts.Keys);
        Assert.Equal(Texts["en"].Keys, Texts["ko"].Keys);
        foreach (var (key, text) in Texts["en"])
        {
            var other = Texts["ko"][key];
            Assert.NotEmpty(text);
            Assert.NotEmpty(other);
            Assert.Equal((key, Parts(text)), (key, Parts(other)));
        }

        static string Parts(string text) => string.Join(' ', Placeholder().Matches(text).Select(match => match.Value).Order());
    }

    [Fact]
    public void Every_state_and_every_advice_has_its_text()
    {
        foreach (var state in Enum.GetValues<JobState>()) Assert.Contains($"state.{state.Name()}", Texts["en"].Keys);
        foreach (var state in Enum.GetValues<FileState>())
        {
            foreach (var kind in (string[])["login", "disk", "notfound", "verification", "sourcechanged", "network", "serverlimit", "protocol"])
            {
                var file = new QuarantinedFile(1, "passes", "/a", "one", 10, state, DateTimeOffset.UnixEpoch, 1, "No.", kind);
                Assert.Contains($"fix.{FailureAdvice.Of(file)}", Texts["en"].Keys);
                Assert.Null(FailureAdvice.Of(file with { Error = "No. Run ftpx job retry passes." }));
            }
        }
    }

    [Fact]
    public void The_table_of_jobs_ranks_the_states_as_the_service_does()
    {
        var script = Encoding.UTF8.GetString(PageFile.Of("jobs.js").Bytes);
        var ranked = Severities().Match(script).Groups[1].Value.Split(',').Select(name => name.Trim(' ', '\''));
        Assert.Equal(Enum.GetValues<JobState>().AsEnumerable().Reverse().Select(state => state.Name()), ranked);
    }

    /// <summary>A key without a text would be displayed as "undefined".</summary>
    [Fact]
    public void Every_text_that_the_scripts_name_is_in_the_table()
    {
        var scripts = string.Concat(PageFile.Scripts.Select(script => Encoding.UTF8.GetString(PageFile.Of(script).Bytes)));
        var keys = Named().Matches(scripts).Select(match => match.Groups[1].Value).Distinct().ToList();
        Assert.True(keys.Count > 30, $"{keys.Count} keys");
        Assert.All(keys, key => Assert.True(Texts["en"].ContainsKey(key) || Texts["en"].ContainsKey($"{key}.one"), key));
    }

    /// <summary>An incident without a text would have an English title on a Korean page, and no advice.</summary>
    [Fact]
    public void Every_name_of_an_incident_in_the_source_has_its_title_and_its_advice()
    {
        var script = Encoding.UTF8.GetString(PageFile.Of("overview.js").Bytes);
        var subjects = Subject().Matches(script).Select(match => (Kind: match.Groups[1].Value, Name: new Regex(match.Groups[2].Value, RegexOptions.None, TimeSpan.FromSeconds(1)))).ToList();
        var names = IncidentNames().Distinct().ToList();
        Assert.True(names.Count >= 20, string.Join(", ", names));
        foreach (var name in names)
        {
            var kind = subjects.FirstOrDefault(subject => subject.Name.IsMatch(name)).Kind;
            Assert.True(kind is not null && Texts["en"].ContainsKey($"about.{kind}"), name);
            // The message of these has the advice; that of a job belongs to its state.
            Assert.True(kind is "job" or "dashboard" or "gateway" || Texts["en"].ContainsKey($"do.{kind}"), name);
        }
        foreach (var (name, kind) in ((string, string)[])
            [("silence of passes", "silence"), ("job passes", "job"), ("job file", "job_file"), ("job file of this node", "node_job_file"), ("node name", "node_name"), ("node a", "node")])
            Assert.Equal(kind, subjects.First(subject => subject.Name.IsMatch(name)).Kind);
    }

    // Each interpolated part of a name is one word here.
    private static IEnumerable<string> IncidentNames() =>
        from project in (string[])["src/Accelerator.Service", "src/Accelerator.Jobs"]
        from path in Directory.EnumerateFiles(Path.Combine(CheckoutFiles.Root, project), "*.cs", SearchOption.AllDirectories)
        let text = File.ReadAllText(path).Replace("{JobEvent.NetworkPathTo}", JobEvent.NetworkPathTo)
        where Raises().IsMatch(text)
        from Match match in IncidentName().Matches(text)
        select Hole().Replace(match.Groups[1].Value, "x");

    [Fact]
    public void The_documentation_has_the_label_of_every_state() => Assert.Equal(
        Enum.GetValues<JobState>().Select(state => state.Name()).Select(state => $"`{state}` {Texts["en"][$"state.{state}"]}"),
        CheckoutFiles.Read("docs/dashboard.md").ReplaceLineEndings("\n").Split('\n')
            .SkipWhile(line => !line.StartsWith("| state |", StringComparison.Ordinal)).Skip(2).TakeWhile(line => line.StartsWith('|'))
            .Select(line => line.Split('|')).Select(cells => $"{cells[1].Trim()} {cells[2].Trim()}"));

    [Theory]
    [InlineData("", "en")]
    [InlineData("ko", "ko")]
    [InlineData("ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7", "ko")]
    [InlineData("en-US,en;q=0.9,ko;q=0.8", "en")]
    [InlineData("it-IT,ko;q=0.3,en;q=0.5", "en")]
    [InlineData("fr, KO;q=0.1", "ko")]
    [InlineData("kok, *;q=0.5", "en")]
    [InlineData("\"><script>", "en")]
    public void The_language_is_the_first_one_known_in_the_order_of_the_browser(string header, string language)
    {
        var context = new Microsoft.AspNetCore.Http.DefaultHttpContext();
        if (header.Length > 0) context.Request.Headers.AcceptLanguage = header;
        Assert.Equal(language, PageLanguage.Of(context.Request).Code);
    }

    [Theory]
    [InlineData("en-US", "en", "Sign in", "The token is not correct", "Needs attention")]
    [InlineData("ko-KR", "ko", "로그인", "토큰이 올바르지 않거나", "확인 필요")]
    public async Task The_form_the_refusal_and_the_page_are_in_the_language_of_the_browser(
        string header, string language, string signIn, string refusal, string attention)
    {
        await using var page = await PageFixture.StartAsync();
        var accept = ("Accept-Language", header);
        using var form = await page.AskAsync("/", accept);
        using var refused = await page.SignInAsync("wrong", accept);
        using var status = await page.AskWithTokenAsync("/", accept);
        foreach (var (answer, text) in new[] { (form, $">{signIn}</button>"), (refused, refusal), (status, $">{attention}</h2>") })
        {
            var html = await answer.Content.ReadAsStringAsync();
            Assert.Contains($"<html lang=\"{language}\">", html);
            Assert.Contains(text, html);
            Assert.DoesNotContain("{{", html);
        }
        Assert.Equal(HttpStatusCode.Unauthorized, refused.StatusCode);
    }

    [GeneratedRegex(@"\['(\w+)', /(\^[^/]+\$)/\]", RegexOptions.None, 1000)]
    private static partial Regex Subject();

    [GeneratedRegex(@"\bIncident\(|OpenIncident\(", RegexOptions.None, 1000)]
    private static partial Regex Raises();

    [GeneratedRegex(
        @"(?:Incident\(\s*(?:string\.Create\(CultureInfo\.InvariantCulture,\s*)?|\bvar about = |\bvar source = |\bAbout(?:\(\w+ \w+\) =>| =) |\bSay\(|Notify\()\$?""([^""]*)""",
        RegexOptions.None, 1000)]
    private static partial Regex IncidentName();

    [GeneratedRegex(@"\{[^}]*\}", RegexOptions.None, 1000)]
    private static partial Regex Hole();

    [GeneratedRegex(@"\{\w+\}|`[^`]*`", RegexOptions.None, 1000)]
    private static partial Regex Placeholder();

    [GeneratedRegex(@"const severities = \[(.*?)\];", RegexOptions.None, 1000)]
    private static partial Regex Severities();

    [GeneratedRegex(@"\b(?:t|rich|timed|count|advice|fact)\('([\w.]+)'", RegexOptions.None, 1000)]
    private static partial Regex Named();
}
