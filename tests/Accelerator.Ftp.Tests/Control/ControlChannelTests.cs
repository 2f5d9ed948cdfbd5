namespace Accelerator.Ftp.Tests.Control;

/// <summary>Commands and replies stay paired, or the session becomes unusable.</summary>
public sealed class ControlChannelTests : OneSessionFixture
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
        // This reply answers no command, so it must not look like a refused command: the engine would lower the site's connection limit.
        Assert.Contains("421 Idle for too long.", lost.Message);
        Assert.False(login.Session.IsUsable);
        await login.Server.ExpectEndAsync();
    }

    [Fact]
    public async Task A_421_to_a_command_is_its_refusal_and_ends_the_session()
    {
        var sizing = Login.SizeAsync();
        await Login.Server.AnswerAsync("SIZE a.bin", "421 Going down.");
        var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => sizing);
        Assert.False(refusal.SessionUsable);
        Assert.False(Login.Session.IsUsable);
        await Login.Server.ExpectEndAsync();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_close_while_idle_is_noticed_at_the_next_command(bool reset)
    {
        if (reset) Login.Server.Reset();
        else Login.Server.Dispose();
        await Login.UntilClientHasNewsAsync();
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => Login.SizeAsync());
        Assert.Contains("SIZE a.bin", lost.Message);
        Assert.True(lost.IsTransient);
        Assert.False(Login.Session.IsUsable);
        await Assert.ThrowsAsync<FtpConnectionException>(() => Login.SizeAsync());
    }

    [Theory]
    [InlineData("226 done, once more")]
    [InlineData("200 NOOP ok")]
    [InlineData("550 late refusal")]
    [InlineData("226-one", "226 two")]
    public async Task An_unsolicited_reply_answers_no_command(params string[] unasked)
    {
        await Login.Server.ReplyAsync(unasked);
        await Login.UntilClientHasNewsAsync();
        await Login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("2", "1")]
    [InlineData("150 wait\r\n", "150 wait\r\n")]
    public async Task A_reply_has_one_deadline_also_byte_by_byte_and_after_other_replies(params string[] pieces)
    {
        var sizing = Login.SizeAsync();
        await Login.Server.ExpectAsync("SIZE a.bin");
        await Login.Time.UntilTimersAsync(1);
        for (var i = 0; i < pieces.Length; i++)
        {
            await Login.Server.WriteAsync(pieces[i]);
            if (pieces[i].EndsWith('\n')) await Login.Site.UntilTraceHasAsync("< 150 wait", i + 1);
            Login.Time.Advance(TimeSpan.FromSeconds(14));
        }
        await Login.Server.WriteAsync("3");
        Assert.False(sizing.IsCompleted);
        Login.Time.Advance(TimeSpan.FromSeconds(2));
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => sizing);
        Assert.Equal(TimeSpan.FromSeconds(30), timeout.Limit);
        Assert.Contains("SIZE a.bin", timeout.Message);
        Assert.False(Login.Session.IsUsable);
        await Login.Server.ExpectEndAsync();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_final_reply_is_read_after_a_preliminary_one_even_byte_by_byte(bool isCut)
    {
        const string Replies = "150 wait\r\n213-wait\r\n213 77\r\n";
        var sizing = Login.SizeAsync();
        await Login.Server.ExpectAsync("SIZE a.bin");
        await (isCut ? Login.Server.WriteBytewiseAsync(Replies) : Login.Server.WriteAsync(Replies));
        Assert.Equal(77, await sizing);
    }

    [Fact]
    public async Task Lines_that_are_no_replies_end_the_session_when_there_are_too_many()
    {
        var sizing = Login.SizeAsync();
        await Login.Server.ExpectAsync("SIZE a.bin");
        await Login.Server.WriteAsync(string.Concat(Enumerable.Repeat("garbage\u001B[2J\r\n", ReplyParser.MaxSkipped + 1)));
        var refusal = await Assert.ThrowsAsync<FtpProtocolException>(() => sizing);
        Assert.DoesNotContain(refusal.Message, char.IsControl);
        Assert.DoesNotContain(Login.Site.Trace, line => line.Any(char.IsControl));
        Assert.False(Login.Session.IsUsable);
    }

    [Fact]
    public async Task A_stopped_command_ends_the_session()
    {
        using var stop = new CancellationTokenSource();
        var sizing = Login.SizeAsync(cancellationToken: stop.Token);
        await Login.Server.ExpectAsync("SIZE a.bin");
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => sizing);
        // A late reply would be paired with the next command.
        Assert.False(Login.Session.IsUsable);
    }

    [Fact]
    public async Task Two_commands_at_once_are_the_caller_s_mistake()
    {
        var sizing = Login.SizeAsync();
        await Assert.ThrowsAsync<InvalidOperationException>(() => Login.SizeAsync());
        await Login.Server.AnswerAsync("SIZE a.bin", "213 77");
        Assert.Equal(77, await sizing);
    }

    [Fact]
    public async Task A_command_that_is_too_long_is_not_sent_and_harms_nothing()
    {
        await Assert.ThrowsAsync<ArgumentException>(() => Login.SizeAsync(new string('x', 1000)));
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task QUIT_is_sent_without_waiting_for_the_reply()
    {
        await Login.Session.QuitAsync();
        await Login.Server.ExpectAsync("QUIT");
        await Login.Server.ExpectEndAsync();
        Assert.False(Login.Session.IsUsable);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task QUIT_waits_until_the_server_has_closed_the_connection_up_to_a_limit(bool closes)
    {
        var limit = TimeSpan.FromSeconds(7);
        var quitting = Login.Session.QuitAsync(limit).AsTask();
        await Login.Server.AnswerAsync("QUIT", "221 Goodbye.");
        await Login.Time.UntilOneIsDueInAsync(limit);
        Assert.False(quitting.IsCompleted);
        if (closes) Login.Server.Dispose();
        else await Login.Time.EndWaitAsync(limit);
        await quitting.SoonAsync();
        Assert.False(Login.Session.IsUsable);
    }

    [Fact]
    public async Task QUIT_to_a_lost_server_is_not_an_error()
    {
        Login.Server.Reset();
        await Login.UntilClientHasNewsAsync();
        await Login.Session.QuitAsync();
        Assert.False(Login.Session.IsUsable);
    }
}
