namespace Accelerator.Loopback.Tests;

public sealed class EarlyCloseTests
{
    [Theory]
    [InlineData(EarlyCloseAnswer.Reply426, "426")]
    [InlineData(EarlyCloseAnswer.Reply226, "226")]
    [InlineData(EarlyCloseAnswer.Reply451, "451")]
    [InlineData(EarlyCloseAnswer.Repeat150, "150")]
    [InlineData(EarlyCloseAnswer.Reply426Then226, "426")]
    [InlineData(EarlyCloseAnswer.Nothing, "200")]
    public async Task An_early_close_by_the_client_is_answered_as_told(EarlyCloseAnswer answer, string expected)
    {
        await using var server = Start(new LoopbackOptions { EarlyClose = answer });
        server.Files.AddSynthetic("/long", 1L << 40, seed: 1);
        using var client = await RawFtp.LoginAsync(server);

        using (var data = await client.OpenDataAsync())
        {
            await client.AskAsync("RETR /long", "150");
            await client.ReadDataAsync(data, atMost: 500_000);
        }

        await client.SendAsync("NOOP\r\n");
        Assert.StartsWith(expected, await client.ReplyAsync());
        if (answer == EarlyCloseAnswer.Reply426Then226) Assert.StartsWith("226", await client.ReplyAsync());
        if (answer != EarlyCloseAnswer.Nothing) Assert.StartsWith("200", await client.ReplyAsync());
        Assert.Equal(TransferEnding.ClosedByClient, Assert.Single(server.Log.Retrievals).Ending);
    }

    [Fact]
    public async Task With_a_small_send_buffer_an_early_close_of_a_short_file_is_seen()
    {
        await using var server = Start(new LoopbackOptions { DataSendBuffer = 16 * 1024 });
        using var client = await RawFtp.LoginAsync(server);

        using (var data = await client.OpenDataAsync())
        {
            await client.AskAsync("RETR /f", "150");
            await client.ReadDataAsync(data, atMost: 1);
        }

        Assert.StartsWith("426", await client.ReplyAsync());
        Assert.Equal(TransferEnding.ClosedByClient, Assert.Single(server.Log.Retrievals).Ending);
    }

    [Fact]
    public async Task One_transfer_can_answer_an_early_close_otherwise()
    {
        await using var server = Start(new LoopbackOptions
        {
            Faults = FaultPlan.Of(Fault.OnRetr(nth: 1).AnswerEarlyClose(EarlyCloseAnswer.Reply451), Fault.OnRetr(nth: 1).StallAfter(1)),
        });
        using var client = await RawFtp.LoginAsync(server);

        using (await client.OpenDataAsync()) await client.AskAsync("RETR /f", "150");

        Assert.StartsWith("451", await client.ReplyAsync());
    }

    private static LoopbackServer Start(LoopbackOptions options)
    {
        var server = LoopbackServer.Start(options);
        server.Files.AddSynthetic("/f", 3_000_000, seed: 7);
        return server;
    }
}
