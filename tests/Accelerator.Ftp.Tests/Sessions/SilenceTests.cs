namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>Commands that a server leaves without an answer, and replies that end in an unusual way.</summary>
public sealed class SilenceTests : OneSessionFixture
{
    private static readonly TimeSpan Usual = new FtpTimeouts().Reply;

    [Fact]
    public async Task FEAT_without_an_answer_costs_one_session_and_is_not_sent_again()
    {
        await ExpectSilenceAsync(Login, session => session.FeaturesAsync(CancellationToken.None).AsTask(), "FEAT", Usual);

        await using var second = await Login.Site.LogInAsync(null);
        Assert.Empty((await second.Session.FeaturesAsync(CancellationToken.None)).Names);
        Assert.Equal(["FEAT"], second.Session.Traits.Silences.Verbs);
        await second.ExpectNextFileAsync();
    }

    [Theory]
    [InlineData("SIZE a.bin")]
    [InlineData("MDTM a.bin")]
    public async Task A_question_that_is_left_without_an_answer_twice_counts_as_unsupported(string line)
    {
        Func<FtpSession, Task> ask = line[0] == 'S' ? session => session.SizeAsync(SiteFixture.Path("a.bin"), CancellationToken.None).AsTask()
            : session => session.ModifiedAsync(SiteFixture.Path("a.bin"), CancellationToken.None).AsTask();
        await ExpectSilenceAsync(Login, ask, line, Usual);
        await using var second = await Login.Site.LogInAsync(null);
        await ExpectSilenceAsync(second, ask, line, TimeSpan.FromSeconds(10));

        await using var third = await Login.Site.LogInAsync(null);
        await ask(third.Session).SoonAsync();
        await third.ExpectNextFileAsync();
    }

    [Fact]
    public async Task REST_that_is_left_without_an_answer_twice_counts_as_refused()
    {
        for (var i = 0; i < 2; i++)
        {
            await using var login = await Login.Site.LogInAsync(null);
            var starting = login.StartAsync(100);
            using var port = await login.Server.PassiveAsync();
            await login.Server.ExpectAsync("REST 100");
            await login.Time.EndWaitAsync(i == 0 ? Usual : TimeSpan.FromSeconds(10));
            await Assert.ThrowsAsync<FtpTimeoutException>(() => starting.SoonAsync());
        }

        await using var third = await Login.Site.LogInAsync(null);
        var refused = third.StartAsync(100);
        using var open = await third.Server.PassiveAsync();
        Assert.Equal("REST", (await Assert.ThrowsAsync<FtpReplyException>(() => refused.SoonAsync())).Verb);
    }

    [Fact]
    public async Task A_command_that_was_answered_once_is_sent_again_after_any_silence()
    {
        var sizing = Login.SizeAsync();
        await Login.Server.AnswerAsync("SIZE a.bin", "213 5");
        Assert.Equal(5, await sizing);
        for (var i = 0; i < 3; i++)
        {
            await using var login = await Login.Site.LogInAsync(null);
            await ExpectSilenceAsync(login, session => session.SizeAsync(SiteFixture.Path("a.bin"), CancellationToken.None).AsTask(), "SIZE a.bin", Usual);
        }
        Assert.Empty(Login.Session.Traits.Silences.Verbs);
    }

    [Fact]
    public async Task A_reply_that_ends_with_another_code_of_its_class_ends_when_nothing_follows_and_then_at_once()
    {
        var asking = Login.Session.FeaturesAsync(CancellationToken.None).AsTask();
        await Login.Server.AnswerAsync("FEAT", "221-Features", " SIZE", "211 End");
        await Login.Time.EndWaitAsync(ReplyReader.Quiet);
        Assert.Equal(["SIZE"], (await asking.SoonAsync()).Names);

        var again = Login.Session.Control.SendAsync(FtpCommands.Feat, CancellationToken.None).AsTask();
        await Login.Server.AnswerAsync("FEAT", "221-Features", " SIZE", "211 End");
        Assert.Equal(["SIZE"], (await again.SoonAsync()).Names);
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_line_with_another_code_of_the_class_is_part_of_a_reply_that_goes_on()
    {
        var asking = Login.Session.Control.SendAsync(FtpCommands.Noop, CancellationToken.None).AsTask();
        await Login.Server.AnswerAsync("NOOP", "200-first", "220 second", "200 third");
        Assert.Equal(["first", "220 second", "third"], (await asking.SoonAsync()).Lines);
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task Text_between_replies_is_traced_and_decides_nothing()
    {
        var sizing = Login.SizeAsync();
        await Login.Server.AnswerAsync("SIZE a.bin", "", "debug: stat a.bin", "213 5");
        Assert.Equal(5, await sizing);
        Assert.Contains("< (no reply: debug: stat a.bin)", Login.Site.Trace);

        var (transfer, data) = await Login.RetrieveAsync();
        await data.SendAsync(SessionFixture.Content);
        data.Dispose();
        await Login.Server.ReplyAsync("debug: closed", "226 done");
        await transfer.ExpectEndAsync(SessionFixture.Content);
        await transfer.DisposeAsync();
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task Text_in_place_of_the_first_reply_to_a_transfer_ends_the_session()
    {
        var (starting, _) = await Login.BeginRetrieveAsync();
        await Login.Server.ReplyAsync("opening something", "226 done");
        await Assert.ThrowsAsync<FtpProtocolException>(() => starting.SoonAsync());
        Assert.False(Login.Session.IsUsable);
    }

    private static async Task ExpectSilenceAsync(SessionFixture login, Func<FtpSession, Task> ask, string line, TimeSpan limit)
    {
        var asking = ask(login.Session);
        await login.Server.ExpectAsync(line);
        await login.Time.EndWaitAsync(limit);
        await Assert.ThrowsAsync<FtpTimeoutException>(() => asking.SoonAsync());
        Assert.False(login.Session.IsUsable);
    }

    private protected override Task<SessionFixture> OpenAsync() => SessionFixture.OpenAsync(null);
}
