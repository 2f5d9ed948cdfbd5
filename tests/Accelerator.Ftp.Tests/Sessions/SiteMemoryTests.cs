using Accelerator.Ftp.Sessions;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>What one session learns, the site's others do not try again.</summary>
public sealed class SiteMemoryTests
{
    [Theory]
    [InlineData("211-x", " SIZE", "211 End")]
    [InlineData("500 what?")]
    [InlineData("211 none")]
    public async Task FEAT_is_asked_once_a_site(params string[] answer)
    {
        using var site = new Site();
        var connecting = site.ConnectAsync();
        using (var server = await site.Server.AcceptAsync())
        {
            await server.ReplyAsync("230 in");
            await server.AnswerAsync("TYPE I", "200 image");
            await using var first = await connecting.SoonAsync();
            var asking = first.FeaturesAsync(CancellationToken.None).AsTask();
            await server.AnswerAsync("FEAT", answer);
            await asking.SoonAsync();
        }

        await using var second = await site.LogInAsync(null);
        Assert.Same(second.Session.Traits.Features, await second.Session.FeaturesAsync(CancellationToken.None));
        Assert.Equal(["USER tester", "PASS secret", "TYPE I"], second.Server.Commands);
    }

    [Fact]
    public async Task A_refused_password_is_sent_once_though_four_sessions_connect()
    {
        using var site = new Site();
        var connecting = Enumerable.Range(0, 4).Select(_ => site.ConnectAsync()).ToList();
        var servers = new List<ScriptedConnection>();
        for (var i = 0; i < 4; i++) servers.Add(await site.Server.AcceptAsync());
        foreach (var server in servers)
        {
            await server.ReplyAsync("220 ready");
            await server.AnswerAsync("USER tester", "331 password");
        }

        var commands = servers.Select(server => server.ReadAsync()).ToList();
        var asked = await Task.WhenAny(commands);
        Assert.Equal("PASS secret", await asked);
        await servers[commands.IndexOf(asked)].ReplyAsync("530 Login incorrect.");

        foreach (var one in connecting) Assert.Equal(530, (await Assert.ThrowsAsync<FtpReplyException>(() => one.SoonAsync())).Reply.Code);
        Assert.Equal(1, (await Task.WhenAll(commands)).Count(command => command is not null));
        foreach (var server in servers) server.Dispose();
    }

    [Fact]
    public async Task A_session_that_starts_after_the_refusal_asks_again_only_when_it_was_judged_a_full_server_s()
    {
        // ProFTPD refuses with 530 at PASS when it is full; whoever tries again later must be able to get in.
        using var site = new Site();
        var refused = site.ConnectAsync();
        using (var server = await site.Server.AcceptAsync())
        {
            await server.ReplyAsync("220 ready");
            await server.AnswerAsync("USER tester", "331 password");
            await server.AnswerAsync("PASS secret", "530 Sorry, the maximum number of clients (1) for this user are already connected.");
            await Assert.ThrowsAsync<FtpReplyException>(() => refused.SoonAsync());
        }

        var early = site.ConnectAsync();
        using (var server = await site.Server.AcceptAsync())
        {
            await server.ReplyAsync("220 ready");
            await server.AnswerAsync("USER tester", "331 password");
            Assert.Equal(530, (await Assert.ThrowsAsync<FtpReplyException>(() => early.SoonAsync())).Reply.Code);
            Assert.Null(await server.ReadAsync());
        }

        site.Connector.TryPasswordAgain();
        await using var login = await site.LogInAsync([]);
        Assert.True(login.Session.IsUsable);
    }

    [Fact]
    public async Task Once_the_password_is_accepted_the_waiting_sessions_send_it_side_by_side()
    {
        using var site = new Site();
        var connecting = Enumerable.Range(0, 3).Select(_ => site.ConnectAsync()).ToList();
        var servers = new List<ScriptedConnection>();
        for (var i = 0; i < 3; i++) servers.Add(await site.Server.AcceptAsync());
        foreach (var server in servers)
        {
            await server.ReplyAsync("220 ready");
            await server.AnswerAsync("USER tester", "331 password");
        }

        var commands = servers.Select(server => server.ReadAsync()).ToList();
        await servers[commands.IndexOf(await Task.WhenAny(commands))].ReplyAsync("230 in");
        // Nobody has answered the second password when the third comes.
        Assert.All(await Task.WhenAll(commands), command => Assert.Equal("PASS secret", command));

        foreach (var server in servers) server.Dispose();
        foreach (var one in connecting) await Assert.ThrowsAsync<FtpConnectionException>(() => one.SoonAsync());
    }

    [Fact]
    public async Task The_anonymous_password_needs_no_queue()
    {
        using var site = new Site(profile => profile with { Credential = FtpCredential.Anonymous });
        var connecting = Enumerable.Range(0, 2).Select(_ => site.ConnectAsync()).ToList();
        var servers = new List<ScriptedConnection> { await site.Server.AcceptAsync(), await site.Server.AcceptAsync() };
        foreach (var server in servers)
        {
            await server.ReplyAsync("220 ready");
            await server.AnswerAsync("USER anonymous", "331 address");
        }
        foreach (var server in servers) await server.ExpectAsync("PASS ftpx@");
        foreach (var server in servers) server.Dispose();
        foreach (var one in connecting) await Assert.ThrowsAsync<FtpConnectionException>(() => one.SoonAsync());
    }

    [Fact]
    public async Task An_idle_session_is_lent_again_and_an_old_one_is_not()
    {
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var one = await site.LogInAsync([]);
        await using var two = await site.LogInAsync(null);
        await using var pool = new FtpSessionPool(time);
        var expired = new List<FtpSession>();

        pool.Return(one.Session);
        time.Advance(FtpSessionPool.MaxIdle / 2);
        pool.Return(two.Session);
        Assert.Same(two.Session, pool.TryRent(expired));
        time.Advance(FtpSessionPool.MaxIdle / 2);
        Assert.Null(pool.TryRent(expired));
        Assert.Equal([one.Session], expired);
    }

    [Fact]
    public async Task A_pool_says_QUIT_for_all_and_waits_for_nobody()
    {
        using var site = new Site();
        await using var one = await site.LogInAsync([]);
        await using var two = await site.LogInAsync(null);
        var pool = new FtpSessionPool(TimeProvider.System);
        pool.Return(one.Session);
        pool.Return(two.Session);
        await pool.DisposeAsync();
        foreach (var login in new[] { one, two })
        {
            await login.Server.ExpectAsync("QUIT");
            await login.Server.ExpectEndAsync();
        }
    }
}
