using Accelerator.Ftp.Data;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

public sealed class TlsDataTests
{
    private static readonly byte[] Content = "bytes"u8.ToArray();

    [Fact]
    public async Task The_data_handshake_begins_after_the_150_and_not_before()
    {
        using var site = TlsSite.Create();
        await using var login = await site.LogInWithTlsAsync([]);
        var (starting, data) = await login.BeginRetrieveAsync("a.bin", 100);
        Assert.False(data.HasNewsWithin(TimeSpan.FromMilliseconds(50)));
        await login.Server.ReplyAsync("150 here");
        await data.StartTlsAsync(Certificates.Server).SoonAsync();
        await data.SendAsync(Content);
        data.Dispose();
        await login.Server.ReplyAsync("226 done");

        await using var transfer = await starting.SoonAsync();
        Assert.Equal(Content, await transfer.ReadToEndAsync());
        Assert.Equal(226, (await transfer.CompleteAsync(CancellationToken.None).SoonAsync())?.Code);
        Assert.True(login.Session.IsUsable);
        await FetchAsync(login);
    }

    [Fact]
    public async Task Another_certificate_on_the_data_connection_is_refused_even_where_any_is_accepted()
    {
        using var site = TlsSite.Create();
        await using var login = await site.LogInWithTlsAsync([]);
        var (starting, data) = await login.BeginRetrieveAsync();
        await login.Server.ReplyAsync("150 here");
        await data.StartTlsAsync(Certificates.Other).SoonAsync();
        await data.ExpectEndAsync();
        await login.Server.ReplyAsync("426 lost it");
        var failure = await Assert.ThrowsAsync<FtpTlsException>(() => starting.SoonAsync());
        Assert.Contains("another certificate", failure.Message);
        Assert.False(login.Session.IsUsable);
    }

    [Theory]
    [InlineData("522 SSL connection failed: session reuse required")]
    [InlineData("425 Unable to build data connection: TLS session of data connection not resumed.")]
    public async Task A_server_that_misses_its_TLS_session_is_understood(string reply)
    {
        using var site = TlsSite.Create();
        await using var login = await site.LogInWithTlsAsync([]);
        var (starting, data) = await login.BeginRetrieveAsync();
        await login.Server.ReplyAsync("150 here");
        data.Reset();
        await login.Server.ReplyAsync(reply);
        var failure = await Assert.ThrowsAsync<FtpTlsException>(() => starting.SoonAsync());
        Assert.Contains(reply, failure.Message);
        Assert.Contains("resume", failure.Message);
        Assert.False(login.Session.IsUsable);
    }

    [Theory]
    [InlineData("522 SSL connection failed: session reuse required", false, true)]
    [InlineData("522 SSL connection failed: session reuse required", true, true)]
    [InlineData("425 Unable to build data connection: Operation not permitted", false, true)]
    [InlineData("425 Unable to build data connection: Operation not permitted", true, false)]
    [InlineData("426 Broken pipe", false, false)]
    public async Task A_data_connection_that_is_closed_unused_may_be_a_demand_for_the_TLS_session(string reply, bool hasWorked, bool isDemand)
    {
        using var site = TlsSite.Create();
        await using var login = await site.LogInWithTlsAsync([]);
        if (hasWorked) await FetchAsync(login);
        var (transfer, data) = await RetrieveAsync(login, hasWorked);
        data.Dispose();
        await login.Server.ReplyAsync(reply);
        Assert.Empty(await transfer.ReadToEndAsync());
        await transfer.CompleteAsync(CancellationToken.None).SoonAsync();
        Assert.Equal(isDemand, transfer.TlsRefusal is { } refusal && refusal.Message.Contains(reply));
        await transfer.DisposeAsync();
    }

    [Fact]
    public async Task A_silent_server_that_demands_its_TLS_session_once_the_data_connection_is_closed_is_understood()
    {
        var time = new FakeTime();
        using var site = TlsSite.Create(time: time);
        await using var login = await site.LogInWithTlsAsync([]);
        var (transfer, data) = await RetrieveAsync(login);
        var reading = transfer.ReadAsync(new byte[10]).AsTask();
        time.Advance(TimeSpan.FromSeconds(61));
        await data.ExpectEndAsync();
        await login.Server.ReplyAsync("522 SSL connection failed: session reuse required");
        var failure = await Assert.ThrowsAsync<FtpTlsException>(() => reading.SoonAsync());
        Assert.Contains("session reuse required", failure.Message);
        await transfer.DisposeAsync();
    }

    [Fact]
    public async Task A_silent_server_that_stays_silent_has_been_too_slow()
    {
        var time = new FakeTime();
        using var site = TlsSite.Create(time: time);
        await using var login = await site.LogInWithTlsAsync([]);
        var (transfer, data) = await RetrieveAsync(login);
        var reading = transfer.ReadAsync(new byte[10]).AsTask();
        time.Advance(TimeSpan.FromSeconds(61));
        await data.ExpectEndAsync();
        Assert.False(reading.IsCompleted);
        // The guard of the transfer, and the wait for the reason.
        await time.UntilTimersAsync(2).SoonAsync();
        time.Advance(TimeSpan.FromSeconds(2));
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => reading.SoonAsync());
        Assert.Equal(TimeSpan.FromSeconds(60), timeout.Limit);
        Assert.False(login.Session.IsUsable);
        await transfer.DisposeAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Plain_bytes_where_TLS_has_to_be_are_never_taken_for_the_file(bool beforeTheReply)
    {
        using var site = TlsSite.Create();
        await using var login = await site.LogInWithTlsAsync([]);
        var (starting, data) = await login.BeginRetrieveAsync();
        if (!beforeTheReply) await login.Server.ReplyAsync("150 here");
        await data.SendAsync(new byte[1000]);
        data.Dispose();
        await ScriptedServer.ArrivedAsync();
        Assert.False(starting.IsCompletedSuccessfully);
        if (beforeTheReply) await login.Server.ReplyAsync("150 here");
        await login.Server.ReplyAsync("226 done");
        await Assert.ThrowsAnyAsync<FtpException>(() => starting.SoonAsync());
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task A_data_handshake_that_never_ends_has_its_limit()
    {
        var time = new FakeTime();
        using var site = TlsSite.Create(time: time);
        await using var login = await site.LogInWithTlsAsync([]);
        var (starting, data) = await login.BeginRetrieveAsync();
        await login.Server.ReplyAsync("150 here");
        Assert.True(data.HasNewsWithin(ScriptedServer.Patience));
        time.Advance(new FtpTimeouts().Connect);
        await login.Server.ReplyAsync("426 tired of waiting");
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => starting.SoonAsync());
        Assert.Equal(FtpStage.DataConnect, timeout.Stage);
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task A_refused_RETR_needs_no_handshake()
    {
        using var site = TlsSite.Create();
        await using var login = await site.LogInWithTlsAsync([]);
        var (starting, data) = await login.BeginRetrieveAsync();
        await login.Server.ReplyAsync("550 No such file.");
        Assert.Equal(550, (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Reply.Code);
        await data.ExpectEndAsync();
        await FetchAsync(login);
    }

    [Theory]
    [InlineData("426 aborted")]
    [InlineData("426 aborted", "226 done")]
    [InlineData("150 once more", "451 aborted")]
    public async Task An_early_end_that_is_answered_keeps_the_session(params string[] answer)
    {
        using var site = TlsSite.Create();
        await using var login = await site.LogInWithTlsAsync([]);
        var (transfer, data) = await RetrieveAsync(login);
        await data.SendAsync(new byte[100_000]);
        await transfer.ReadExactlyAsync(1000);
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await login.Server.ReplyAsync(answer);
        Assert.True(await abandoning.SoonAsync());
        data.Dispose();
        await FetchAsync(login);
    }

    [Fact]
    public async Task An_early_end_without_answer_costs_the_session()
    {
        var time = new FakeTime();
        using var site = TlsSite.Create(time: time);
        await using var login = await site.LogInWithTlsAsync([]);
        var (transfer, data) = await RetrieveAsync(login);
        await data.SendAsync(Content);
        await transfer.ReadExactlyAsync(1);
        var abandoning = transfer.AbandonAsync(CancellationToken.None);
        await time.UntilTimersAsync(1).SoonAsync();
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.False(await abandoning.SoonAsync());
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task A_421_between_two_commands_is_seen_through_TLS()
    {
        using var site = TlsSite.Create();
        await using var login = await site.LogInWithTlsAsync([]);
        await login.Server.ReplyAsync("421 Idle for too long.");
        await ScriptedServer.ArrivedAsync();
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => login.Session.SizeAsync(Site.Path("a.bin"), CancellationToken.None).AsTask().SoonAsync());
        Assert.Contains("421 Idle", lost.Message);
    }

    private static async Task<(DataTransfer Transfer, ScriptedData Data)> RetrieveAsync(Login login, bool isAfterMarker = false)
    {
        var starting = login.Session.RetrieveAsync(Site.Path("a.bin"), isAfterMarker ? 1 : 0, null, CancellationToken.None);
        var data = await login.Server.BeginRetrieveAsync("a.bin", isAfterMarker ? 1 : 0);
        await login.Server.ReplyAsync("150 here");
        await data.StartTlsAsync(Certificates.Server).SoonAsync();
        return (await starting.SoonAsync(), data);
    }

    private static async Task FetchAsync(Login login)
    {
        var starting = login.Session.RetrieveAsync(Site.Path("b.bin"), 7, null, CancellationToken.None);
        using (var data = await login.Server.BeginRetrieveAsync("b.bin", 7))
        {
            await login.Server.ReplyAsync("150 here");
            await data.StartTlsAsync(Certificates.Server).SoonAsync();
            await data.SendAsync(Content);
        }
        await login.Server.ReplyAsync("226 done");
        await using var transfer = await starting.SoonAsync();
        Assert.Equal(Content, await transfer.ReadToEndAsync());
        Assert.Equal(226, (await transfer.CompleteAsync(CancellationToken.None).SoonAsync())?.Code);
        Assert.True(login.Session.IsUsable);
    }
}
