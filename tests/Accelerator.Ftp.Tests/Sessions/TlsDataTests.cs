namespace Accelerator.Ftp.Tests.Sessions;

public sealed class TlsDataTests : OneSessionFixture
{
    private const string ReuseRequired = "522 SSL connection failed: session reuse required";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_data_handshake_may_come_before_the_150_and_behind_it(bool isBefore)
    {
        var (starting, data) = await Login.BeginRetrieveAsync(100);
        if (isBefore) await data.StartTlsAsync(Certificates.Server).SoonAsync();
        await Login.Server.ReplyAsync("150 here it comes");
        if (!isBefore) await data.StartTlsAsync(Certificates.Server).SoonAsync();
        await Login.FinishAsync(starting, data);
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task Another_certificate_on_the_data_connection_is_refused_even_where_any_is_accepted()
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        await Login.Server.ReplyAsync("150 here");
        await data.StartTlsAsync(Certificates.Other).SoonAsync();
        await data.ExpectEndAsync();
        await Login.Server.ReplyAsync("426 lost it");
        var failure = await Assert.ThrowsAsync<FtpTlsException>(() => starting.SoonAsync());
        Assert.Contains("a different certificate", failure.Message);
        Assert.False(Login.Session.IsUsable);
    }

    [Theory]
    [InlineData(ReuseRequired, true)]
    [InlineData(ReuseRequired, false)]
    [InlineData("425 Unable to build data connection: TLS session of data connection not resumed.", true)]
    [InlineData("425 No connection established", false)]
    public async Task A_server_that_misses_its_TLS_session_is_understood(string reply, bool isBegun)
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        if (isBegun) await Login.Server.ReplyAsync("150 here");
        // The client has connected and starts its handshake.
        Assert.True(data.HasNewsWithin(ScriptedServer.Patience));
        data.Reset();
        await Login.Server.ReplyAsync(reply);
        var failure = await Assert.ThrowsAsync<FtpTlsException>(() => starting.SoonAsync());
        Assert.Contains(reply, failure.Message);
        Assert.Contains("resume", failure.Message);
        Assert.False(Login.Session.IsUsable);
    }

    [Theory]
    [InlineData(ReuseRequired, false, true)]
    [InlineData(ReuseRequired, true, true)]
    [InlineData("425 Unable to build data connection: Operation not permitted", false, true)]
    [InlineData("425 Unable to build data connection: Operation not permitted", true, true)]
    [InlineData("426 Broken pipe", false, false)]
    public async Task A_data_connection_that_is_closed_unused_may_be_a_demand_for_the_TLS_session(string reply, bool hasWorked, bool isDemand)
    {
        if (hasWorked) await Login.ExpectNextFileAsync();
        var (transfer, data) = await Login.RetrieveAsync();
        data.Dispose();
        await Login.Server.ReplyAsync(reply);
        Assert.Empty(await transfer.ReadToEndAsync());
        await transfer.CompleteAsync(CancellationToken.None).SoonAsync();
        Assert.Equal(isDemand, transfer.TlsRefusal is { } refusal && refusal.Message.Contains(reply));
        await transfer.DisposeAsync();
        Assert.Equal(!isDemand, Login.Session.IsUsable);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_handshake_that_succeeds_before_a_425_means_the_TLS_session_and_a_new_login(bool hasWorked)
    {
        if (hasWorked) await Login.ExpectNextFileAsync();
        var (starting, data) = await Login.BeginRetrieveAsync(100);
        await data.StartTlsAsync(Certificates.Server).SoonAsync();
        await Login.Server.ReplyAsync("425 Unable to build data connection: Operation not permitted");

        Assert.True((await Assert.ThrowsAsync<FtpTlsException>(() => starting.SoonAsync())).IsTransient);
        Assert.False(Login.Session.IsUsable);
    }

    [Fact]
    public async Task A_server_that_misses_its_TLS_session_in_a_second_login_too_is_not_asked_again()
    {
        Assert.True((await RefuseAsync(Login)).IsTransient);
        await using var second = await Login.Site.LogInAsync(null);
        Assert.False((await RefuseAsync(second)).IsTransient);

        static async Task<FtpTlsException> RefuseAsync(SessionFixture login)
        {
            var (starting, data) = await login.BeginRetrieveAsync();
            await data.StartTlsAsync(Certificates.Server).SoonAsync();
            await login.Server.ReplyAsync(ReuseRequired);
            return await Assert.ThrowsAsync<FtpTlsException>(() => starting.SoonAsync());
        }
    }

    [Fact]
    public async Task What_the_server_says_without_encryption_at_its_end_is_shown()
    {
        var asking = Login.SizeAsync();
        await Login.Server.ExpectAsync("SIZE a.bin");
        await Login.Server.WriteInTheClearAsync("500 OOPS: child died\r\n");

        var failure = await Assert.ThrowsAsync<FtpConnectionException>(() => asking);
        Assert.Contains("500 OOPS: child died", failure.Message);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_silent_server_demands_its_TLS_session_once_the_data_connection_is_closed_or_has_been_too_slow(bool isDemanded)
    {
        var (transfer, data) = await Login.RetrieveAsync();
        var reading = transfer.ReadAsync(new byte[10]).AsTask();
        Login.Time.Advance(TimeSpan.FromSeconds(61));
        await data.ExpectEndAsync();
        if (isDemanded)
        {
            await Login.Server.ReplyAsync(ReuseRequired);
            Assert.Contains("session reuse required", (await Assert.ThrowsAsync<FtpTlsException>(() => reading.SoonAsync())).Message);
        }
        else
        {
            await Login.Time.UntilOneIsDueInAsync(TimeSpan.FromSeconds(2));
            Assert.False(reading.IsCompleted);
            Login.Time.Advance(TimeSpan.FromSeconds(2));
            Assert.Equal(TimeSpan.FromSeconds(60), (await Assert.ThrowsAsync<FtpTimeoutException>(() => reading.SoonAsync())).Limit);
            Assert.False(Login.Session.IsUsable);
        }
        await transfer.DisposeAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Plain_bytes_where_TLS_has_to_be_are_never_taken_for_the_file(bool beforeTheReply)
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        if (!beforeTheReply) await Login.Server.ReplyAsync("150 here");
        await data.SendAsync(new byte[1000]);
        data.Dispose();
        await ScriptedServer.ArrivedAsync();
        Assert.False(starting.IsCompletedSuccessfully);
        if (beforeTheReply) await Login.Server.ReplyAsync("150 here");
        await Login.Server.ReplyAsync("226 done");
        await Assert.ThrowsAnyAsync<FtpException>(() => starting.SoonAsync());
        Assert.False(Login.Session.IsUsable);
    }

    [Fact]
    public async Task A_data_handshake_that_never_ends_has_its_limit()
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        // The limit of connecting is as long: it is over when the handshake has begun.
        Assert.True(data.HasNewsWithin(ScriptedServer.Patience));
        await Login.Server.ReplyAsync("150 here");
        await Login.Time.EndWaitAsync(new FtpTimeouts().Connect);
        await Login.Server.ReplyAsync("426 tired of waiting");
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => starting.SoonAsync());
        Assert.Equal(FtpStage.DataConnect, timeout.Stage);
        Assert.False(Login.Session.IsUsable);
    }

    [Fact]
    public async Task A_refused_RETR_does_not_wait_for_the_handshake()
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        await Login.Server.ReplyAsync("550 No such file.");
        Assert.Equal(550, (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Reply.Code);
        Assert.True(data.HasNewsWithin(ScriptedServer.Patience));
        await Login.ExpectNextFileAsync();
    }

    private protected override Task<SessionFixture> OpenAsync() => SessionFixture.OpenWithTlsAsync();
}
