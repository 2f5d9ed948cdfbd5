namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>
/// A range that is ended early, by closing the data connection. Servers answer it in every way; the next transfer on the same session must
/// get its own replies and its own bytes, or the session must say that it is dead. The clock stands still: an answer is recognised, not waited out.
/// </summary>
public sealed class EarlyEndTests
{
    /// <param name="answer">What the server says to the early end, lines separated by a bar; nothing where it is empty.</param>
    /// <param name="late">What it says in one packet with the answer to the next command.</param>
    [Theory]
    // FileZilla and vsftpd; ProFTPD; IIS; then several at once (Pure-FTPd), and statistics.
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
    // All that Pure-FTPd says to it; waiting for more would cost a second at every range that is cut short.
    [InlineData("150 0.003 seconds (measured here), 1259.70 Mbytes per second")]
    // A second answer comes with the next command's.
    [InlineData("426 aborted", "226 done")]
    [InlineData("451 Local error.", "226 done")]
    [InlineData("226 done", "226 done, once more")]
    [InlineData("426 aborted", "250 done")]
    // The only answer comes with the next command's, or never.
    [InlineData("", "")]
    [InlineData("", "426 aborted")]
    [InlineData("", "226 Transfer complete.")]
    [InlineData("", "451 Local error.")]
    [InlineData("", "250 Transfer complete.")]
    [InlineData("", "150 once more|426 aborted|226 done")]
    [InlineData("", "426-aborted| 0.001 s|426 1 MB/s|226 done")]
    [InlineData("", "550 The specified network name is no longer available.")]
    public async Task Whatever_the_server_answers_the_next_transfer_is_paired(string answer, string late = "")
    {
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await BeginAsync(login);
        await AbandonAsync(login, transfer, data, Lines(answer));
        await transfer.DisposeAsync();
        await login.ExpectNextFileAsync(Lines(late));
        await login.ExpectInStepAsync();
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
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await BeginAsync(login);
        await AbandonAsync(login, transfer, data);
        await login.Server.ReplyAsync(Lines(late));
        await login.UntilClientHasNewsAsync();
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task An_answer_split_in_two_is_still_told_apart()
    {
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await BeginAsync(login);
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        await login.Server.WriteAsync("426-abor");
        await ScriptedServer.ArrivedAsync();
        login.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(await abandoning.SoonAsync());
        await login.Server.WriteAsync("ted\r\n426 aborted\r\n");
        await login.ExpectNextFileAsync();
        await login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("426 aborted")]
    [InlineData("226 done")]
    [InlineData("150 late|426 aborted")]
    [InlineData("150 late|426 aborted|226 done")]
    public async Task Without_a_150_the_end_s_answer_is_the_first_reply(string answer)
    {
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await BeginAsync(login, isAnswered: false);
        await AbandonAsync(login, transfer, data, Lines(answer));
        await login.ExpectNextFileAsync();
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task No_reply_at_all_from_first_to_last_costs_the_session_and_little_time()
    {
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await BeginAsync(login, isAnswered: false);
        Assert.False(await EndAsync(login, transfer, data));
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task A_refusal_that_follows_an_early_end_belongs_to_its_command()
    {
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await BeginAsync(login);
        await AbandonAsync(login, transfer, data, "426 aborted");
        var sizing = login.SizeAsync();
        await login.Server.AnswerAsync("SIZE a.bin", "450 Busy.");
        Assert.Equal(450, (await Assert.ThrowsAsync<FtpReplyException>(() => sizing)).Reply.Code);
        await login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("421 You are a nuisance.")]
    [InlineData(null)]
    public async Task A_server_that_ends_the_session_for_it_is_believed(string? farewell)
    {
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await BeginAsync(login);
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        if (farewell is not null) await login.Server.ReplyAsync(farewell);
        else login.Server.Reset();
        Assert.False(await abandoning.SoonAsync());
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task Stopping_while_it_ends_stops()
    {
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await BeginAsync(login);
        using var stop = new CancellationTokenSource();
        var abandoning = transfer.AbandonAsync(stop.Token);
        await data.ExpectEndAsync();
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => abandoning.SoonAsync());
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task A_transfer_left_in_the_middle_costs_the_session()
    {
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await BeginAsync(login);
        await transfer.DisposeAsync();
        Assert.False(login.Session.IsUsable);
        await data.ExpectEndAsync();
        await login.Server.ExpectEndAsync();
    }

    private static string[] Lines(string text) => text.Split('|', StringSplitOptions.RemoveEmptyEntries);

    private static async Task<(DataTransfer Transfer, ScriptedData Data)> BeginAsync(SessionFixture login, bool isAnswered = true)
    {
        var (starting, data) = await login.BeginRetrieveAsync();
        if (isAnswered)
        {
            await login.BeginDataAsync(data);
            await starting.SoonAsync();
        }
        await data.SendAsync(new byte[64 << 10]);
        var transfer = await starting.SoonAsync();
        await transfer.ReadExactlyAsync(1000);
        return (transfer, data);
    }

    private static async Task AbandonAsync(SessionFixture login, DataTransfer transfer, ScriptedData data, params string[] answer) =>
        Assert.True(await EndAsync(login, transfer, data, answer));

    // Without an answer the client's second passes.
    private static async Task<bool> EndAsync(SessionFixture login, DataTransfer transfer, ScriptedData data, params string[] answer)
    {
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        if (answer.Length > 0) await login.Server.ReplyAsync(answer);
        else login.Time.Advance(TimeSpan.FromSeconds(1));
        return await abandoning.SoonAsync();
    }
}
