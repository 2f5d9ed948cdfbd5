using System.Text;

namespace Accelerator.Loopback.Tests;

public sealed class TransferContentFaultTests
{
    [Fact]
    public async Task REST_can_be_ignored_shifted_or_wrapped()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions
        {
            Faults = FaultPlan.Of(
                Fault.OnRetr(nth: 1).IgnoreRest(), Fault.OnRetr(nth: 2).RestOffBy(3), Fault.OnRetr(nth: 3).RestOffBy(-100),
                Fault.OnRetr(nth: 4).RestWrapsAt(1L << 32), Fault.OnRetr(nth: 5).RestWrapsAt(1L << 31)),
        });
        var content = server.Files.AddSynthetic("/huge", 10L << 30, seed: 1).Content;
        using var client = await RawFtp.LoginAsync(server);

        await ServedFromAsync(asked: 5_000, served: 0);
        await ServedFromAsync(asked: 5_000, served: 5_003);
        await ServedFromAsync(asked: 50, served: 0);
        await ServedFromAsync(asked: (1L << 32) + 77, served: 77);
        await ServedFromAsync(asked: (1L << 31) + 78, served: 78);
        await ServedFromAsync(asked: (1L << 32) + 77, served: (1L << 32) + 77);

        async Task ServedFromAsync(long asked, long served)
        {
            using (var data = await client.OpenDataAsync())
            {
                await client.AskAsync($"REST {asked}", "350");
                await client.AskAsync("RETR /huge", "150");
                var expected = new byte[1_000];
                content.Read(served, expected);
                Assert.Equal(expected, (await client.ReadDataAsync(data, atMost: 1_000)).Bytes);
            }

            Assert.StartsWith("426", await client.ReplyAsync());
            Assert.Equal(asked, server.Log.Retrievals[^1].Offset);
        }
    }

    [Fact]
    public async Task RANG_can_be_ignored()
    {
        await using var server = Start(Fault.OnRetr(nth: 1).IgnoreRang());
        using var client = await RawFtp.LoginAsync(server);

        await client.AskAsync("RANG 2 3", "350");
        Assert.Equal("0123456789", Text(await client.TransferAsync("RETR /f")));
        await client.AskAsync("RANG 2 3", "350");
        Assert.Equal("23", Text(await client.TransferAsync("RETR /f")));
    }

    [Fact]
    public async Task Bytes_can_be_wrong_or_too_many()
    {
        await using var server = Start(
            Fault.OnRetr(nth: 1).CorruptByteAt(4), Fault.OnRetr(nth: 2).SendExtra(3), Fault.OnRetr(nth: 3).CorruptByteAt(4));
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal("0123\u00CB56789", Text(await client.TransferAsync("RETR /f")));
        Assert.Equal("0123456789XXX", Text(await client.TransferAsync("RETR /f")));
        Assert.Equal("56789", Text(await client.TransferAsync("RETR /f", offset: 5)));
        Assert.Equal("0123456789", Text(await client.TransferAsync("RETR /f")));
    }

    [Fact]
    public async Task One_byte_of_a_synthetic_file_can_be_wrong_wherever_it_is()
    {
        const long Where = (4L << 30) + 262_144;
        await using var server = LoopbackServer.Start(new LoopbackOptions { Faults = FaultPlan.Of(Fault.OnRetr().CorruptByteAt(Where)) });
        var content = server.Files.AddSynthetic("/huge", (4L << 30) + 600_000, seed: 1).Content;
        using var client = await RawFtp.LoginAsync(server);

        var download = await client.TransferAsync("RETR /huge", offset: 4L << 30);

        using var received = new MemoryStream(download.Bytes);
        Assert.Equal(Where, await content.FirstDifferenceAsync(received, 4L << 30, content.Length, CancellationToken.None));
        received.Position = 262_145;
        Assert.Null(await content.FirstDifferenceAsync(received, Where + 1, content.Length, CancellationToken.None));
    }

    [Fact]
    public async Task A_listing_can_be_any_text()
    {
        await using var server = Start(Fault.OnListing().SendInstead(FileContent.FromBytes("type=file;size=1; ../evil\r\n"u8)));
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal("type=file;size=1; ../evil\r\n", Text(await client.TransferAsync("MLSD")));
    }

    [Fact]
    public async Task A_file_renamed_over_during_a_transfer_is_not_seen_by_it()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions
        {
            Faults = FaultPlan.Of(Fault.AfterTotalBytes(1_000_000).ReplaceByRename("/f", FileContent.Synthetic(3_000_000, seed: 2))),
        });
        var old = server.Files.AddSynthetic("/f", 3_000_000, seed: 1).Content;
        using var client = await RawFtp.LoginAsync(server);

        var before = await client.TransferAsync("RETR /f");
        var after = await client.TransferAsync("RETR /f");

        Assert.Equal(ContentDigest.Sha256(old), ContentDigest.Sha256(FileContent.FromBytes(before.Bytes)));
        Assert.Equal(server.Files.Sha256Of("/f"), ContentDigest.Sha256(FileContent.FromBytes(after.Bytes)));
        Assert.NotEqual(before.Bytes, after.Bytes);
        Assert.Equal(["/f replaced by a rename after 1000000 bytes in all"], server.Log.Faults);
    }

    [Fact]
    public async Task A_file_changed_in_place_changes_under_the_transfer_at_that_very_byte()
    {
        var (one, two) = (FileContent.Synthetic(3_000_000, seed: 1), FileContent.Synthetic(3_000_000, seed: 2));
        await using var server = LoopbackServer.Start(
            new LoopbackOptions { Faults = FaultPlan.Of(Fault.AfterTotalBytes(1_000_003).ReplaceInPlace("/f", two)) });
        server.Files.Add("/f", one);
        using var client = await RawFtp.LoginAsync(server);

        using var received = new MemoryStream((await client.TransferAsync("RETR /f")).Bytes);

        Assert.Null(await one.FirstDifferenceAsync(received, 0, 1_000_003, CancellationToken.None));
        Assert.Null(await two.FirstDifferenceAsync(received, 1_000_003, 3_000_000, CancellationToken.None));
    }

    [Theory]
    [InlineData(2_000_000)]
    [InlineData(4_000_000)]
    public async Task A_file_resized_during_a_transfer_ends_the_transfer_at_its_new_end(int length)
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions
        {
            Faults = FaultPlan.Of(
                Fault.AfterTotalBytes(1_000_000).Resize("/f", length),
                Fault.OnRetr(nth: 2).ChangeFilesAfter(500_000, files => files.Resize("/f", 600_000))),
        });
        server.Files.AddSynthetic("/f", 3_000_000, seed: 1);
        using var client = await RawFtp.LoginAsync(server);

        var first = await client.TransferAsync("RETR /f");
        Assert.Equal(length, first.Bytes.Length);
        Assert.StartsWith("226", first.Final);
        Assert.Equal(600_000, (await client.TransferAsync("RETR /f")).Bytes.Length);
    }

    [Fact]
    public async Task A_file_removed_during_a_transfer_is_sent_to_its_end_and_then_gone()
    {
        await using var server = LoopbackServer.Start(
            new LoopbackOptions { Faults = FaultPlan.Of(Fault.AfterTotalBytes(10).Remove("/f")) });
        server.Files.AddSynthetic("/f", 1_000_000, seed: 1);
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal(1_000_000, (await client.TransferAsync("RETR /f")).Bytes.Length);
        Assert.StartsWith("550", (await client.TransferAsync("RETR /f")).Preliminary);
    }

    private static LoopbackServer Start(params Fault[] faults)
    {
        var server = LoopbackServer.Start(new LoopbackOptions { Features = LoopbackFeatures.All, Faults = FaultPlan.Of(faults) });
        server.Files.AddText("/f", "0123456789");
        return server;
    }

    private static string Text(Download download) => Encoding.Latin1.GetString(download.Bytes);
}
