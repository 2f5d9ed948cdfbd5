namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>USER, PASS, TYPE and EPSV are sent at once to a server that has answered them in order before.</summary>
public sealed class LoginTogetherTests : IDisposable
{
    private readonly SiteFixture _site = new();

    public void Dispose() => _site.Dispose();

    [Fact]
    public async Task One_session_tries_it_after_another_has_logged_in_and_then_all_do()
    {
        _site.Connector.Traits.ExpectLogin(works: null);
        await using var first = await _site.LogInAsync(null);
        Assert.Null(_site.Connector.Traits.LoginWorks);

        await using var trial = await LogInTogetherAsync();
        Assert.True(_site.Connector.Traits.LoginWorks);
        await using var next = await LogInTogetherAsync();
    }

    [Fact]
    public async Task Without_a_site_profile_none_tries_it()
    {
        await using var first = await _site.LogInAsync(null);
        await using var second = await _site.LogInAsync(null);
        Assert.Null(_site.Connector.Traits.LoginWorks);
    }

    [Fact]
    public async Task The_first_transfer_uses_the_port_requested_with_the_login_and_the_second_requests_another()
    {
        _site.Connector.Traits.ExpectLogin(works: true);
        using var port = new ScriptedDataPort(IPAddress.Loopback);
        await using var login = await LogInTogetherAsync(port);

        var starting = login.Session.RetrieveAsync(SiteFixture.Path("a.bin"), 7, null, isBulk: false, CancellationToken.None);
        await login.Server.AnswerAsync("REST 7", "350 ok");
        await login.Server.ExpectAsync("RETR a.bin");
        using var data = await port.AcceptAsync();
        await login.BeginDataAsync(data);
        await login.FinishAsync(starting, data);
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_command_in_between_gives_the_port_up()
    {
        _site.Connector.Traits.ExpectLogin(works: true);
        using var port = new ScriptedDataPort(IPAddress.Loopback);
        await using var login = await LogInTogetherAsync(port);
        var asking = login.Session.ModifiedAsync(SiteFixture.Path("a.bin"), CancellationToken.None).AsTask();
        await login.Server.AnswerAsync("MDTM a.bin", "213 20261122110627");
        await asking.SoonAsync();

        var starting = login.Session.RetrieveAsync(SiteFixture.Path("a.bin"), 0, null, isBulk: false, CancellationToken.None);
        using var data = await login.Server.BeginRetrieveAsync("a.bin");
        await login.BeginDataAsync(data);
        await login.FinishAsync(starting, data);
    }

    [Theory]
    [InlineData("331 password", "503 Login with USER first", "530 no", "530 no")]
    [InlineData("331 password", "530 Login incorrect", "530 no", "530 no")]
    [InlineData("331 password")]
    [InlineData("331 password", "332 account", "530 no", "530 no")]
    public async Task An_answer_that_does_not_fit_costs_one_connection_and_ends_it_for_the_site(params string[] replies)
    {
        _site.Connector.Traits.ExpectLogin(works: null);
        await using var first = await _site.LogInAsync(null);
        var connecting = _site.ConnectAsync();
        using (var trial = await _site.Server.AcceptAsync())
        {
            await ExpectTogetherAsync(trial);
            await trial.ReplyAsync(replies);
            if (replies.Length == 1)
            {
                // The limit of the first reply, and that of the second, which does not come.
                await _site.Time.UntilBegunAsync(TimeSpan.FromSeconds(10), 2);
                _site.Time.Advance(TimeSpan.FromSeconds(10));
            }
            using var again = await _site.Server.AcceptAsync();
            await again.LogInAsync();
            await (await connecting.SoonAsync()).DisposeAsync();
        }

        Assert.False(_site.Connector.Traits.LoginWorks);
        await using var next = await _site.LogInAsync(null);
    }

    [Fact]
    public async Task A_wrong_password_is_sent_once()
    {
        _site.Connector.Traits.ExpectLogin(works: true);
        var connecting = _site.ConnectAsync();
        using var server = await _site.Server.AcceptAsync();
        await ExpectTogetherAsync(server);
        await server.ReplyAsync("331 password", "530 Login incorrect", "530 Log in first", "530 Log in first");
        Assert.Equal(530, (await Assert.ThrowsAsync<FtpReplyException>(() => connecting.SoonAsync())).Reply.Code);

        var later = _site.ConnectAsync();
        using var other = await _site.Server.AcceptAsync();
        await other.ReplyAsync("220 ready");
        Assert.Equal(530, (await Assert.ThrowsAsync<FtpReplyException>(() => later.SoonAsync())).Reply.Code);
        Assert.Empty(other.Commands);
        Assert.True(_site.Connector.Traits.LoginWorks);
    }

    [Fact]
    public async Task A_full_server_is_a_refusal_and_decides_nothing()
    {
        _site.Connector.Traits.ExpectLogin(works: true);
        var connecting = _site.ConnectAsync();
        using var server = await _site.Server.AcceptAsync();
        await ExpectTogetherAsync(server);
        await server.ReplyAsync("421 Too many connections");
        Assert.Equal(421, (await Assert.ThrowsAsync<FtpReplyException>(() => connecting.SoonAsync())).Reply.Code);
        Assert.True(_site.Connector.Traits.LoginWorks);
    }

    [Fact]
    public async Task EPSV_refused_with_the_login_is_not_sent_again()
    {
        _site.Connector.Traits.ExpectLogin(works: true);
        await using var login = await LogInTogetherAsync("500 no EPSV");
        using var port = new ScriptedDataPort(IPAddress.Loopback);

        var starting = login.Session.RetrieveAsync(SiteFixture.Path("a.bin"), 0, null, isBulk: false, CancellationToken.None);
        await login.Server.AnswerAsync("PASV", $"227 ok ({port.SixNumbers})");
        await login.Server.ExpectAsync("RETR a.bin");
        using var data = await port.AcceptAsync();
        await login.BeginDataAsync(data);
        await login.FinishAsync(starting, data);
    }

    private Task<SessionFixture> LogInTogetherAsync(ScriptedDataPort port) => LogInTogetherAsync($"229 ok (|||{port.Port}|)");

    private async Task<SessionFixture> LogInTogetherAsync(string epsv = "425 no port")
    {
        var connecting = _site.ConnectAsync();
        var server = await _site.Server.AcceptAsync();
        await ExpectTogetherAsync(server);
        await server.ReplyAsync("331 password", "230 in", "200 image", epsv);
        return await SessionFixture.WithFeaturesAsync(_site, await connecting.SoonAsync(), server, null);
    }

    // All four before any reply.
    private static async Task ExpectTogetherAsync(ScriptedConnection server)
    {
        await server.ReplyAsync("220 ready");
        foreach (var command in (string[])["USER tester", "PASS secret", "TYPE I", "EPSV"]) await server.ExpectAsync(command);
    }
}
