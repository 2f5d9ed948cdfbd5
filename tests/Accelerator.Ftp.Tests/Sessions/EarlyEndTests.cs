using Accelerator.Ftp.Data;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>
/// A range that is ended early, by closing the data connection. Servers answer it in every way; the next transfer on the same session must
/// get its own replies and its own bytes, or the session must say that it is dead.
/// </summary>
public sealed class EarlyEndTests
{
    private static readonly byte[] Content = new byte[64 * 1024];

    [Theory]
    // FileZilla and vsftpd; ProFTPD; IIS; then several at once (Pure-FTPd), and statistics.
    [InlineData("426 Failure writing network stream.")]
    [InlineData("226 Transfer complete.")]
    [InlineData("250 Transfer complete.")]
    [InlineData("451 Local error.")]
    [InlineData("450 Transfer aborted.")]
    [InlineData("551 Error on output file.")]
    [InlineData("552 Storage exceeded.")]
    [InlineData("426 aborted", "226 Transfer complete.")]
    [InlineData("426-aborted", " 0.001 s", "426 1 MB/s")]
    [InlineData("150 once more", "426 aborted")]
    [InlineData("150 once more", "426 aborted", "226 done")]
    [InlineData("226 done", "226 done")]
    [InlineData("550 The specified network name is no longer available.")]
    public async Task Whatever_the_server_answers_the_next_transfer_is_paired(params string[] answer)
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await BeginAsync(login);
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        await login.Server.ReplyAsync(answer);
        Assert.True(await abandoning.SoonAsync());
        await transfer.DisposeAsync();
        await login.ExpectNextFileAsync();
        await login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData()]
    [InlineData("426 aborted")]
    [InlineData("226 Transfer complete.")]
    [InlineData("451 Local error.")]
    [InlineData("250 Transfer complete.")]
    [InlineData("150 once more", "426 aborted", "226 done")]
    [InlineData("426-aborted", " 0.001 s", "426 1 MB/s", "226 done")]
    [InlineData("550 The specified network name is no longer available.")]
    public async Task An_answer_that_comes_with_the_next_command_s_is_told_apart(params string[] late)
    {
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await BeginAsync(login);
        await AbandonInSilenceAsync(time, transfer, data);
        await transfer.DisposeAsync();
        await login.ExpectNextFileAsync(late);
        await login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("426 aborted")]
    [InlineData("226 Transfer complete.")]
    [InlineData("451 Local error.")]
    [InlineData("250 Transfer complete.")]
    [InlineData("200 fine")]
    [InlineData("426 aborted", "226 done")]
    public async Task An_answer_that_comes_before_the_next_command_is_dropped(params string[] late)
    {
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await BeginAsync(login);
        await AbandonInSilenceAsync(time, transfer, data);
        await login.Server.ReplyAsync(late);
        await ScriptedServer.ArrivedAsync();
        await login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("426 aborted", "226 done")]
    [InlineData("451 Local error.", "226 done")]
    [InlineData("226 done", "226 done, once more")]
    [InlineData("426 aborted", "250 done")]
    public async Task A_second_answer_may_come_with_the_next_command_s(string first, string second)
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await BeginAsync(login);
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        await login.Server.ReplyAsync(first);
        Assert.True(await abandoning.SoonAsync());
        await login.ExpectNextFileAsync(second);
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task An_answer_split_in_two_is_still_told_apart()
    {
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await BeginAsync(login);
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        await login.Server.WriteAsync("426-abor");
        await time.UntilTimersAsync(1).SoonAsync();
        await ScriptedServer.ArrivedAsync();
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(await abandoning.SoonAsync());
        await login.Server.WriteAsync("ted\r\n426 aborted\r\n");
        await login.ExpectNextFileAsync();
        await login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("426 aborted")]
    [InlineData("226 done")]
    [InlineData("150 late", "426 aborted")]
    [InlineData("150 late", "426 aborted", "226 done")]
    public async Task Without_a_150_the_end_s_answer_is_the_first_reply(params string[] answer)
    {
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var login = await site.LogInAsync([]);
        var (starting, data) = await login.BeginRetrieveAsync();
        await data.SendAsync(Content);
        var transfer = await starting.SoonAsync();
        await transfer.ReadExactlyAsync(1000);
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        await login.Server.ReplyAsync(answer);
        // No time passes: the answer is recognised, not waited out.
        Assert.True(await abandoning.SoonAsync());
        await login.ExpectNextFileAsync();
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_second_150_is_an_answer_and_is_not_waited_out()
    {
        // All that Pure-FTPd says to it; waiting for more would cost a second at every range that is cut short.
        using var site = new Site(time: new FakeTime());
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await BeginAsync(login);
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        await login.Server.ReplyAsync("150 0.003 seconds (measured here), 1259.70 Mbytes per second");
        Assert.True(await abandoning.SoonAsync());
        await login.ExpectNextFileAsync();
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task No_reply_at_all_from_first_to_last_costs_the_session_and_little_time()
    {
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var login = await site.LogInAsync([]);
        var (starting, data) = await login.BeginRetrieveAsync();
        await data.SendAsync(Content);
        var transfer = await starting.SoonAsync();
        await transfer.ReadExactlyAsync(1000);
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        await time.UntilTimersAsync(1).SoonAsync();
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.False(await abandoning.SoonAsync());
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task A_refusal_that_follows_an_early_end_belongs_to_its_command()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await BeginAsync(login);
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        await login.Server.ReplyAsync("426 aborted");
        Assert.True(await abandoning.SoonAsync());

        var sizing = login.Session.SizeAsync(Site.Path("b.bin"), CancellationToken.None).AsTask();
        await login.Server.AnswerAsync("SIZE b.bin", "450 Busy.");
        Assert.Equal(450, (await Assert.ThrowsAsync<FtpReplyException>(() => sizing.SoonAsync())).Reply.Code);
        await login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("421 You are a nuisance.")]
    [InlineData(null)]
    public async Task A_server_that_ends_the_session_for_it_is_believed(string? farewell)
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
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
        using var site = new Site(time: new FakeTime());
        await using var login = await site.LogInAsync([]);
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
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await BeginAsync(login);
        await transfer.DisposeAsync();
        Assert.False(login.Session.IsUsable);
        await data.ExpectEndAsync();
        await login.Server.ExpectEndAsync();
    }

    private static async Task<(DataTransfer Transfer, ScriptedData Data)> BeginAsync(Login login)
    {
        var (transfer, data) = await login.RetrieveAsync();
        await data.SendAsync(Content);
        await transfer.ReadExactlyAsync(1000);
        return (transfer, data);
    }

    private static async Task AbandonInSilenceAsync(FakeTime time, DataTransfer transfer, ScriptedData data)
    {
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await data.ExpectEndAsync();
        await time.UntilTimersAsync(1).SoonAsync();
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(await abandoning.SoonAsync());
    }
}
