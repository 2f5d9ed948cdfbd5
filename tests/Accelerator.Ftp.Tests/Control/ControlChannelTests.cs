using Accelerator.Ftp.Tests.Sessions;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Control;

/// <summary>Commands and replies stay paired, or the session is dead.</summary>
public sealed class ControlChannelTests
{
    private static readonly FtpPath Path = Site.Path("a.bin");

    [Fact]
    public async Task A_421_between_two_commands_ends_the_session()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        await login.Server.ReplyAsync("421 Idle for too long.");
        await ScriptedServer.ArrivedAsync();
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => SizeAsync(login));
        // It answers no command, so it must not look like the refusal of one: the engine would lower the site's ceiling.
        Assert.Contains("421 Idle for too long.", lost.Message);
        Assert.False(login.Session.IsUsable);
        await login.Server.ExpectEndAsync();
    }

    [Fact]
    public async Task A_421_to_a_command_is_its_refusal_and_ends_the_session()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var sizing = SizeAsync(login);
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
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        if (reset) login.Server.Reset();
        else login.Server.Dispose();
        await ScriptedServer.ArrivedAsync();
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => SizeAsync(login));
        Assert.Contains("SIZE a.bin", lost.Message);
        Assert.True(lost.IsTransient);
        Assert.False(login.Session.IsUsable);
        await Assert.ThrowsAsync<FtpConnectionException>(() => SizeAsync(login));
    }

    [Theory]
    [InlineData("226 done, once more")]
    [InlineData("200 NOOP ok")]
    [InlineData("550 late refusal")]
    [InlineData("226-one", "226 two")]
    public async Task What_was_not_asked_for_answers_nothing(params string[] unasked)
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        await login.Server.ReplyAsync(unasked);
        await ScriptedServer.ArrivedAsync();
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_reply_has_one_deadline_however_it_dribbles()
    {
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var login = await site.LogInAsync([]);
        var sizing = SizeAsync(login);
        await login.Server.ExpectAsync("SIZE a.bin");
        foreach (var piece in new[] { "2", "1" })
        {
            await login.Server.WriteAsync(piece);
            time.Advance(TimeSpan.FromSeconds(14));
        }
        await login.Server.WriteAsync("3");
        time.Advance(TimeSpan.FromSeconds(2));
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => sizing);
        Assert.Equal(TimeSpan.FromSeconds(30), timeout.Limit);
        Assert.Contains("SIZE a.bin", timeout.Message);
        Assert.False(login.Session.IsUsable);
        await login.Server.ExpectEndAsync();
    }

    [Fact]
    public async Task Preliminary_replies_do_not_stretch_the_deadline()
    {
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var login = await site.LogInAsync([]);
        var sizing = SizeAsync(login);
        await login.Server.ExpectAsync("SIZE a.bin");
        for (var i = 0; i < 2; i++)
        {
            await login.Server.ReplyAsync("150 wait");
            await UntilTraceAsync(site, "< 150 wait", i + 1);
            time.Advance(TimeSpan.FromSeconds(20));
        }
        await Assert.ThrowsAsync<FtpTimeoutException>(() => sizing);
    }

    [Fact]
    public async Task A_preliminary_reply_is_followed_by_the_final_one()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var sizing = SizeAsync(login);
        await login.Server.AnswerAsync("SIZE a.bin", "150 wait", "213 77");
        Assert.Equal(77, await sizing);
    }

    [Fact]
    public async Task Replies_cut_into_bytes_are_the_same_replies()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var sizing = SizeAsync(login);
        await login.Server.ExpectAsync("SIZE a.bin");
        await login.Server.WriteBytewiseAsync("213-wait\r\n213 77\r\n");
        Assert.Equal(77, await sizing);
    }

    [Fact]
    public async Task What_is_not_a_reply_ends_the_session()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var sizing = SizeAsync(login);
        await login.Server.ExpectAsync("SIZE a.bin");
        await login.Server.WriteAsync("garbage\u001B[2J\r\n");
        var refusal = await Assert.ThrowsAsync<FtpProtocolException>(() => sizing);
        Assert.DoesNotContain(refusal.Message, char.IsControl);
        Assert.DoesNotContain(site.Trace, line => line.Any(char.IsControl));
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task A_stopped_command_ends_the_session()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        using var stop = new CancellationTokenSource();
        var sizing = login.Session.SizeAsync(Path, stop.Token).AsTask();
        await login.Server.ExpectAsync("SIZE a.bin");
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => sizing.SoonAsync());
        // A late answer would belong to the next command.
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task Two_commands_at_once_are_the_caller_s_mistake()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var sizing = SizeAsync(login);
        await Assert.ThrowsAsync<InvalidOperationException>(() => SizeAsync(login));
        await login.Server.AnswerAsync("SIZE a.bin", "213 77");
        Assert.Equal(77, await sizing);
    }

    [Fact]
    public async Task A_command_that_is_too_long_is_not_sent_and_harms_nothing()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        await Assert.ThrowsAsync<ArgumentException>(() => login.Session.SizeAsync(Site.Path(new string('x', 1000)), CancellationToken.None).AsTask());
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task QUIT_is_said_and_not_waited_for()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        await login.Session.QuitAsync();
        await login.Server.ExpectAsync("QUIT");
        await login.Server.ExpectEndAsync();
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task QUIT_to_a_server_that_is_gone_is_no_error()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        login.Server.Reset();
        await ScriptedServer.ArrivedAsync();
        await login.Session.QuitAsync();
        Assert.False(login.Session.IsUsable);
    }

    private static Task<long?> SizeAsync(Login login) => login.Session.SizeAsync(Path, CancellationToken.None).AsTask().SoonAsync();

    private static async Task UntilTraceAsync(Site site, string line, int count)
    {
        using var deadline = new CancellationTokenSource(ScriptedServer.Patience);
        while (site.Trace.Count(l => l == line) < count) await Task.Delay(1, deadline.Token);
    }
}
