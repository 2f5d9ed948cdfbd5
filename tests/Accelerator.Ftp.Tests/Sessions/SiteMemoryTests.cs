namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>A result that one session learns is not tried again by the site's other sessions.</summary>
public sealed class SiteMemoryTests
{
    [Theory]
    [InlineData("211-x", " SIZE", "211 End")]
    [InlineData("500 what?")]
    [InlineData("211 none")]
    public async Task FEAT_is_asked_once_a_site(params string[] answer)
    {
        await using var first = await SessionFixture.OpenAsync(null);
        var asking = first.Session.FeaturesAsync(CancellationToken.None).AsTask();
        await first.Server.AnswerAsync("FEAT", answer);
        await asking.SoonAsync();

        await using var second = await first.Site.LogInAsync(null);
        Assert.Same(second.Session.Traits.Features, await second.Session.FeaturesAsync(CancellationToken.None));
        Assert.Equal(["USER tester", "PASS secret", "TYPE I"], second.Server.Commands);
    }

    [Fact]
    public async Task A_refused_password_is_sent_once_though_four_sessions_connect()
    {
        using var site = new SiteFixture();
        var logins = await BeginAsync(site, 4, "USER tester");
        var commands = logins.Select(login => login.Server.ReadAsync()).ToList();
        var asked = await Task.WhenAny(commands);
        Assert.Equal("PASS secret", await asked);
        await logins[commands.IndexOf(asked)].Server.ReplyAsync("530 Login incorrect.");

        foreach (var login in logins) Assert.Equal(530, (await login.FailureAsync<FtpReplyException>()).Reply.Code);
        Assert.Equal(1, (await Task.WhenAll(commands)).Count(command => command is not null));
        foreach (var login in logins) await login.DisposeAsync();
    }

    [Fact]
    public async Task A_session_after_a_refused_login_retries_only_if_the_refusal_is_attributed_to_a_full_server()
    {
        // ProFTPD refuses PASS with 530 when it is full; a later login must be able to succeed.
        using var site = new SiteFixture();
        var refused = Assert.Single(await BeginAsync(site, 1, "USER tester"));
        await refused.Server.AnswerAsync("PASS secret", "530 Sorry, the maximum number of clients (1) for this user are already connected.");
        await refused.FailureAsync<FtpReplyException>();

        var early = Assert.Single(await BeginAsync(site, 1, "USER tester"));
        Assert.Equal(530, (await early.FailureAsync<FtpReplyException>()).Reply.Code);
        Assert.Null(await early.Server.ReadAsync());

        site.Connector.TryPasswordAgain();
        await using var login = await site.LogInAsync();
        Assert.True(login.Session.IsUsable);
        refused.Server.Dispose();
        early.Server.Dispose();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_anonymous_password_and_one_that_was_accepted_are_sent_side_by_side(bool isAnonymous)
    {
        using var site = new SiteFixture(profile => isAnonymous ? profile with { Credential = FtpCredential.Anonymous } : profile);
        var logins = await BeginAsync(site, 3, isAnonymous ? "USER anonymous" : "USER tester");
        var commands = logins.Select(login => login.Server.ReadAsync()).ToList();
        if (!isAnonymous) await logins[commands.IndexOf(await Task.WhenAny(commands))].Server.ReplyAsync("230 in");
        // The second password has not been answered when the third is sent.
        Assert.All(await Task.WhenAll(commands), command => Assert.Equal(isAnonymous ? "PASS ftpx@" : "PASS secret", command));

        foreach (var login in logins) login.Server.Dispose();
        foreach (var login in logins) await login.FailureAsync<FtpConnectionException>();
    }

    [Fact]
    public async Task An_idle_session_is_lent_again_and_an_old_one_is_not()
    {
        await using var one = await SessionFixture.OpenAsync();
        await using var two = await one.Site.LogInAsync(null);
        await using var pool = new FtpSessionPool(one.Time);
        var expired = new List<FtpSession>();

        pool.Return(one.Session);
        one.Time.Advance(FtpSessionPool.MaxIdle / 2);
        pool.Return(two.Session);
        Assert.Same(two.Session, pool.TryRent(expired));
        one.Time.Advance(FtpSessionPool.MaxIdle / 2);
        Assert.Null(pool.TryRent(expired));
        Assert.Equal([one.Session], expired);
    }

    [Fact]
    public async Task A_pool_sends_QUIT_on_all_sessions_without_waiting()
    {
        await using var one = await SessionFixture.OpenAsync();
        await using var two = await one.Site.LogInAsync(null);
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

    // Logins that have reached the password, in parallel.
    private static async Task<List<LoginFixture>> BeginAsync(SiteFixture site, int count, string user)
    {
        var connecting = Enumerable.Range(0, count).Select(_ => site.ConnectAsync()).ToList();
        var servers = new List<ScriptedConnection>();
        for (var i = 0; i < count; i++) servers.Add(await site.Server.AcceptAsync());
        foreach (var server in servers)
        {
            await server.ReplyAsync("220 ready");
            await server.AnswerAsync(user, "331 password");
        }
        return [.. connecting.Zip(servers, (session, server) => new LoginFixture(site, session, server))];
    }
}
