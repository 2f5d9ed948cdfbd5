namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>
/// REST and RETR are sent together, over a data connection that was prepared, to a server that has answered other commands that were sent
/// together; some replies end this.
/// </summary>
public sealed class RestTogetherTests : OneSessionFixture
{
    private ServerTraits Traits => Login.Session.Traits;

    [Fact]
    public async Task Two_answers_in_order_prove_it_and_the_next_transfer_starts_at_byte_0()
    {
        await ProveAsync();
        Assert.True(Traits.RestTogetherWorks);
        await Login.ExpectInStepAsync();
        Assert.Equal("REST 0", Login.Server.Commands[^2]);
    }

    [Fact]
    public async Task From_byte_0_REST_0_goes_together_with_RETR_where_an_earlier_marker_may_be_set_and_only_once()
    {
        await ProveAsync();
        var (starting, data) = await BeginAsync("REST 0", offset: 0);
        await Login.Server.ReplyAsync("350 ok", "150 here it comes");
        await Login.FinishAsync(starting, data);

        using var port = await PrepareAsync();
        var second = await port.AcceptAsync();
        starting = Login.StartAsync();
        await Login.Server.AnswerAsync("RETR a.bin", "150 here it comes");
        await Login.FinishAsync(starting, second);
    }

    [Fact]
    public async Task After_an_accepted_REST_0_whose_file_was_refused_no_marker_is_set()
    {
        await ProveAsync();
        var (refused, unused) = await BeginAsync("REST 0", offset: 0);
        unused.Dispose();
        await Login.Server.ReplyAsync("350 ok", "550 No such file");
        await Assert.ThrowsAsync<FtpReplyException>(() => refused.SoonAsync());

        var (starting, data) = await Login.BeginRetrieveAsync();
        await Login.BeginDataAsync(data);
        await Login.FinishAsync(starting, data);
    }

    [Fact]
    public async Task After_a_RANG_from_byte_0_a_marker_may_be_set()
    {
        await ProveAsync();
        Traits.ExpectRang();
        Traits.ProveRang();
        var (starting, data) = await BeginAsync("RANG 0 199", end: 200, offset: 0);
        await Login.Server.ReplyAsync("350 ok", "150 here it comes");
        await Login.FinishAsync(starting, data);

        (starting, data) = await BeginAsync("REST 0", offset: 0);
        await Login.Server.ReplyAsync("350 ok", "150 here it comes");
        await Login.FinishAsync(starting, data);
    }

    [Fact]
    public async Task A_site_where_it_worked_before_needs_no_trial()
    {
        Traits.ExpectRestTogether(works: true);
        var (starting, data) = await BeginAsync("REST 100");
        await Login.Server.ReplyAsync("350 ok", "150 here it comes");
        await Login.FinishAsync(starting, data);
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task Before_any_commands_were_answered_together_REST_goes_first()
    {
        await FetchOneByOneAsync();
        Assert.Null(Traits.RestTogetherWorks);
    }

    [Fact]
    public async Task One_session_tries_it_at_a_time()
    {
        await AskTogetherAsync();
        Assert.True(Traits.TryRestTogether());
        await FetchOneByOneAsync();
    }

    [Fact]
    public async Task A_connection_that_is_opened_for_this_transfer_saves_nothing_so_REST_goes_first()
    {
        Traits.ExpectRestTogether(works: true);
        var (starting, data) = await Login.BeginRetrieveAsync(100);
        await Login.BeginDataAsync(data);
        await Login.FinishAsync(starting, data);
    }

    [Fact]
    public async Task RANG_and_RETR_go_together_once_RANG_has_sent_the_right_bytes()
    {
        Traits.ExpectRestTogether(works: true);
        Traits.ExpectRang();
        using (var port = await PrepareAsync())
        {
            var first = Login.StartAsync(100, 200);
            await Login.Server.AnswerAsync("RANG 100 199", "350 ok");
            await Login.Server.AnswerAsync("RETR a.bin", "150 here it comes");
            await Login.FinishAsync(first, await port.AcceptAsync());
        }
        Traits.ProveRang();
        var (starting, data) = await BeginAsync("RANG 100 199", end: 200);
        await Login.Server.ReplyAsync("350 ok", "150 here it comes");
        var transfer = await starting.SoonAsync();
        Assert.Equal(200, transfer.RangeEnd);
        await Login.FinishAsync(transfer, data);
    }

    // A server that does not read ahead, one without REST, and one that works on both at once.
    [Theory]
    [InlineData(false, "350 ok")]
    [InlineData(false, "502 no REST", "150 here it comes")]
    [InlineData(false, "150 here it comes", "350 ok")]
    [InlineData(false, "550 no such file", "350 ok")]
    [InlineData(true, "350 ok")]
    [InlineData(true, "150 here it comes", "350 ok")]
    public async Task An_answer_that_does_not_fit_costs_the_session_and_ends_it_for_the_site(bool isKnown, params string[] replies)
    {
        if (isKnown) Traits.ExpectRestTogether(works: true);
        else await AskTogetherAsync();
        var (starting, _) = await BeginAsync("REST 100");
        await Login.Server.ReplyAsync(replies);
        if (replies.Length == 1)
        {
            // A trial is given up sooner than a file that a known server is slow to open.
            var limit = isKnown ? new FtpTimeouts().FirstByte : TimeSpan.FromSeconds(5);
            await Login.Time.UntilOneIsDueInAsync(limit);
            Login.Time.Advance(limit);
        }
        Assert.True((await Assert.ThrowsAnyAsync<FtpException>(() => starting.SoonAsync())).IsTransient);
        Assert.False(Login.Session.IsUsable);
        Assert.False(Traits.RestTogetherWorks);
    }

    [Theory]
    [InlineData("150 here it comes", false)]
    [InlineData("550 No such file", null)]
    public async Task A_refused_trial_is_repeated_one_command_at_a_time_and_ends_it_only_if_that_succeeds(string second, bool? works)
    {
        await AskTogetherAsync();
        var (starting, refused) = await BeginAsync("REST 100");
        await Login.Server.ReplyAsync("350 ok", "550 No such file");
        refused.Dispose();

        using var data = await Login.Server.BeginRetrieveAsync("a.bin", 100);
        await Login.Server.ReplyAsync(second);
        if (works is false) await Login.FinishAsync(starting, data);
        else Assert.Equal("RETR", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Verb);
        Assert.Equal(works, Traits.RestTogetherWorks);
        Assert.True(Login.Session.IsUsable);
    }

    [Fact]
    public async Task A_file_that_is_refused_later_says_nothing_about_it()
    {
        Traits.ExpectRestTogether(works: true);
        var (starting, data) = await BeginAsync("REST 100");
        await Login.Server.ReplyAsync("350 ok", "550 No such file");
        data.Dispose();
        Assert.Equal(550, (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Reply.Code);
        Assert.True(Traits.RestTogetherWorks);
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_second_226_of_the_transfer_before_answers_neither()
    {
        Traits.ExpectRestTogether(works: true);
        await Login.ExpectNextFileAsync();
        var (starting, data) = await BeginAsync("REST 100");
        await Login.Server.ReplyAsync("226 done", "350 ok", "150 here it comes");
        await Login.FinishAsync(starting, data);
        Assert.True(Traits.RestTogetherWorks);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, null)]
    public async Task After_bytes_that_do_not_fit_REST_goes_first_and_a_site_where_it_worked_before_is_not_blamed(bool isKnown, bool? works)
    {
        if (isKnown) Traits.ExpectRestTogether(works: true);
        else await ProveAsync();
        Traits.DoubtRestTogether();
        Assert.Equal(works, Traits.RestTogetherWorks);
        await FetchOneByOneAsync();
    }

    private protected override Task<SessionFixture> OpenAsync() => SessionFixture.OpenAsync(null);

    // SIZE, MDTM and FEAT, sent together and answered.
    private async Task AskTogetherAsync()
    {
        Traits.ExpectLogin(works: true);
        var asking = Login.Session.SizeAndModifiedAsync(SiteFixture.Path("a.bin"), CancellationToken.None).AsTask();
        foreach (var command in (string[])["SIZE a.bin", "MDTM a.bin", "FEAT"]) await Login.Server.ExpectAsync(command);
        await Login.Server.ReplyAsync("213 500", "213 20261122110627", "211 none");
        await asking.SoonAsync();
    }

    // Both commands have arrived, and neither is answered.
    private async Task<(Task<DataTransfer> Starting, ScriptedData Data)> BeginAsync(string marker, long? end = null, long offset = 100)
    {
        using var port = await PrepareAsync();
        var data = await port.AcceptAsync();
        var starting = Login.StartAsync(offset, end);
        await Login.Server.ExpectAsync(marker);
        await Login.Server.ExpectAsync("RETR a.bin");
        return (starting, data);
    }

    private async Task ProveAsync()
    {
        await AskTogetherAsync();
        var (starting, data) = await BeginAsync("REST 100");
        await Login.Server.ReplyAsync("350 ok", "150 here it comes");
        await Login.FinishAsync(starting, data);
    }

    private async Task FetchOneByOneAsync()
    {
        using var port = await PrepareAsync();
        var data = await port.AcceptAsync();
        var starting = Login.StartAsync(100);
        await Login.Server.AnswerAsync("REST 100", "350 ok");
        await Login.Server.AnswerAsync("RETR a.bin", "150 here it comes");
        await Login.FinishAsync(starting, data);
    }

    private async Task<ScriptedDataPort> PrepareAsync()
    {
        var preparing = Login.Session.PrepareAsync(isBulk: false, CancellationToken.None).AsTask();
        var port = await Login.Server.PassiveAsync();
        await preparing.SoonAsync();
        return port;
    }
}
