namespace Accelerator.Ftp.Tests.Data;

public abstract class PassiveModeContract : OneSessionFixture
{
    [Theory]
    [InlineData("500 unknown")]
    [InlineData("502 not implemented")]
    [InlineData("522 use 1")]
    [InlineData("229 listen socket already exists")]
    [InlineData("229 (|||0|)")]
    [InlineData("200 whatever")]
    public async Task A_refused_EPSV_becomes_PASV_and_the_site_remembers(string refusal)
    {
        var starting = Login.StartAsync();
        await Login.Server.AnswerAsync("EPSV", refusal);
        await FinishWithPasvAsync(Login, starting);
        await FinishWithPasvAsync(Login, Login.StartAsync(), "={0}");
        Assert.True(Login.Session.Traits.EpsvRefused);

        await using var second = await Login.Site.LogInAsync(null);
        await FinishWithPasvAsync(second, second.StartAsync());
        Assert.DoesNotContain("EPSV", second.Server.Commands);
    }

    [Fact]
    public async Task An_EPSV_that_has_worked_is_asked_again_after_a_refusal()
    {
        await Login.ExpectNextFileAsync();
        var starting = Login.StartAsync();
        await Login.Server.AnswerAsync("EPSV", "500 not now");
        await FinishWithPasvAsync(Login, starting);
        await Login.ExpectNextFileAsync();
        Assert.False(Login.Session.Traits.EpsvRefused);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_unreachable_EPSV_port_ends_the_session_and_the_next_session_uses_PASV_unless_EPSV_has_worked(bool hasWorked)
    {
        if (hasWorked) await Login.ExpectNextFileAsync();
        using var closed = new ClosedPort();
        var starting = Login.StartAsync(100);
        await Login.Server.AnswerAllAsync(("EPSV", $"229 (|||{closed.Number}|)"), ("REST 100", "350 ok"));
        // If RETR was sent before the port was known to be closed, a refusal of the file might still arrive.
        var moment = TimeSpan.FromSeconds(0.2);
        await Task.WhenAny(starting, Login.Time.UntilOneIsDueInAsync(moment)).SoonAsync();
        Login.Time.Advance(moment);
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => starting.SoonAsync());
        Assert.Equal((FtpStage.DataConnect, true), (lost.Stage, lost.IsTransient));
        Assert.False(Login.Session.IsUsable);
        while (await Login.Server.ReadAsync() is { } last) Assert.Equal("RETR a.bin", last);

        await using var second = await Login.Site.LogInAsync(null);
        if (hasWorked) await second.ExpectNextFileAsync();
        else await FinishWithPasvAsync(second, second.StartAsync());
    }

    [Fact]
    public async Task A_425_for_an_unreachable_port_is_attributed_to_the_port_and_not_to_a_server_limit()
    {
        using var first = new Socket(SocketType.Stream, ProtocolType.Tcp);
        using var full = ReusableSocket();
        full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        full.Listen(0);
        await first.ConnectAsync(full.LocalEndPoint!);
        var starting = Login.StartAsync();
        await Login.Server.AnswerAsync("EPSV", $"229 (|||{((IPEndPoint)full.LocalEndPoint!).Port}|)");
        await Login.Server.AnswerAsync("RETR a.bin", "425 Can't open data connection.");
        await Login.Time.EndWaitAsync(TimeSpan.FromSeconds(0.2));
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => starting.SoonAsync());
        Assert.Equal((FtpStage.DataConnect, true), (lost.Stage, lost.IsTransient));
        Assert.Contains("firewall", lost.Message);
        Assert.True(Login.Session.Traits.EpsvRefused);
    }

    /// <summary>A server that refuses a transfer closes its port, and the reset may overtake the reply.</summary>
    [Fact]
    public async Task A_port_that_closes_because_the_file_is_refused_is_no_verdict_on_EPSV()
    {
        using var first = new Socket(SocketType.Stream, ProtocolType.Tcp);
        using var after = new Socket(SocketType.Stream, ProtocolType.Tcp);
        // Keeps the port reserved after the listener is closed; otherwise another process could take it.
        using var holder = ReusableSocket();
        var starting = Login.StartAsync();
        using (var full = ReusableSocket())
        {
            full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            holder.Bind(full.LocalEndPoint!);
            full.Listen(0);
            await first.ConnectAsync(full.LocalEndPoint!);
            await Login.Server.AnswerAsync("EPSV", $"229 (|||{((IPEndPoint)full.LocalEndPoint!).Port}|)");
            await Login.Server.ExpectAsync("RETR a.bin");
            // The backlog holds one connection only. The packets of the others are dropped and sent again after a second, when the listener
            // is closed.
            var refused = after.ConnectAsync(full.LocalEndPoint!);
            full.Close();
            await Assert.ThrowsAsync<SocketException>(() => refused.SoonAsync());
        }
        await Login.Server.ReplyAsync("550 no such file");
        Assert.Equal("RETR a.bin: 550 no such file", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Message);
        Assert.False(Login.Session.Traits.EpsvRefused);
        await Login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("10,0,0,1")]
    [InlineData("0,0,0,0")]
    [InlineData("169,254,169,254")]
    [InlineData("127,0,0,2")]
    public async Task The_address_in_227_is_ignored_and_data_uses_the_control_connection_peer(string address)
    {
        var starting = Login.StartAsync();
        await Login.Server.AnswerAsync("EPSV", "500 unknown");
        await Login.Server.ExpectAsync("PASV");
        using var port = new ScriptedDataPort(Login.Server.Address);
        using var canary = new ScriptedDataPort(IPAddress.Parse("127.0.0.2"), port.Port);
        await Login.Server.ReplyAsync($"227 Entering Passive Mode ({address},{port.Port / 256},{port.Port % 256}).");
        await FinishAsync(Login, starting, port);
        Assert.False(canary.HasCaller);
    }

    [Fact]
    public async Task An_EPSV_answered_with_227_and_a_PASV_answered_with_229_work()
    {
        using var port = new ScriptedDataPort(Login.Server.Address);
        var starting = Login.StartAsync();
        await Login.Server.AnswerAsync("EPSV", $"227 Entering Passive Mode ({port.SixNumbers})");
        await FinishAsync(Login, starting, port);

        await using var other = await SessionFixture.OpenAsync();
        starting = other.StartAsync();
        await other.Server.AnswerAllAsync(("EPSV", "500 unknown"), ("PASV", $"229 (|||{port.Port}|)"));
        await FinishAsync(other, starting, port);
    }

    [Theory]
    [InlineData("425 No free ports.")]
    [InlineData("421 Too many.")]
    public async Task A_refusal_of_both_modes_for_want_of_ports_is_no_verdict_on_EPSV(string reply)
    {
        var starting = Login.StartAsync();
        await Login.Server.AnswerAsync("EPSV", reply);
        var usable = reply.StartsWith("425", StringComparison.Ordinal);
        if (usable) await Login.Server.AnswerAsync("PASV", reply);
        Assert.True((await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).IsTransient);
        Assert.Equal(usable, Login.Session.IsUsable);
        Assert.False(Login.Session.Traits.EpsvRefused);
        if (usable) await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task An_EPSV_refused_with_425_becomes_PASV_where_that_works()
    {
        var starting = Login.StartAsync();
        await Login.Server.AnswerAsync("EPSV", "425 Can't open passive connection");
        await FinishWithPasvAsync(Login, starting);
        Assert.True(Login.Session.Traits.EpsvRefused);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_EPSV_that_is_swallowed_or_ends_the_session_becomes_PASV_in_the_next_one(bool isSwallowed)
    {
        var starting = Login.StartAsync();
        await Login.Server.ExpectAsync("EPSV");
        if (isSwallowed) await Login.Time.EndWaitAsync(new FtpTimeouts().Reply);
        else Login.Server.Dispose();
        Assert.True((await Assert.ThrowsAnyAsync<FtpException>(() => starting.SoonAsync())).IsTransient);

        await using var second = await Login.Site.LogInAsync(null);
        await FinishWithPasvAsync(second, second.StartAsync());
    }

    [Theory]
    [InlineData("314 what?")]
    [InlineData("200 fine")]
    public async Task A_PASV_answered_with_another_code_is_refused_for_good(string reply)
    {
        var starting = Login.StartAsync();
        await Login.Server.AnswerAllAsync(("EPSV", "500 unknown"), ("PASV", reply));
        var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync());
        Assert.Equal(("PASV", false), (refusal.Verb, refusal.IsTransient));
        Assert.Contains(reply, refusal.Message);
    }

    [Fact]
    public async Task A_server_that_refuses_both_modes_is_quoted()
    {
        var starting = Login.StartAsync();
        await Login.Server.AnswerAllAsync(("EPSV", "500 unknown"), ("PASV", "500 unknown"));
        var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync());
        Assert.Equal("PASV for RETR a.bin: 500 unknown", refusal.Message);
        Assert.True(Login.Session.IsUsable);
    }

    [Theory]
    [InlineData("227 Entering Passive Mode (127,0,0,1,256,1)")]
    [InlineData("227 Entering Passive Mode (127,0,0,1,0,0)")]
    [InlineData("227 Entering Passive Mode")]
    public async Task A_third_PASV_without_a_usable_port_is_final_unless_one_has_worked(string reply)
    {
        var starting = Login.StartAsync();
        await Login.Server.AnswerAllAsync(("EPSV", "500 unknown"), ("PASV", reply));
        Assert.Equal(FtpStage.DataConnect, (await Assert.ThrowsAsync<FtpConnectionException>(() => starting.SoonAsync())).Stage);
        Assert.False(Login.Session.IsUsable);
        Assert.True((await RefuseAsync()).IsTransient);
        Assert.False(Assert.IsType<FtpProtocolException>(await RefuseAsync()).IsTransient);

        await using var last = await Login.Site.LogInAsync(null);
        await FinishWithPasvAsync(last, last.StartAsync());
        starting = last.StartAsync();
        await last.Server.AnswerAsync("PASV", reply);
        Assert.Equal(FtpStage.DataConnect, (await Assert.ThrowsAsync<FtpConnectionException>(() => starting.SoonAsync())).Stage);

        async Task<FtpException> RefuseAsync()
        {
            await using var next = await Login.Site.LogInAsync(null);
            var begun = next.StartAsync();
            await next.Server.AnswerAsync("PASV", reply);
            return await Assert.ThrowsAnyAsync<FtpException>(() => begun.SoonAsync());
        }
    }

    [Fact]
    public async Task IPv6_uses_only_EPSV()
    {
        await using var login = await SessionFixture.OpenAtAsync(new SiteFixture(address: IPAddress.IPv6Loopback));
        await login.ExpectNextFileAsync();
        var starting = login.StartAsync();
        await login.Server.AnswerAsync("EPSV", "500 unknown");
        Assert.Equal("EPSV", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Verb);
        Assert.DoesNotContain("PASV", login.Server.Commands);
        await login.ExpectNextFileAsync();
    }

    [Fact]
    public async Task A_path_that_is_too_long_costs_no_session()
    {
        var starting = Login.Session.RetrieveAsync(SiteFixture.Path(new string('x', 1000)), 0, null, IsBulk, CancellationToken.None);
        using (var port = await Login.Server.PassiveAsync())
        {
            using var data = await port.AcceptAsync();
            await Assert.ThrowsAsync<ArgumentException>(() => starting.SoonAsync());
            await data.ExpectEndAsync();
        }
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_control_connection_that_ends_before_RETR_takes_its_data_connection_along()
    {
        var starting = Login.StartAsync(100);
        using var port = await Login.Server.PassiveAsync();
        using var data = await port.AcceptAsync();
        await Login.Server.AnswerAsync("REST 100", "421 closing");
        await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync());
        await data.ExpectEndAsync();
    }

    private static async Task FinishWithPasvAsync(SessionFixture login, Task<DataTransfer> starting, string wording = "Entering Passive Mode ({0}).")
    {
        await login.Server.ExpectAsync("PASV");
        using var port = new ScriptedDataPort(login.Server.Address);
        await login.Server.ReplyAsync("227 " + string.Format(null, wording, port.SixNumbers));
        await FinishAsync(login, starting, port);
    }

    private static async Task FinishAsync(SessionFixture login, Task<DataTransfer> starting, ScriptedDataPort port)
    {
        await login.Server.AnswerAsync("RETR a.bin", "150 here");
        await login.FinishAsync(starting, await port.AcceptAsync());
    }

    private static Socket ReusableSocket()
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        return socket;
    }
}

/// <summary>Over a connection that receives asynchronously.</summary>
public sealed class PassiveModeTests : PassiveModeContract;

/// <summary>Over a connection for much data, which receives with blocking calls on its own thread.</summary>
public sealed class BulkPassiveModeTests : PassiveModeContract
{
    private protected override bool IsBulk => true;
}
