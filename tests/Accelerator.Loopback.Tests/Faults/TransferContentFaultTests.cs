using Accelerator.Loopback.Content;
using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Faults;

public sealed class TransferContentFaultTests
{
    [Fact]
    public async Task REST_can_be_ignored_shifted_or_wrapped()
    {
        await using var it = await LoopbackFixture.OpenAsync(
            Fault.OnRetr(nth: 1).IgnoreRest(), Fault.OnRetr(nth: 2).RestOffBy(3), Fault.OnRetr(nth: 3).RestOffBy(-100),
            Fault.OnRetr(nth: 4).RestWrapsAt(1L << 32), Fault.OnRetr(nth: 5).RestWrapsAt(1L << 31));
        var content = it.Fill(10L << 30);
        await ServedFromAsync(asked: 5_000, served: 0);
        await ServedFromAsync(asked: 5_000, served: 5_003);
        await ServedFromAsync(asked: 50, served: 0);
        await ServedFromAsync(asked: (1L << 32) + 77, served: 77);
        await ServedFromAsync(asked: (1L << 31) + 78, served: 78);
        await ServedFromAsync(asked: (1L << 32) + 77, served: (1L << 32) + 77);

        async Task ServedFromAsync(long asked, long served)
        {
            using (var data = await it.Client.OpenDataAsync())
            {
                await it.Client.AskAllAsync(($"REST {asked}", "350"), ("RETR /f", "150"));
                var expected = new byte[1_000];
                content.Read(served, expected);
                Assert.Equal(expected, (await it.Client.ReadDataAsync(data, atMost: 1_000)).Bytes);
            }
            await it.Client.ExpectAsync("426");
            Assert.Equal(asked, it.Log.Retrievals[^1].Offset);
        }
    }

    [Fact]
    public async Task RANG_can_be_ignored()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { Features = LoopbackFeatures.All }, Fault.OnRetr(nth: 1).IgnoreRang());
        foreach (var expected in (string[])["0123456789", "23"])
        {
            await it.Client.AskAsync("RANG 2 3", "350");
            Assert.Equal(expected, await it.Client.TextAsync("RETR /f"));
        }
    }

    [Fact]
    public async Task Bytes_can_be_wrong_or_too_many_and_a_listing_any_text()
    {
        await using var it = await LoopbackFixture.OpenAsync(
            Fault.OnRetr(nth: 1).CorruptByteAt(4), Fault.OnRetr(nth: 2).SendExtra(3), Fault.OnRetr(nth: 3).CorruptByteAt(4),
            Fault.OnListing().SendInstead(FileContent.FromBytes("type=file;size=1; ../evil\r\n"u8)));
        Assert.Equal("0123\u00CB56789", await it.Client.TextAsync("RETR /f"));
        Assert.Equal("0123456789XXX", await it.Client.TextAsync("RETR /f"));
        Assert.Equal("56789", await it.Client.TextAsync("RETR /f", offset: 5));
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR /f"));
        Assert.Equal("type=file;size=1; ../evil\r\n", await it.Client.TextAsync("MLSD"));
    }

    [Fact]
    public async Task Any_byte_of_a_synthetic_file_can_be_wrong()
    {
        const long Where = (4L << 30) + 262_144;
        await using var it = await LoopbackFixture.OpenAsync(Fault.OnRetr().CorruptByteAt(Where));
        var content = it.Fill((4L << 30) + 600_000);
        using var received = new MemoryStream((await it.Client.TransferAsync("RETR /f", offset: 4L << 30)).Bytes);
        Assert.Equal(Where, await content.FirstDifferenceAsync(received, 4L << 30, content.Length, CancellationToken.None));
        received.Position = 262_145;
        Assert.Null(await content.FirstDifferenceAsync(received, Where + 1, content.Length, CancellationToken.None));
    }

    [Fact]
    public async Task A_file_renamed_over_during_a_transfer_is_not_seen_by_it()
    {
        await using var it = await LoopbackFixture.OpenAsync(Fault.AfterTotalBytes(1_000_000).ReplaceByRename("/f", FileContent.Synthetic(3_000_000, seed: 2)));
        var old = it.Fill(3_000_000);
        var before = await it.Client.TransferAsync("RETR /f");
        var after = await it.Client.TransferAsync("RETR /f");
        Assert.Equal(ContentDigest.Sha256(old), ContentDigest.Sha256(FileContent.FromBytes(before.Bytes)));
        Assert.Equal(it.Files.Sha256Of("/f"), ContentDigest.Sha256(FileContent.FromBytes(after.Bytes)));
        Assert.NotEqual(before.Bytes, after.Bytes);
        Assert.Equal(["/f replaced by a rename after 1000000 bytes in all"], it.Log.Faults);
    }

    [Fact]
    public async Task A_file_changed_in_place_changes_under_the_transfer_at_that_very_byte()
    {
        var two = FileContent.Synthetic(3_000_000, seed: 2);
        await using var it = await LoopbackFixture.OpenAsync(Fault.AfterTotalBytes(1_000_003).ReplaceInPlace("/f", two));
        var one = it.Fill(3_000_000);
        using var received = new MemoryStream((await it.Client.TransferAsync("RETR /f")).Bytes);
        Assert.Null(await one.FirstDifferenceAsync(received, 0, 1_000_003, CancellationToken.None));
        Assert.Null(await two.FirstDifferenceAsync(received, 1_000_003, 3_000_000, CancellationToken.None));
    }

    [Theory]
    [InlineData(2_000_000)]
    [InlineData(4_000_000)]
    public async Task A_file_resized_during_a_transfer_ends_the_transfer_at_its_new_end(int length)
    {
        await using var it = await LoopbackFixture.OpenAsync(
            Fault.AfterTotalBytes(1_000_000).Resize("/f", length), Fault.OnRetr(nth: 2).ChangeFilesAfter(500_000, files => files.Resize("/f", 600_000)));
        it.Fill(3_000_000);
        var first = await it.Client.TransferAsync("RETR /f");
        Assert.Equal(length, first.Bytes.Length);
        Assert.StartsWith("226", first.Final);
        Assert.Equal(600_000, (await it.Client.TransferAsync("RETR /f")).Bytes.Length);
    }

    [Fact]
    public async Task A_file_removed_during_a_transfer_is_sent_to_its_end_and_then_gone()
    {
        await using var it = await LoopbackFixture.OpenAsync(Fault.AfterTotalBytes(10).Remove("/f"));
        it.Fill(1_000_000);
        Assert.Equal(1_000_000, (await it.Client.TransferAsync("RETR /f")).Bytes.Length);
        await it.Client.RefusedAsync("RETR /f", "550");
    }
}
