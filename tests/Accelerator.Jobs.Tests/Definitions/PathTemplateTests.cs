namespace Accelerator.Jobs.Tests.Definitions;

public sealed class PathTemplateTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 1, 1, 30, 0, TimeSpan.FromHours(9));

    /// <summary>Half past one in Seoul is still the previous day in UTC.</summary>
    [Fact]
    public void Tokens_are_filled_in_UTC() => Assert.All(
        ((string, string)[])
        [
            ("/a/{yyyy}/{DDD}", "/a/2026/059"), ("/a/{yyyy}{MM}{dd}-{HH}", "/a/20260228-16"), (@"D:\{server}\{job}", @"D:\svalbard\passes"), ("/{{yyyy}}/x", "/{yyyy}/x"), ("/plain", "/plain"),
        ],
        pair => Assert.Equal(pair.Item2, Parse(pair.Item1).Fill(Now, "passes", "svalbard")));

    [Theory]
    [InlineData("/a/{YYYY}", "there is no token {YYYY}; did you mean {yyyy}?")]
    [InlineData("/a/{week}", "there is no token {week}; the tokens are {yyyy}, {MM}, {dd}, {DDD}, {HH}, {job}, {server}.")]
    [InlineData("/a/{}", "there is no token {}; the tokens are {yyyy}, {MM}, {dd}, {DDD}, {HH}, {job}, {server}.")]
    [InlineData("/a/{yyyy", "the braces of \"/a/{yyyy\" do not match; write {{ and }} for braces in a name.")]
    [InlineData("/a}/", "the braces of \"/a}/\" do not match; write {{ and }} for braces in a name.")]
    public void An_invalid_token_is_reported(string text, string problem)
    {
        Assert.Null(PathTemplate.Parse(text, out var told));
        Assert.Equal(problem, told);
    }

    [Fact]
    public void A_span_of_time_is_all_its_folders_the_newest_first() => Assert.All(
        ((string, double, string)[])
        [
            ("/{yyyy}/{DDD}", 2, "/2026/059 /2026/058 /2026/057"), ("/{yyyy}/{DDD}", 0, "/2026/059"), ("/{yyyy}{MM}", 40, "/202602 /202601"), ("/{HH}", 0.1, "/16 /15 /14"), ("/plain", 30, "/plain"),
        ],
        one => Assert.Equal(one.Item3, string.Join(' ', Parse(one.Item1).Expand(Now, TimeSpan.FromDays(one.Item2), "", "").Select(path => path.Path))));

    [Fact]
    public void A_path_keeps_the_date_it_was_made_of()
    {
        var path = Parse("/{DDD}").Expand(Now, TimeSpan.FromDays(1), "", "")[1];
        Assert.Equal(new DateTimeOffset(2026, 2, 27, 0, 0, 0, TimeSpan.Zero), path.Date);
    }

    [Fact]
    public void The_number_of_paths_of_one_template_is_limited() =>
        Assert.Equal(PathTemplate.MostPaths + 1, Parse("/{yyyy}{DDD}{HH}").Expand(Now, TimeSpan.FromDays(3650), "", "").Count);

    private static PathTemplate Parse(string text) => PathTemplate.Parse(text, out var problem) ?? throw new FormatException(problem);
}
