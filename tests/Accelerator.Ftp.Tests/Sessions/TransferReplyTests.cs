namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>
/// Every order and form of replies around a transfer that runs to its end: the bytes are complete, and commands and replies stay paired.
/// </summary>
public abstract class TransferReplyContract : OneSessionFixture
{
    private static readonly byte[] Content = SessionFixture.Content;

    [Theory]
    [InlineData("150 opening", "226 done", 226)]
    [InlineData("125 already open", "226 done", 226)]
    [InlineData("150 opening|150 opening, once more", "226 done", 226)]
    [InlineData("150-opening|150 (23 bytes)", "226-1 s|226 23 bytes/s", 226)]
    [InlineData("150 opening", "250 done", 250)]
    [InlineData("150 opening", "200 done", 200)]
    [InlineData("150 opening", "226 done|226 done, once more", 226)]
    [InlineData("150 opening", "150 late again|226 done", 226)]
    [InlineData("150 opening", "426 aborted|226 done all the same", 426)]
    [InlineData("150 opening", "451 disk error", 451)]
    [InlineData("", "226 done", 226)]
    [InlineData("", "150 late|226 done", 226)]
    [InlineData("226 done before it began", "", 226)]
    public async Task The_file_is_received_completely_and_the_session_stays_in_step(string before, string after, int code)
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        using (data)
        {
            if (before.Length > 0) await Login.Server.ReplyAsync(before.Split('|'));
            await data.SendAsync(Content);
        }
        if (after.Length > 0) await Login.Server.ReplyAsync(after.Split('|'));

        await using (var transfer = await starting.SoonAsync())
        {
            await transfer.ExpectEndAsync(Content, code);
            Assert.Equal(Content.Length, transfer.BytesRead);
        }
        Assert.True(Login.Session.IsUsable);
        await Login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("229 Entering Extended Passive Mode (|||30001|)")]
    [InlineData("213 20261122110627")]
    public async Task The_answer_to_another_command_costs_the_session_and_not_the_run(string reply)
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        using (data) await Login.Server.ReplyAsync(reply);
        Assert.True((await Assert.ThrowsAsync<FtpConnectionException>(() => starting.SoonAsync())).IsTransient);
        Assert.Equal((false, false), (Login.Session.IsUsable, Login.Session.Traits.BehindWorks));
    }

    [Fact]
    public async Task A_226_before_the_last_bytes_does_not_end_the_reading()
    {
        var (transfer, data) = await Login.RetrieveAsync();
        await data.SendAsync(Content.AsMemory(0, 5));
        await Login.Server.ReplyAsync("226 all sent");
        Assert.Equal(Content[..5], await transfer.ReadExactlyAsync(5));
        await data.SendAsync(Content.AsMemory(5));
        data.Dispose();
        await transfer.ExpectEndAsync(Content[5..]);
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_late_226_is_waited_for()
    {
        var (transfer, data) = await Login.RetrieveAsync();
        data.Dispose();
        Assert.Empty(await transfer.ReadToEndAsync());
        var completing = transfer.CompleteAsync(CancellationToken.None);
        await ScriptedServer.ArrivedAsync();
        Assert.False(completing.IsCompleted);
        await Login.Server.ReplyAsync("226 sorry for the delay");
        Assert.Equal(226, (await completing.SoonAsync())?.Code);
        await Login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_226_that_never_comes_costs_the_session_and_not_the_bytes(bool isAnswered)
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        if (isAnswered) await Login.BeginDataAsync(data);
        await data.SendAsync(Content);
        data.Dispose();
        var transfer = await starting.SoonAsync();
        Assert.Equal(Content, await transfer.ReadToEndAsync());
        // The data may be read before the 150; its reply has a limit of its own.
        if (isAnswered) await transfer.Answered.SoonAsync();

        var completing = transfer.CompleteAsync(CancellationToken.None);
        Login.Time.Advance(TimeSpan.FromSeconds(14));
        await ScriptedServer.ArrivedAsync();
        Assert.False(completing.IsCompleted);
        Login.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.Null(await completing.SoonAsync());
        Assert.False(Login.Session.IsUsable);
        await Login.Server.ExpectEndAsync();
    }

    [Fact]
    public async Task Preliminary_replies_do_not_put_off_the_end_for_ever()
    {
        var (transfer, data) = await Login.RetrieveAsync();
        data.Dispose();
        Assert.Empty(await transfer.ReadToEndAsync());
        var completing = transfer.CompleteAsync(CancellationToken.None);
        Login.Time.Advance(TimeSpan.FromSeconds(10));
        await Login.Server.ReplyAsync("150 patience");
        await Login.Site.UntilTraceHasAsync("< 150 patience");
        Login.Time.Advance(TimeSpan.FromSeconds(5));
        Assert.Null(await completing.SoonAsync());
    }

    [Fact]
    public async Task A_missing_150_does_not_end_the_session_while_data_flows()
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        await data.SendAsync(Content);
        var transfer = await starting.SoonAsync();
        for (var i = 0; i < 20; i++)
        {
            Assert.Equal(Content, await transfer.ReadExactlyAsync(Content.Length));
            Login.Time.Advance(TimeSpan.FromSeconds(9));
            await data.SendAsync(Content);
        }
        data.Dispose();
        await Login.Server.ReplyAsync("226 done");
        await transfer.ExpectEndAsync(Content);
        await Login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData(null, null)]
    [InlineData("421 that was the last one", 421)]
    public async Task A_control_connection_that_ends_with_the_transfer_does_not_cost_the_bytes(string? farewell, int? code)
    {
        var (transfer, data) = await Login.RetrieveAsync();
        if (farewell is null) Login.Server.Reset();
        await data.SendAsync(Content);
        data.Dispose();
        if (farewell is not null) await Login.Server.ReplyAsync(farewell);
        await transfer.ExpectEndAsync(Content, code);
        Assert.False(Login.Session.IsUsable);
        if (farewell is not null) await Login.Server.ExpectEndAsync();
    }

    [Theory]
    [InlineData("550 No such file.", true, false)]
    [InlineData("451 Too many transfers.", true, true)]
    [InlineData("425 Can't open data connection.", true, true)]
    [InlineData("421 Too many.", false, true)]
    [InlineData("350 what?", true, false)]
    public async Task A_refused_RETR_throws_and_reports_whether_the_session_is_usable(string reply, bool usable, bool transient)
    {
        var (starting, data) = await Login.BeginRetrieveAsync(4096);
        await Login.Server.ReplyAsync(reply);
        var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync());
        Assert.Equal($"RETR a.bin at offset 4096: {reply}", refusal.Message);
        Assert.Equal(("RETR", usable, transient), (refusal.Verb, refusal.SessionUsable, refusal.IsTransient));
        await data.ExpectEndAsync();
        data.Dispose();
        Assert.Equal(usable, Login.Session.IsUsable);
        if (usable) await Login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_refusal_after_the_data_connection_was_closed_is_still_the_refusal(bool reset)
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        if (reset) data.Reset();
        else data.Dispose();
        await ScriptedServer.ArrivedAsync();
        await Login.Server.ReplyAsync("550 No such file.");
        Assert.Equal(550, (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Reply.Code);
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task An_empty_file_is_its_replies_however_often_they_are_asked_for()
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        data.Dispose();
        await ScriptedServer.ArrivedAsync();
        await Login.Server.ReplyAsync("150 opening", "226 done");
        await using var transfer = await starting.SoonAsync();
        await transfer.ExpectEndAsync([]);
        Assert.Same(await transfer.CompleteAsync(CancellationToken.None).SoonAsync(), await transfer.CompleteAsync(CancellationToken.None).SoonAsync());
        await Login.ExpectInStepAsync();
    }
}

/// <summary>Over a connection that receives asynchronously.</summary>
public sealed class TransferReplyTests : TransferReplyContract;

/// <summary>Over a connection for much data, which receives with blocking calls on its own thread.</summary>
public sealed class BulkTransferReplyTests : TransferReplyContract
{
    private protected override bool IsBulk => true;
}
