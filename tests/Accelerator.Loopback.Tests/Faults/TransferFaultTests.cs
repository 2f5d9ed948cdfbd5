using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Tests.Faults;

public sealed class TransferFaultTests
{
    private const int Length = LoopbackFixture.FilledLength;

    public static TheoryData<int> Drops => [0, 1, 4_095, 4_096, 262_144, 262_145, Length - 1, Length];

    [Theory]
    [MemberData(nameof(Drops))]
    public async Task The_data_connection_can_be_dropped_after_any_number_of_bytes(int bytes)
    {
        await using var it = await LoopbackFixture.OpenFilledAsync(Fault.OnRetr(nth: 1).DropAfter(bytes));
        var dropped = await it.Client.TransferAsync("RETR /f");
        var whole = await it.Client.TransferAsync("RETR /f");
        Assert.Equal(bytes, dropped.Bytes.Length);
        Assert.False(dropped.Reset);
        Assert.StartsWith("426", dropped.Final);
        Assert.Equal(Length, whole.Bytes.Length);
        Assert.Equal([TransferEnding.DroppedByFault, TransferEnding.Complete], it.Log.Retrievals.Select(r => r.Ending));
        Assert.Equal([$"RETR dropped after {bytes} bytes"], it.Log.Faults);
    }

    [Fact]
    public async Task A_drop_beyond_the_end_of_a_file_never_happens()
    {
        await using var it = await LoopbackFixture.OpenFilledAsync(
            Fault.OnRetr(nth: 1).DropAfter(Length + 1), Fault.OnRetr(nth: 2).ResetAfter(Length + 1), Fault.OnRetr(nth: 3).DropAfter(Length + 1, reply: ""));
        for (var i = 0; i < 3; i++)
        {
            var whole = await it.Client.TransferAsync("RETR /f");
            Assert.Equal((Length, false, "226 Transfer complete."), (whole.Bytes.Length, whole.Reset, whole.Final));
        }
        Assert.All(it.Log.Retrievals, retrieval => Assert.Equal(TransferEnding.Complete, retrieval.Ending));
    }

    [Fact]
    public async Task A_drop_can_be_a_reset_and_answered_otherwise_or_not_at_all()
    {
        await using var it = await LoopbackFixture.OpenFilledAsync(
            Fault.OnRetr(nth: 1).ResetAfter(1_000_000), Fault.OnRetr(nth: 2).EndShortAfter(1_000_000),
            Fault.OnRetr(nth: 3).DropAfter(10, reply: ""), Fault.OnRetr(nth: 4).DropAfter(10, reply: "451 Disk on fire."));
        var reset = await it.Client.TransferAsync("RETR /f");
        Assert.True(reset.Reset);
        Assert.InRange(reset.Bytes.Length, 0, 1_000_000);
        var shortened = await it.Client.TransferAsync("RETR /f");
        Assert.Equal((1_000_000, "226 Transfer complete."), (shortened.Bytes.Length, shortened.Final));
        using (var data = await it.Client.RetrieveAsync())
        {
            Assert.Equal(10, (await it.Client.ReadDataAsync(data)).Bytes.Length);
            await it.Client.AskAsync("NOOP", "200"); // no 426 in between
        }
        Assert.Equal("451 Disk on fire.", (await it.Client.TransferAsync("RETR /f")).Final);
    }

    [Fact]
    public async Task Only_the_transfers_meant_are_hit()
    {
        await using var it = await LoopbackFixture.OpenFilledAsync(
            Fault.OnRetr().OnPath("/g").DropAfter(1), Fault.OnRetr().FromOffset(2_000_000).DropAfter(2), Fault.OnListing(nth: 1).DropAfter(3));
        it.Files.AddSynthetic("/g", 100);
        Assert.Equal(Length, await LengthAsync(it, "RETR /f"));
        Assert.Equal(1, await LengthAsync(it, "RETR /g"));
        Assert.Equal(1_000_001, await LengthAsync(it, "RETR /f", offset: 1_999_999));
        Assert.Equal(2, await LengthAsync(it, "RETR /f", offset: 2_000_000));
        Assert.Equal(3, await LengthAsync(it, "MLSD"));
        Assert.True(await LengthAsync(it, "MLSD") > 3);
    }

    [Fact]
    public async Task A_transfer_can_stall_until_the_client_gives_up()
    {
        await using var it = await LoopbackFixture.OpenFilledAsync(Fault.OnRetr(nth: 1).StallAfter(100_000));
        using (var data = await it.Client.RetrieveAsync())
        {
            Assert.Equal(100_000, (await it.Client.ReadDataAsync(data, atMost: 100_000)).Bytes.Length);
            var more = it.Client.ReadDataAsync(data, atMost: 1);
            await Task.WhenAny(more, Task.Delay(100));
            Assert.False(more.IsCompleted);
            // The client may have the bytes before the server counts them.
            await it.Log.WaitForAsync(log => log.BytesSent > 0, it.Client.Deadline);
            Assert.Equal((1, 100_000), (it.Log.RunningTransfers, it.Log.BytesSent));
            data.Dispose();
            await Assert.ThrowsAnyAsync<Exception>(() => more);
        }
        await it.Client.ExpectAsync("426");
        Assert.Equal(TransferEnding.ClosedByClient, await it.OnlyEndingAsync());
    }

    [Fact]
    public async Task A_transfer_can_stall_and_continue()
    {
        var time = new AutoTime();
        await using var it = await LoopbackFixture.OpenFilledAsync(time, Fault.OnRetr(nth: 1).StallAfter(100_000, TimeSpan.FromSeconds(7)));
        Assert.Equal(Length, await LengthAsync(it, "RETR /f"));
        Assert.Equal(TimeSpan.FromSeconds(7), time.Elapsed);
    }

    [Fact]
    public async Task A_transfer_can_stall_before_150_and_the_session_live_on()
    {
        await using var it = await LoopbackFixture.OpenFilledAsync(Fault.OnRetr(nth: 1).StallBeforePreliminary());
        using (await it.Client.OpenDataAsync())
        {
            await it.Client.SendAsync("RETR /f\r\n");
            await it.Log.WaitForAsync(log => log.RunningTransfers == 1, it.Client.Deadline);
        }
        await it.Client.ExpectAsync("426");
        Assert.Equal(0, it.Log.BytesSent);
        Assert.StartsWith("226", (await it.Client.TransferAsync("RETR /f")).Final);
    }

    [Fact]
    public async Task A_transfer_can_be_slow_from_the_start_or_from_a_point_on()
    {
        var time = new AutoTime();
        await using var it = await LoopbackFixture.OpenFilledAsync(time, Fault.OnRetr(nth: 1).AtRate(1_000_000), Fault.OnRetr(nth: 2).SlowAfter(2_000_000, 500_000));
        await it.Client.TransferAsync("RETR /f");
        Assert.InRange(time.Elapsed.TotalSeconds, 2.9, 3.1);
        await it.Client.TransferAsync("RETR /f");
        Assert.InRange(time.Elapsed.TotalSeconds, 4.8, 5.2);
    }

    [Theory]
    [InlineData(CloseKind.Fin, "")]
    [InlineData(CloseKind.Reset, "RST")]
    public async Task The_control_connection_can_close_while_the_data_transfer_continues(CloseKind kind, string expected)
    {
        await using var it = await LoopbackFixture.OpenFilledAsync(Fault.OnRetr().CloseControlAfter(1_000_000, kind));
        var download = await it.Client.TransferAsync("RETR /f");
        Assert.Equal((Length, expected), (download.Bytes.Length, download.Final));
        Assert.Equal(TransferEnding.Complete, await it.OnlyEndingAsync());
    }

    [Fact]
    public async Task A_transfer_can_be_refused_after_REST_was_accepted()
    {
        await using var it = await LoopbackFixture.OpenFilledAsync(
            Fault.OnRetr(nth: 1).FromOffset(1).Refuse("550 No support for resume of ASCII transfer."),
            Fault.OnRetr(nth: 2).FromOffset(1).Refuse("451 Not permitted."));
        await it.Client.RefusedAsync("RETR /f", "550", offset: 5);
        await it.Client.RefusedAsync("RETR /f", "451", offset: 5);
        Assert.Equal(Length - 5, await LengthAsync(it, "RETR /f", offset: 5));
        Assert.Single(it.Log.Retrievals);
    }

    private static async Task<int> LengthAsync(LoopbackFixture it, string command, long offset = 0) =>
        (await it.Client.TransferAsync(command, offset)).Bytes.Length;
}
