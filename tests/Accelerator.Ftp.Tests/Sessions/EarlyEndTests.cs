namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>
/// A range that is ended early by closing the data connection. Servers reply to it in many ways. The next transfer on the same session must
/// get its own replies and its own bytes, or the session must report that it is unusable. The clock stands still: a reply is recognised,
/// not waited for.
/// </summary>
public abstract class EarlyEndContract : OneSessionFixture
{
    /// <param name="answer">The server's reply to the early end, lines separated by a bar; empty for no reply.</param>
    /// <param name="late">The lines that arrive in one packet with the reply to the next command.</param>
    [Theory]
    // FileZilla and vsftpd; ProFTPD; IIS; then several replies at once (Pure-FTPd), and statistics.
    [InlineData("426 Failure writing network stream.")]
    [InlineData("226 Transfer complete.")]
    [InlineData("250 Transfer complete.")]
    [InlineData("451 Local error.")]
    [InlineData("450 Transfer aborted.")]
    [InlineData("551 Error on output file.")]
    [InlineData("552 Storage exceeded.")]
    [InlineData("426 aborted|226 Transfer complete.")]
    [InlineData("426-aborted| 0.001 s|426 1 MB/s")]
    [InlineData("150 once more|426 aborted")]
    [InlineData("150 once more|426 aborted|226 done")]
    [InlineData("226 done|226 done")]
    [InlineData("550 The specified network name is no longer available.")]
    // Pure-FTPd sends nothing more. Waiting for another reply would cost a second for every range that is cut short.
    [InlineData("150 0.003 seconds (measured here), 1259.70 Mbytes per second")]
    // A second reply arrives with the next command's.
    [InlineData("426 aborted", "226 done")]
    [InlineData("451 Local error.", "226 done")]
    [InlineData("226 done", "226 done, once more")]
    [InlineData("426 aborted", "250 done")]
    // The only reply arrives with the next command's, or never.
    [InlineData("", "")]
    [InlineData("", "426 aborted")]
    [InlineData("", "226 Transfer complete.")]
    [InlineData("", "451 Local error.")]
    [InlineData("", "250 Transfer complete.")]
    [InlineData("", "150 once more|426 aborted|226 done")]
    [InlineData("", "426-aborted| 0.001 s|426 1 MB/s|226 done")]
    [InlineData("", "550 The specified network name is no longer available.")]
    public async Task The_next_transfer_gets_its_own_replies_after_any_answer(string answer, string late = "")
    {
        var (transfer, data) = await BeginAsync();
        await AbandonAsync(transfer, data, Lines(answer));
        await transfer.DisposeAsync();
        await Login.ExpectNextFileAsync(Lines(late));
        await Login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("426 aborted")]
    [InlineData("226 Transfer complete.")]
    [InlineData("451 Local error.")]
    [InlineData("250 Transfer complete.")]
    [InlineData("200 fine")]
    [InlineData("426 aborted|226 done")]
    public async Task An_answer_that_comes_before_the_next_command_is_dropped(string late)
    {
        var (transfer, data) = await BeginAsync();
        await AbandonAsync(transfer, data);
        await Login.Server.ReplyAsync(Lines(late));
        await Login.UntilClientHasNewsAsync();
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_reply_split_in_two_is_still_recognized()
    {
        var (transfer, data) = await BeginAsync();
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        await Login.Server.WriteAsync("426-abor");
        await ScriptedServer.ArrivedAsync();
        Login.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(await abandoning.SoonAsync());
        await Login.Server.WriteAsync("ted\r\n426 aborted\r\n");
        await Login.ExpectNextFileAsync();
        await Login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("426 aborted")]
    [InlineData("226 done")]
    [InlineData("250 done")]
    [InlineData("550 The specified network name is no longer available.")]
    [InlineData("150 late|426 aborted|226 done")]
    public async Task Stopping_while_it_ends_leaves_the_answer_to_the_next_command(string late)
    {
        await StopWhileItEndsAsync();
        var sizing = Login.SizeAsync();
        await Login.Server.ReplyAsync(Lines(late));
        await Login.Server.AnswerAsync("SIZE a.bin", "213 5");
        Assert.Equal(5, await sizing.SoonAsync());
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task After_a_stop_an_answer_that_never_comes_is_waited_for_only_once()
    {
        await StopWhileItEndsAsync();
        var sizing = Login.SizeAsync();
        Login.Time.Advance(TimeSpan.FromSeconds(1));
        await Login.Server.AnswerAsync("SIZE a.bin", "450 Busy.");
        // A reply like this may still be the late one.
        await Login.Server.ReplyAsync("213 5");
        Assert.Equal(5, await sizing.SoonAsync());
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task After_a_stop_an_answer_that_has_come_by_then_is_dropped()
    {
        await StopWhileItEndsAsync();
        await Login.Server.ReplyAsync("550 The specified network name is no longer available.");
        await Login.UntilClientHasNewsAsync();
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_refusal_that_follows_an_early_end_belongs_to_its_command()
    {
        var (transfer, data) = await BeginAsync();
        await AbandonAsync(transfer, data, "426 aborted");
        var sizing = Login.SizeAsync();
        await Login.Server.AnswerAsync("SIZE a.bin", "450 Busy.");
        Assert.Equal(450, (await Assert.ThrowsAsync<FtpReplyException>(() => sizing)).Reply.Code);
        await Login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("421 You are a nuisance.")]
    [InlineData(null)]
    public async Task A_session_that_the_server_ends_is_not_reused(string? farewell)
    {
        var (transfer, data) = await BeginAsync();
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        if (farewell is not null) await Login.Server.ReplyAsync(farewell);
        else Login.Server.Reset();
        Assert.False(await abandoning.SoonAsync());
        Assert.False(Login.Session.IsUsable);
    }

    [Fact]
    public async Task After_a_stop_several_commands_at_once_are_paired()
    {
        await StopWhileItEndsAsync();
        Login.Session.Traits.ExpectLogin(works: true);
        var asking = Login.Session.TogetherAsync([FtpCommands.Noop.Raw(), FtpCommands.Noop.Raw()], isTrial: false, CancellationToken.None).AsTask();
        Login.Time.Advance(TimeSpan.FromSeconds(1));
        await Login.Server.AnswerAsync("NOOP", "426 aborted", "200 first");
        await Login.Server.AnswerAsync("NOOP", "200 second");
        Assert.Equal(["first", "second"], (await asking.SoonAsync())!.Select(reply => reply.Lines[0]));
    }

    [Fact]
    public async Task A_transfer_left_in_the_middle_costs_the_session()
    {
        var (transfer, data) = await BeginAsync();
        await transfer.DisposeAsync();
        Assert.False(Login.Session.IsUsable);
        await data.ExpectEndAsync();
        await Login.Server.ExpectEndAsync();
    }

    private async Task StopWhileItEndsAsync()
    {
        var (transfer, data) = await BeginAsync();
        using var stop = new CancellationTokenSource();
        var abandoning = transfer.AbandonAsync(stop.Token);
        await data.ExpectEndAsync();
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => abandoning.SoonAsync());
        await transfer.DisposeAsync();
        Assert.True(Login.Session.IsUsable);
    }

    private protected static string[] Lines(string text) => text.Split('|', StringSplitOptions.RemoveEmptyEntries);

    private protected async Task<(DataTransfer Transfer, ScriptedData Data)> BeginAsync(bool isAnswered = true)
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        if (isAnswered)
        {
            await Login.BeginDataAsync(data);
            await starting.SoonAsync();
        }
        await data.SendAsync(new byte[64 << 10]);
        var transfer = await starting.SoonAsync();
        await transfer.ReadExactlyAsync(1000);
        return (transfer, data);
    }

    private protected async Task AbandonAsync(DataTransfer transfer, ScriptedData data, params string[] answer) =>
        Assert.True(await EndAsync(transfer, data, answer));

    // Without a reply the client's wait of one second elapses.
    private protected async Task<bool> EndAsync(DataTransfer transfer, ScriptedData data, params string[] answer)
    {
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        if (answer.Length > 0) await Login.Server.ReplyAsync(answer);
        else Login.Time.Advance(TimeSpan.FromSeconds(1));
        return await abandoning.SoonAsync();
    }
}

/// <summary>Without TLS, where the data may come before the first reply.</summary>
public abstract class PlainEarlyEndContract : EarlyEndContract
{
    [Theory]
    [InlineData("426 aborted")]
    [InlineData("226 done")]
    [InlineData("150 late|426 aborted")]
    [InlineData("150 late|426 aborted|226 done")]
    public async Task Without_a_150_the_end_s_answer_is_the_first_reply(string answer)
    {
        var (transfer, data) = await BeginAsync(isAnswered: false);
        await AbandonAsync(transfer, data, Lines(answer));
        await Login.ExpectNextFileAsync();
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task No_reply_at_all_from_first_to_last_costs_the_session_and_little_time()
    {
        var (transfer, data) = await BeginAsync(isAnswered: false);
        Assert.False(await EndAsync(transfer, data));
        Assert.False(Login.Session.IsUsable);
    }
}

/// <summary>Over a connection that receives asynchronously.</summary>
public sealed class EarlyEndTests : PlainEarlyEndContract;

/// <summary>Over a connection for much data, which receives with blocking calls on its own thread.</summary>
public sealed class BulkEarlyEndTests : PlainEarlyEndContract
{
    private protected override bool IsBulk => true;
}

/// <summary>Over TLS, where a read of the control connection that has begun cannot be cancelled.</summary>
public sealed class TlsEarlyEndTests : EarlyEndContract
{
    private protected override Task<SessionFixture> OpenAsync() => SessionFixture.OpenWithTlsAsync();
}
