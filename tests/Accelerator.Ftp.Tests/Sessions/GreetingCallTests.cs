namespace Accelerator.Ftp.Tests.Sessions;

public sealed class GreetingCallTests : IDisposable
{
    private readonly ScriptedServer _server = ScriptedServer.Start();

    public void Dispose() => _server.Dispose();

    [Theory]
    [InlineData("220 ready", "")]
    [InlineData("120 ready in 5 minutes", "")]
    [InlineData("421 too many connections", "HOST greets with 421 too many connections.")]
    [InlineData("530 not from there\u001b", "HOST greets with 530 not from there\\x1B.")]
    public async Task The_greeting_is_read_and_only_QUIT_is_sent(string greeting, string problem)
    {
        var calling = Call().MakeAsync(CancellationToken.None);
        using var connection = await _server.AcceptAsync();
        await connection.ReplyAsync(greeting);
        var facts = await calling.SoonAsync();
        Assert.Equal("QUIT", await connection.ReadAsync());
        Assert.Null(await connection.ReadAsync());
        Assert.Equal(problem.Replace("HOST", $"{_server.EndPoint}", StringComparison.Ordinal), facts.Problem);
        Assert.Equal((IPAddress.Loopback, IPAddress.Loopback), (facts.Local, facts.Remote));
        Assert.True(facts.Greeting > TimeSpan.Zero && facts.Connect > TimeSpan.Zero);
    }

    [Fact]
    public async Task A_server_without_a_greeting_counts_as_reached()
    {
        var time = new FakeTime();
        var calling = Call(time: time).MakeAsync(CancellationToken.None);
        using var connection = await _server.AcceptAsync();
        await time.UntilNextIsDueInAsync(new FtpTimeouts().Reply);
        time.Advance(new FtpTimeouts().Reply);
        var facts = await calling.SoonAsync();
        Assert.Null(facts.Greeting);
        Assert.NotEqual("", facts.Problem);
        Assert.Null(await connection.ReadAsync());
    }

    [Fact]
    public async Task With_implicit_TLS_the_greeting_is_not_waited_for()
    {
        var calling = Call(FtpSecurity.Implicit).MakeAsync(CancellationToken.None);
        using var connection = await _server.AcceptAsync();
        var facts = await calling.SoonAsync();
        Assert.Equal((null, ""), (facts.Greeting, facts.Problem));
        Assert.Null(await connection.ReadAsync());
    }

    [Fact]
    public async Task A_closed_port_fails_the_call_at_the_connect_stage()
    {
        using var closed = new ClosedPort();
        var failure = await Assert.ThrowsAsync<FtpConnectionException>(() => Call(port: closed.Number).MakeAsync(CancellationToken.None));
        Assert.Equal(FtpStage.Connect, failure.Stage);
    }

    // Uses the system clock only where no limit can expire by itself on a busy computer.
    private GreetingCall Call(FtpSecurity security = FtpSecurity.None, TimeProvider? time = null, int? port = null) => new(
        new FtpEndpoint(_server.EndPoint.Address.ToString(), port ?? _server.EndPoint.Port, security),
        time is null ? new FtpTimeouts { Connect = ScriptedServer.Patience, Reply = ScriptedServer.Patience } : new FtpTimeouts(),
        time ?? TimeProvider.System);
}
