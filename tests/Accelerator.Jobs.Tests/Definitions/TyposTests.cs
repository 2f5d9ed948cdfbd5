namespace Accelerator.Jobs.Tests.Definitions;

public sealed class TyposTests
{
    [Theory]
    [InlineData("steams", "streams")]
    [InlineData("taregt", "target")]
    [InlineData("FOLDER", "folders")]
    [InlineData("sl", "ls")]
    [InlineData("--charest", "--charset")]
    [InlineData("exclude", null)]
    [InlineData("kind", null)]
    [InlineData("-r", null)]
    [InlineData("", null)]
    public void The_known_word_with_the_fewest_wrong_letters_is_found_if_they_are_few(string typed, string? nearest) =>
        Assert.Equal(nearest, Typos.Nearest(typed, ["folders", "streams", "--charset", "target", "include", "ls", "-o"]));

    [Fact]
    public void A_long_word_is_not_compared() => Assert.Null(Typos.Nearest(new string('a', 41), [new string('a', 40)]));
}
