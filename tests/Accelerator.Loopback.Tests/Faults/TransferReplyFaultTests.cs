namespace Accelerator.Loopback.Tests;

public sealed class TransferReplyFaultTests
{
    private const int Length = 3_000_000;

    [Fact]
    public async Task The_preliminary_reply_can_be_another_late_or_missing()
    {
        await using var server = Start(
            Fault.OnRetr(nth: 1).Preliminary("125 Data connection already open."), Fault.OnRetr(nth: 2).NoPreliminary(),
            Fault.OnRetr(nth: 3).PreliminaryAfter(1_000_000), Fault.OnRetr(nth: 4).Preliminary("150 One.\r\n150 Two."));
        using var client = await RawFtp.LoginAsync(server);

        Assert.StartsWith("125", (await client.TransferAsync("RETR /f")).Preliminary);
        Assert.Equal(["226"], await CodesAsync(client));
        Assert.Equal(["150", "226"], await CodesAsync(client));
        Assert.Equal(["150", "150", "226"], await CodesAsync(client));
        Assert.Equal(["150", "226"], await CodesAsync(client));
        Assert.Equal(4, server.Log.Faults.Count);
    }

    [Fact]
    public async Task A_late_150_comes_after_its_bytes()
    {
        var time = new SteppedTime();
        await using var server = Start(
            time, Fault.OnRetr().PreliminaryAfter(1_000), Fault.OnRetr().StallAfter(999, TimeSpan.FromSeconds(1)));
        using var client = await RawFtp.LoginAsync(server);
        using var data = await client.OpenDataAsync();

        await client.SendAsync("RETR /f\r\n");
        Assert.Equal(999, (await client.ReadDataAsync(data, atMost: 999)).Bytes.Length);
        var reply = client.ReplyAsync();
        Assert.False(reply.IsCompleted);
        await time.StepAsync(client.Deadline);
        Assert.Equal(Length - 999, (await client.ReadDataAsync(data)).Bytes.Length);
        Assert.StartsWith("150", await reply);
        Assert.StartsWith("226", await client.ReplyAsync());
    }

    [Fact]
    public async Task The_final_reply_can_be_another_or_several()
    {
        await using var server = Start(
            Fault.OnRetr(nth: 1).Final("250 Done."), Fault.OnRetr(nth: 2).Final("200 Fine."), Fault.OnRetr(nth: 3).MultiLineFinal(),
            Fault.OnRetr(nth: 4).TwoFinals(), Fault.OnRetr(nth: 5).RawFinal("226 bare\n"));
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal("250 Done.", (await client.TransferAsync("RETR /f")).Final);
        Assert.Equal("200 Fine.", (await client.TransferAsync("RETR /f")).Final);
        Assert.StartsWith("226-File successfully transferred\n226 0.029", (await client.TransferAsync("RETR /f")).Final);
        Assert.StartsWith("226", (await client.TransferAsync("RETR /f")).Final);
        Assert.StartsWith("226", await client.ReplyAsync());
        Assert.Equal("226 bare", (await client.TransferAsync("RETR /f")).Final);
    }

    [Fact]
    public async Task The_final_reply_can_be_missing_and_the_session_live_on()
    {
        await using var server = Start(Fault.OnRetr(nth: 1).NoFinal());
        using var client = await RawFtp.LoginAsync(server);

        using var data = await client.OpenDataAsync();
        await client.AskAsync("RETR /f", "150");
        Assert.Equal(Length, (await client.ReadDataAsync(data)).Bytes.Length);
        await client.AskAsync("NOOP", "200");
    }

    [Fact]
    public async Task Preliminary_and_final_reply_can_be_late()
    {
        var time = new AutoTime();
        await using var server = LoopbackServer.Start(new LoopbackOptions
        {
            TimeProvider = time,
            Faults = FaultPlan.Of(
                Fault.OnRetr(nth: 1).DelayPreliminary(TimeSpan.FromSeconds(4)),
                Fault.OnRetr(nth: 2).DelayFinal(TimeSpan.FromSeconds(5))),
        });
        server.Files.AddText("/f", "x");
        using var client = await RawFtp.LoginAsync(server);

        await client.TransferAsync("RETR /f");
        Assert.Equal(TimeSpan.FromSeconds(4), time.Elapsed);
        await client.TransferAsync("RETR /f");
        Assert.Equal(TimeSpan.FromSeconds(9), time.Elapsed);
    }

    [Fact]
    public async Task The_final_reply_can_come_before_the_last_megabyte()
    {
        var time = new SteppedTime();
        await using var server = Start(time, Fault.OnRetr(nth: 1).FinalBeforeLast(1 << 20, TimeSpan.FromSeconds(1)));
        using var client = await RawFtp.LoginAsync(server);
        using var data = await client.OpenDataAsync();

        await client.AskAsync("RETR /f", "150");
        var early = await client.ReadDataAsync(data, atMost: Length - (1 << 20));
        Assert.StartsWith("226", await client.ReplyAsync());
        Assert.Equal(Length - (1 << 20), server.Log.BytesSent);
        await time.StepAsync(client.Deadline);
        var late = await client.ReadDataAsync(data);

        Assert.Equal(Length, early.Bytes.Length + late.Bytes.Length);
        await client.AskAsync("NOOP", "200"); // no second 226
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

    private static LoopbackServer Start(params Fault[] faults) => Start(TimeProvider.System, faults);

    private static LoopbackServer Start(TimeProvider time, params Fault[] faults)
    {
        var server = LoopbackServer.Start(new LoopbackOptions { TimeProvider = time, Faults = FaultPlan.Of(faults) });
        server.Files.AddSynthetic("/f", Length, seed: 7);
        return server;
    }
}
