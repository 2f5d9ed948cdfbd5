using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Protocol;

public sealed class HashCommandTests
{
    [Fact]
    public async Task HASH_answers_for_the_chosen_algorithm_and_range()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { Features = LoopbackFeatures.All });
        it.Files.AddText("/f", "xx123456789yy");
        Assert.Equal($"213 SHA-256 0-13 {it.Files.Sha256Of("/f")} /f", await it.Client.AskAsync("HASH /f"));
        await it.Client.AskAsync("OPTS HASH MD4", "501");
        Assert.Equal("200 CRC32", await it.Client.AskAsync("OPTS HASH CRC32"));
        await it.Client.AskAsync("RANG 2 10", "350");
        Assert.Equal("213 CRC32 2-11 cbf43926 /f", await it.Client.AskAsync("HASH /f"));
        Assert.Contains("HASH SHA-256;SHA-1;MD5;CRC32*", await it.Client.AskAsync("FEAT"));
        await it.Client.AskAsync("HASH /none", "550");
    }

    [Theory]
    [InlineData(HashRangeForm.StartAndEnd, "XCRC /a b 2 11")]
    [InlineData(HashRangeForm.StartAndEnd, "XCRC \"/a b\" 2 11")]
    [InlineData(HashRangeForm.StartAndLast, "XCRC /a b 2 10")]
    [InlineData(HashRangeForm.StartAndLength, "XCRC /a b 2 9")]
    public async Task The_range_arguments_of_XCRC_follow_the_configured_form(HashRangeForm form, string command)
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { Features = LoopbackFeatures.All, HashRanges = form });
        it.Files.AddText("/a b", "xx123456789yy");
        Assert.Equal("213 CBF43926", await it.Client.AskAsync(command));
        await it.Client.AskAsync("XCRC /a b 2 99", "501");
    }

    [Fact]
    public async Task Vendor_hash_commands_without_a_range_hash_the_whole_file()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { Features = LoopbackFeatures.All, HashRanges = HashRangeForm.WholeFileOnly });
        it.Files.AddText("/f", "123456789");
        Assert.Equal("213 CBF43926", await it.Client.AskAsync("XCRC /f"));
        Assert.Equal("213 25F9E794323B453885F5181F1B624D0B", await it.Client.AskAsync("XMD5 /f"));
        Assert.Equal("213 F7C3BC1D808E04732ADF679965CCC34CA7AE3441", await it.Client.AskAsync("XSHA1 /f"));
        Assert.Equal($"213 {it.Files.Sha256Of("/f").ToUpperInvariant()}", await it.Client.AskAsync("XSHA256 /f"));
        await it.Client.AskAllAsync(("XCRC /f 0 4", "501"), ("XCRC /none", "550"));
    }
}
