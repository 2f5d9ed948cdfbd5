namespace Accelerator.Ftp.Tests.Control;

/// <summary>Commands and replies stay paired, or the session is dead.</summary>
public sealed class ControlChannelTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_421_between_two_commands_ends_the_session(bool withTls)
    {
        await using var login = await (withTls ? SessionFixture.OpenWithTlsAsync() : SessionFixture.OpenAsync());
        await login.Server.ReplyAsync("421 Idle for too long.");
        await login.UntilClientHasNewsAsync();
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => login.SizeAsync());
        // It answers no command, so it must not look like the refusal of one: the engine would lower the site's ceiling.
        Assert.Contains("421 Idle for too long.", lost.Message);
        Assert.False(login.Session.IsUsable);
        await login.Server.ExpectEndAsync();
    }

    [Fact]
    public async Task A_421_to_a_command_is_its_refusal_and_ends_the_session()
    {
        await using var login = await SessionFixture.OpenAsync();
        var sizing = login.SizeAsync();
        await login.Server.AnswerAsync("SIZE a.bin", "421 Going down.");
        var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => sizing);
        Assert.False(refusal.SessionUsable);
        Assert.False(login.Session.IsUsable);
        await login.Server.ExpectEndAsync();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_close_while_idle_is_noticed_at_the_next_command(bool reset)
    {
        await using var login = await SessionFixture.OpenAsync();
        if (reset) login.Server.Reset();
        else login.Server.Dispose();
        await login.UntilClientHasNewsAsync();
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => login.SizeAsync());
        Assert.Contains("SIZE a.bin", lost.Message);
        Assert.True(lost.IsTransient);
        Assert.False(login.Session.IsUsable);
        await Assert.ThrowsAsync<FtpConnectionException>(() => login.SizeAsync());
    }

    [Theory]
    [InlineData("226 done, once more")]
    [InlineData("200 NOOP ok")]
    [InlineData("550 late refusal")]
    [InlineData("226-one", "226 two")]
    public async Task What_was_not_asked_for_answers_nothing(params string[] unasked)
    {
        await using var login = await SessionFixture.OpenAsync();
        await login.Server.ReplyAsync(unasked);
        await login.UntilClientHasNewsAsync();
        await login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("2", "1")]
    [InlineData("150 wait\r\n", "150 wait\r\n")]
    public async Task A_reply_has_one_deadline_however_it_dribbles_and_whatever_comes_before_it(params string[] pieces)
    {
        await using var login = await SessionFixture.OpenAsync();
        var sizing = login.SizeAsync();
        await login.Server.ExpectAsync("SIZE a.bin");
        await login.Time.UntilTimersAsync(1);
        for (var i = 0; i < pieces.Length; i++)
        {
            await login.Server.WriteAsync(pieces[i]);
            if (pieces[i].EndsWith('\n')) await login.Site.UntilTraceHasAsync("< 150 wait", i + 1);
            login.Time.Advance(TimeSpan.FromSeconds(14));
        }
        await login.Server.WriteAsync("3");
        Assert.False(sizing.IsCompleted);
        login.Time.Advance(TimeSpan.FromSeconds(2));
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => sizing);
        Assert.Equal(TimeSpan.FromSeconds(30), timeout.Limit);
        Assert.Contains("SIZE a.bin", timeout.Message);
        Assert.False(login.Session.IsUsable);
        await login.Server.ExpectEndAsync();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_preliminary_reply_is_followed_by_the_final_one_whole_or_cut_into_bytes(bool isCut)
    {
        const string Replies = "150 wait\r\n213-wait\r\n213 77\r\n";
        await using var login = await SessionFixture.OpenAsync();
        var sizing = login.SizeAsync();
        await login.Server.ExpectAsync("SIZE a.bin");
        await (isCut ? login.Server.WriteBytewiseAsync(Replies) : login.Server.WriteAsync(Replies));
        Assert.Equal(77, await sizing);
    }

    [Fact]
    public async Task What_is_not_a_reply_ends_the_session()
    {
        await using var login = await SessionFixture.OpenAsync();
        var sizing = login.SizeAsync();
        await login.Server.ExpectAsync("SIZE a.bin");
        await login.Server.WriteAsync("garbage\u001B[2J\r\n");
        var refusal = await Assert.ThrowsAsync<FtpProtocolException>(() => sizing);
        Assert.DoesNotContain(refusal.Message, char.IsControl);
        Assert.DoesNotContain(login.Site.Trace, line => line.Any(char.IsControl));
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task A_stopped_command_ends_the_session()
    {
        await using var login = await SessionFixture.OpenAsync();
        using var stop = new CancellationTokenSource();
        var sizing = login.SizeAsync(cancellationToken: stop.Token);
        await login.Server.ExpectAsync("SIZE a.bin");
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => sizing);
        // A late answer would belong to the next command.
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task Two_commands_at_once_are_the_caller_s_mistake()
    {
        await using var login = await SessionFixture.OpenAsync();
        var sizing = login.SizeAsync();
        await Assert.ThrowsAsync<InvalidOperationException>(() => login.SizeAsync());
        await login.Server.AnswerAsync("SIZE a.bin", "213 77");
        Assert.Equal(77, await sizing);
    }

    [Fact]
    public async Task A_command_that_is_too_long_is_not_sent_and_harms_nothing()
    {
        await using var login = await SessionFixture.OpenAsync();
        await Assert.ThrowsAsync<ArgumentException>(() => login.SizeAsync(new string('x', 1000)));
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task QUIT_is_said_and_not_waited_for()
    {
        await using var login = await SessionFixture.OpenAsync();
        await login.Session.QuitAsync();
        await login.Server.ExpectAsync("QUIT");
        await login.Server.ExpectEndAsync();
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task QUIT_to_a_server_that_is_gone_is_no_error()
    {
        await using var login = await SessionFixture.OpenAsync();
        login.Server.Reset();
        await login.UntilClientHasNewsAsync();
        await login.Session.QuitAsync();
        Assert.False(login.Session.IsUsable);
    }
}
