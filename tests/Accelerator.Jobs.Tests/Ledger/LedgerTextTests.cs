namespace Accelerator.Jobs.Tests.Ledger;

public sealed class LedgerTextTests
{
    [Fact]
    public void Any_text_comes_back_and_is_UTF8_on_its_way()
    {
        var strict = new UTF8Encoding(false, throwOnInvalidBytes: true);
        var unit = Gen.OneOf(Gen.Choose(0, 0xFFFF), Gen.Choose(0xD800, 0xDFFF), Gen.Constant(0x241B), Gen.Choose('0', 'F'), Gen.Constant(0));
        var texts = unit.ListOf().Select(units => string.Concat(units.Select(code => (char)code))).ToArbitrary();
        Prop.ForAll(texts, text =>
        {
            var written = LedgerText.Write(text);
            Assert.Equal(written, strict.GetString(strict.GetBytes(written)));
            Assert.DoesNotContain('\0', written);
            Assert.Equal(text, LedgerText.Read(written));
        }).QuickCheckThrowOnFailure();
    }

    [Theory]
    [InlineData("plain 한글 😀")]
    [InlineData("")]
    public void Storable_text_is_stored_unchanged(string text) => Assert.Equal(text, LedgerText.Write(text));

    [Fact]
    public void Unstorable_characters_are_stored_as_escapes() =>
        Assert.Equal("a\u241BDC80b\u241B0000\u241B241B", LedgerText.Write("a\udc80b\0\u241B"));
}
