namespace Accelerator.Cli.Tests.Output;

public sealed class PlanTextTests
{
    [Theory]
    [InlineData(UnbufferedWrites.Auto, 100, "past the page cache, in multiples of 4096 bytes, where the disk can")]
    [InlineData(UnbufferedWrites.Auto, 63, "through the page cache, as small files are")]
    [InlineData(UnbufferedWrites.Auto, null, "through the page cache, as files of unknown size are")]
    [InlineData(UnbufferedWrites.On, 63, "past the page cache, in multiples of 4096 bytes, or not at all")]
    [InlineData(UnbufferedWrites.Off, 100, "through the page cache")]
    public void A_plan_shows_how_the_file_will_be_written(UnbufferedWrites writes, int? sizeMiB, string expected)
    {
        var plan = TransferSamples.Plan() with { Writes = writes };
        var lines = PlanText.Lines(plan with { Identity = plan.Identity with { Size = sizeMiB * TransferSamples.MiB } });
        Assert.Contains($"  writes    {expected}", lines);
    }

    public static TheoryData<IReadOnlyList<string>?, IReadOnlyList<string>?, VerifyMode, long?, string> Verifications => new()
    {
        { ["big.bin.sha256"], ["XCRC"], VerifyMode.Auto, null, "the digest in big.bin.sha256" },
        { [], ["XCRC"], VerifyMode.Auto, null, "a hash if it is cheap, otherwise length and overlap checks; the server offers XCRC" },
        { [], [], VerifyMode.Auto, null, "a hash if it is cheap, otherwise length and overlap checks; the server offers no hash, and there is no .sha256 or .md5 file next to it" },
        { ["big.bin.md5"], [], VerifyMode.Always, null, "a server hash or a companion file, at any cost; big.bin.md5 holds its digest" },
        { null, ["XCRC"], VerifyMode.Auto, 1000, "its size: a small file of a listing is not hashed" },
    };

    [Theory]
    [MemberData(nameof(Verifications))]
    public void The_verification_of_the_file_is_named(IReadOnlyList<string>? companions, IReadOnlyList<string>? hashes, VerifyMode mode, long? listed, string text)
    {
        var plan = TransferSamples.Plan();
        var item = listed is { } size ? plan.Item with { Listed = new ListedFacts(size, null) } : plan.Item;
        var lines = PlanText.Lines(plan with { Item = item, Companions = companions, ServerHashes = hashes, Verify = new Verification(mode) });
        var said = string.Join(' ', lines.SkipWhile(line => !line.StartsWith("  verify ", StringComparison.Ordinal)).TakeWhile(line => !line.StartsWith("  writes ", StringComparison.Ordinal)).Select(line => line.Trim()));
        Assert.Equal($"verify    {text}", said);
    }
}
