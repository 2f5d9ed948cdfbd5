namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>
/// MDTM and RETR are sent together to a server that has accepted a pipelined command after a transfer; some replies end this.
/// </summary>
public sealed class PipeliningTests : OneSessionFixture
{
    [Theory]
    [InlineData("213 20261122110627", "20261122110627")]
    [InlineData("500 what?", null)]
    public async Task Two_answers_in_order_prove_it(string answer, string? time)
    {
        var (starting, data) = await BeginAsync(answer);
        await Login.BeginDataAsync(data);
        var transfer = await starting.SoonAsync();
        Assert.Equal(time, transfer.Modified);
        await Login.FinishAsync(transfer, data);
        Assert.True(Login.Session.Traits.BehindWorks);
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task Only_one_session_tries_it_before_it_is_proven()
    {
        Assert.True(Login.Session.Traits.TryPair());
        await FetchOneByOneAsync(Login.Session.RetrieveTimedAsync(SiteFixture.Path("a.bin"), CancellationToken.None));
    }

    [Fact]
    public async Task A_refusal_is_asked_for_again_one_command_at_a_time_and_one_that_was_wrong_ends_it()
    {
        var (starting, data) = await BeginAsync("213 20261122110627");
        await Login.Server.ReplyAsync("550 File unavailable");
        data.Dispose();
        await FetchOneByOneAsync(starting);
        Assert.False(Login.Session.Traits.BehindWorks);
    }

    [Fact]
    public async Task A_repeated_refusal_does_not_count_against_pipelining()
    {
        var (starting, data) = await BeginAsync("550 No such file");
        await Login.Server.ReplyAsync("550 No such file");
        data.Dispose();
        await Login.Server.AnswerAsync("MDTM a.bin", "550 No such file");
        using var again = await Login.Server.BeginRetrieveAsync("a.bin");
        await Login.Server.ReplyAsync("550 No such file");
        Assert.Equal("RETR", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Verb);
        Assert.True(Login.Session.Traits.BehindWorks);
        await Login.ExpectInStepAsync();
    }

    /// <summary>npm's ftpd does this: it processes both commands at the same time.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task One_answer_for_two_commands_costs_the_session_and_ends_it_for_the_site(bool isFileSent)
    {
        var (starting, data) = await BeginAsync("550 File unavailable");
        if (isFileSent)
        {
            await Login.BeginDataAsync(data);
        }
        else
        {
            await Login.Time.UntilOneIsDueInAsync(TimeSpan.FromSeconds(5));
            Login.Time.Advance(TimeSpan.FromSeconds(5));
        }
        Assert.True((await Assert.ThrowsAnyAsync<FtpException>(() => starting.SoonAsync())).IsTransient);
        Assert.False(Login.Session.IsUsable);
        Assert.False(Login.Session.Traits.BehindWorks);
    }

    private protected override async Task<SessionFixture> OpenAsync()
    {
        var login = await SessionFixture.OpenAsync(null);
        login.Session.Traits.ExpectBehind(works: true);
        return login;
    }

    private async Task<(Task<DataTransfer> Starting, ScriptedData Data)> BeginAsync(string time)
    {
        var starting = Login.Session.RetrieveTimedAsync(SiteFixture.Path("a.bin"), CancellationToken.None);
        using var port = await Login.Server.PassiveAsync();
        await Login.Server.ExpectAsync("MDTM a.bin");
        await Login.Server.ExpectAsync("RETR a.bin");
        await Login.Server.ReplyAsync(time);
        return (starting, await port.AcceptAsync());
    }

    private async Task FetchOneByOneAsync(Task<DataTransfer> starting)
    {
        await Login.Server.AnswerAsync("MDTM a.bin", "213 20261122110627");
        var data = await Login.Server.BeginRetrieveAsync("a.bin");
        await Login.BeginDataAsync(data);
        await Login.FinishAsync(starting, data);
    }
}
