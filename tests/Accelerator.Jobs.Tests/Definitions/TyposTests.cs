namespace Accelerator.Jobs.Tests.Definitions;

public sealed class TyposTests
{
    [Fact]
    public void Words_are_as_far_apart_as_letters_were_typed_wrong() => Assert.All(
        ((string, string, int)[])
        [
            ("", "", 0), ("folders", "folders", 0), ("folders", "folder", 1), ("streams", "steams", 1), ("target", "taregt", 2), ("kind", "", 4), ("", "kind", 4), ("include", "exclude", 2),
        ],
        pair => Assert.Equal(pair.Item3, Typos.Between(pair.Item1, pair.Item2)));

    [Fact]
    public void A_long_word_is_far_from_every_key() => Assert.Equal(64, Typos.Between(new string('a', 100), "kind"));
}
