using Accelerator.Loopback.Content;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Protocol;

public sealed class TransferTests
{
    [Fact]
    public async Task A_file_is_transferred_completely_and_from_an_offset()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        it.Fill(3_000_001, seed: 7);
        var whole = await it.Client.TransferAsync("RETR /f");
        var tail = await it.Client.TransferAsync("RETR /f", offset: 2_000_003);
        Assert.StartsWith("150", whole.Preliminary);
        Assert.StartsWith("226", whole.Final);
        Assert.Equal(it.Files.Sha256Of("/f"), ContentDigest.Sha256(FileContent.FromBytes(whole.Bytes)));
        Assert.Equal(whole.Bytes[2_000_003..], tail.Bytes);
        Assert.Equal([0L, 2_000_003L], it.Log.Retrievals.Select(r => r.Offset));
        Assert.Equal(3_000_001 + 999_998, it.Log.BytesSentOf("/f"));
    }

    [Fact]
    public async Task A_restart_marker_is_for_the_next_transfer_only()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        Assert.Equal("456789", await it.Client.TextAsync("RETR /f", offset: 4));
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR /f"));
        await it.Client.TransferAsync("LIST", offset: 4);
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR /f"));
    }

    [Fact]
    public async Task A_restart_beyond_the_end_is_an_empty_transfer_or_554()
    {
        await using var lenient = await LoopbackFixture.OpenAsync();
        var empty = await lenient.Client.TransferAsync("RETR /f", offset: 99);
        Assert.Empty(empty.Bytes);
        Assert.StartsWith("226", empty.Final);
        await using var strict = await LoopbackFixture.OpenAsync(new LoopbackOptions { RefuseRestartPastEnd = true });
        await strict.Client.RefusedAsync("RETR /f", "554", offset: 99);
    }

    [Fact]
    public async Task RANG_sends_exactly_the_range_both_ends_included()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { Features = LoopbackFeatures.All });
        foreach (var (range, expected) in new[] { ("3 6", "3456"), ("0 0", "0"), ("9 9", "9") })
        {
            await it.Client.AskAsync($"RANG {range}", "350");
            Assert.Equal(expected, await it.Client.TextAsync("RETR /f"));
        }
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR /f"));
        // RANG 1 0 cancels an earlier range.
        await it.Client.AskAllAsync(("RANG 5 6", "350"), ("RANG 1 0", "350"));
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR /f"));
        await it.Client.AskAllAsync(("RANG 7 6", "501"), ("RANG 5 10", "350"));
        await it.Client.RefusedAsync("RETR /f", "554");
        await it.Client.AskAllAsync(("TYPE A", "200"), ("RANG 0 1", "551"));
    }

    [Fact]
    public async Task Names_in_any_encoding_are_served_by_their_bytes()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        var korean = LoopbackPath.FromBytes([(byte)'/', 0xC7, 0xD1, 0xB1, 0xDB, (byte)'.', (byte)'t', (byte)'x', (byte)'t']); // CP949
        it.Files.AddText(korean, "cp949");
        it.Files.AddText(LoopbackPath.FromUtf8("/한글"), "utf8");
        Assert.Equal("cp949", await it.Client.TextAsync("RETR " + korean));
        Assert.Equal("utf8", await it.Client.TextAsync("RETR /\u00ED\u0095\u009C\u00EA\u00B8\u0080"));
        Assert.EndsWith("//%C7%D1%B1%DB.txt", it.Server.UrlOf(korean));
    }

    [Fact]
    public async Task A_strict_server_loses_the_passive_port_and_the_marker_at_any_other_command()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { StrictSequence = true });
        await it.Client.AskAllAsync(("EPSV", "229"), ("NOOP", "200"), ("RETR /f", "425"), ("REST 5", "350"), ("NOOP", "200"));
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR /f"));
        Assert.Equal("56789", await it.Client.TextAsync("RETR /f", offset: 5));
    }

    [Fact]
    public async Task A_server_may_take_the_offset_at_the_passive_command()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { OffsetTakenAtPassive = true });
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR /f", offset: 5));
        await it.Client.AskAsync("REST 5", "350");
        Assert.Equal("56789", await it.Client.TextAsync("RETR /f"));
    }
}
