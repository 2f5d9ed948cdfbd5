using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Tests.Definitions;

public sealed class TyposTests
{
    [Theory]
    [InlineData("", "", 0)]
    [InlineData("folders", "folders", 0)]
    [InlineData("folders", "folder", 1)]
    [InlineData("streams", "steams", 1)]
    [InlineData("target", "taregt", 2)]
    [InlineData("kind", "", 4)]
    [InlineData("", "kind", 4)]
    [InlineData("include", "exclude", 2)]
    public void Words_are_as_far_apart_as_letters_were_typed_wrong(string one, string other, int expected) => Assert.Equal(expected, Typos.Between(one, other));

    [Fact]
    public void A_long_word_is_far_from_every_key() => Assert.Equal(64, Typos.Between(new string('a', 100), "kind"));
}
