using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Faults;

public sealed class TransferReplyFaultTests
{
    private const int Length = LoopbackFixture.FilledLength;

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task The_preliminary_reply_can_be_another_late_or_missing()
    {
        await using var it = await LoopbackFixture.OpenFilledAsync(
            Fault.OnRetr(nth: 1).Preliminary("125 Data connection already open."), Fault.OnRetr(nth: 2).NoPreliminary(),
            Fault.OnRetr(nth: 3).PreliminaryAfter(1_000_000), Fault.OnRetr(nth: 4).Preliminary("150 One.\r\n150 Two."));
        Assert.Equal(["125", "226"], await CodesAsync(it.Client));
        Assert.Equal(["226"], await CodesAsync(it.Client));
        Assert.Equal(["150", "226"], await CodesAsync(it.Client));
        Assert.Equal(["150", "150", "226"], await CodesAsync(it.Client));
        Assert.Equal(["150", "226"], await CodesAsync(it.Client));
        Assert.Equal(4, it.Log.Faults.Count);
    }

    [Fact]
    public async Task A_late_150_comes_after_its_bytes()
    {
        var time = new FakeTime();
        await using var it = await LoopbackFixture.OpenFilledAsync(time, Fault.OnRetr().PreliminaryAfter(1_000), Fault.OnRetr().StallAfter(999, Pause));
        using var data = await it.Client.OpenDataAsync();
        await it.Client.SendAsync("RETR /f\r\n");
        Assert.Equal(999, (await it.Client.ReadDataAsync(data, atMost: 999)).Bytes.Length);
        var reply = it.Client.ReplyAsync();
        Assert.False(reply.IsCompleted);
        await time.EndWaitAsync(Pause);
        Assert.Equal(Length - 999, (await it.Client.ReadDataAsync(data)).Bytes.Length);
        Assert.StartsWith("150", await reply);
        await it.Client.ExpectAsync("226");
    }

    [Fact]
    public async Task The_final_reply_can_be_another_several_or_missing()
    {
        await using var it = await LoopbackFixture.OpenAsync(
            Fault.OnRetr(nth: 1).Final("250 Done."), Fault.OnRetr(nth: 2).Final("200 Fine."), Fault.OnRetr(nth: 3).MultiLineFinal(),
            Fault.OnRetr(nth: 4).TwoFinals(), Fault.OnRetr(nth: 5).RawFinal("226 bare\n"), Fault.OnRetr(nth: 6).NoFinal());
        foreach (var final in (string[])["250 Done.", "200 Fine.", "226-File successfully transferred\n226 0.029", "226"])
            Assert.StartsWith(final, (await it.Client.TransferAsync("RETR /f")).Final, StringComparison.Ordinal);
        await it.Client.ExpectAsync("226");
        Assert.Equal("226 bare", (await it.Client.TransferAsync("RETR /f")).Final);

        using var data = await it.Client.RetrieveAsync();
        Assert.Equal(10, (await it.Client.ReadDataAsync(data)).Bytes.Length);
        await it.Client.AskAsync("NOOP", "200");
    }

    [Fact]
    public async Task Preliminary_and_final_reply_can_be_late()
    {
        var time = new AutoTime();
        await using var it = await LoopbackFixture.OpenAsync(
            new LoopbackOptions { TimeProvider = time },
            Fault.OnRetr(nth: 1).DelayPreliminary(TimeSpan.FromSeconds(4)), Fault.OnRetr(nth: 2).DelayFinal(TimeSpan.FromSeconds(5)));
        await it.Client.TransferAsync("RETR /f");
        Assert.Equal(TimeSpan.FromSeconds(4), time.Elapsed);
        await it.Client.TransferAsync("RETR /f");
        Assert.Equal(TimeSpan.FromSeconds(9), time.Elapsed);
    }

    [Fact]
    public async Task The_final_reply_can_come_before_the_last_megabyte()
    {
        var time = new FakeTime();
        await using var it = await LoopbackFixture.OpenFilledAsync(time, Fault.OnRetr(nth: 1).FinalBeforeLast(1 << 20, Pause));
        using var data = await it.Client.RetrieveAsync();
        var early = await it.Client.ReadDataAsync(data, atMost: Length - (1 << 20));
        await it.Client.ExpectAsync("226");
        Assert.Equal(Length - (1 << 20), it.Log.BytesSent);
        await time.EndWaitAsync(Pause);
        var late = await it.Client.ReadDataAsync(data);
        Assert.Equal(Length, early.Bytes.Length + late.Bytes.Length);
        await it.Client.AskAsync("NOOP", "200"); // no second 226
    }

    private static async Task<string[]> CodesAsync(RawFtp client)
    {
        using var data = await client.OpenDataAsync();
        await client.SendAsync("RETR /f\r\nNOOP\r\n");
        Assert.Equal(Length, (await client.ReadDataAsync(data)).Bytes.Length);
        var codes = new List<string>();
        while ((await client.ReplyAsync())[..3] is var code && code != "200") codes.Add(code);
        return [.. codes];
    }
}
