namespace Accelerator.Loopback.Tests;

public sealed class HashCommandTests
{
    [Fact]
    public async Task HASH_answers_for_the_chosen_algorithm_and_range()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Features = LoopbackFeatures.All });
        server.Files.AddText("/f", "xx123456789yy");
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal($"213 SHA-256 0-13 {server.Files.Sha256Of("/f")} /f", await client.AskAsync("HASH /f"));
        await client.AskAsync("OPTS HASH MD4", "501");
        Assert.Equal("200 CRC32", await client.AskAsync("OPTS HASH CRC32"));
        await client.AskAsync("RANG 2 10", "350");
        Assert.Equal("213 CRC32 2-11 cbf43926 /f", await client.AskAsync("HASH /f"));
        Assert.Contains("HASH SHA-256;SHA-1;MD5;CRC32*", await client.AskAsync("FEAT"));
        await client.AskAsync("HASH /none", "550");
    }

    [Theory]
    [InlineData(HashRangeForm.StartAndEnd, "XCRC /a b 2 11")]
    [InlineData(HashRangeForm.StartAndEnd, "XCRC \"/a b\" 2 11")]
    [InlineData(HashRangeForm.StartAndLast, "XCRC /a b 2 10")]
    [InlineData(HashRangeForm.StartAndLength, "XCRC /a b 2 9")]
    public async Task The_numbers_of_XCRC_mean_what_the_server_says(HashRangeForm form, string command)
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Features = LoopbackFeatures.All, HashRanges = form });
        server.Files.AddText("/a b", "xx123456789yy");
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal("213 CBF43926", await client.AskAsync(command));
        await client.AskAsync("XCRC /a b 2 99", "501");
    }

    [Fact]
    public async Task The_vendor_commands_hash_the_whole_file_without_numbers()
    {
        await using var server = LoopbackServer.Start(
            new LoopbackOptions { Features = LoopbackFeatures.All, HashRanges = HashRangeForm.WholeFileOnly });
        server.Files.AddText("/f", "123456789");
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal("213 CBF43926", await client.AskAsync("XCRC /f"));
        Assert.Equal("213 25F9E794323B453885F5181F1B624D0B", await client.AskAsync("XMD5 /f"));
        Assert.Equal("213 F7C3BC1D808E04732ADF679965CCC34CA7AE3441", await client.AskAsync("XSHA1 /f"));
        Assert.Equal($"213 {server.Files.Sha256Of("/f").ToUpperInvariant()}", await client.AskAsync("XSHA256 /f"));
        await client.AskAsync("XCRC /f 0 4", "501");
        await client.AskAsync("XCRC /none", "550");
    }
}
