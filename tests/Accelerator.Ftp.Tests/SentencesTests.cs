namespace Accelerator.Ftp.Tests;

public sealed class SentencesTests
{
    [Theory]
    [InlineData("425 busy", "425 busy. Trying again.")]
    [InlineData("425 busy.", "425 busy. Trying again.")]
    [InlineData("Really?", "Really? Trying again.")]
    [InlineData("It said \"no.\"", "It said \"no.\" Trying again.")]
    [InlineData("It failed (timed out)", "It failed (timed out). Trying again.")]
    [InlineData("", "Trying again.")]
    public void Each_sentence_has_one_end(string first, string expected) => Assert.Equal(expected, Sentences.Join(first, "Trying again"));
}
