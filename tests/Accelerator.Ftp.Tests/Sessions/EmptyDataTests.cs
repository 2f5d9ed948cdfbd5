namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>Transfers that the server ends by a reply alone: an empty file or folder, or a refusal behind the 150.</summary>
public sealed class EmptyDataTests
{
    [Theory]
    [InlineData("226 done")]
    [InlineData("250 done")]
    [InlineData("451 disk trouble")]
    public async Task A_data_connection_that_is_never_closed_ends_with_the_reply(string reply)
    {
        await using var login = await SessionFixture.OpenAsync(null);
        var (transfer, data) = await login.RetrieveAsync();
        var reading = transfer.ReadAsync(new byte[10]).AsTask();
        await login.Server.ReplyAsync(reply);
        await EndQuietAsync(login);

        Assert.Equal(0, await reading.SoonAsync());
        Assert.Equal(reply, (await transfer.CompleteAsync(CancellationToken.None).SoonAsync())?.ToString());
        Assert.True(login.Session.IsUsable);
        await transfer.DisposeAsync();
        data.Dispose();
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task Data_that_comes_late_is_read_although_the_control_connection_was_watched()
    {
        await using var login = await SessionFixture.OpenAsync(null);
        var (transfer, data) = await login.RetrieveAsync();
        var reading = transfer.ReadExactlyAsync(SessionFixture.Content.Length);
        login.Time.Advance(TimeSpan.FromSeconds(3));
        await data.SendAsync(SessionFixture.Content);
        Assert.Equal(SessionFixture.Content, await reading.SoonAsync());
        data.Dispose();
        await login.Server.ReplyAsync("226 done");
        Assert.Equal(0, await transfer.ReadAsync(new byte[10]).AsTask().SoonAsync());
        Assert.Equal(226, (await transfer.CompleteAsync(CancellationToken.None).SoonAsync())?.Code);
        await transfer.DisposeAsync();
        await login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("150 here", "226 done")]
    [InlineData("226 done", null)]
    public async Task A_data_connection_that_is_closed_without_a_handshake_is_empty_and_no_proof(string first, string? second)
    {
        await using var login = await SessionFixture.OpenWithTlsAsync(null);
        var (starting, data) = await login.BeginRetrieveAsync();
        data.Dispose();
        await login.Server.ReplyAsync(second is null ? [first] : [first, second]);

        var transfer = await starting.SoonAsync();
        Assert.Empty(await transfer.ReadToEndAsync());
        Assert.Equal(226, (await transfer.CompleteAsync(CancellationToken.None).SoonAsync())?.Code);
        // Anyone on the network can close a connection.
        Assert.True(transfer.LacksCloseNotify);
        Assert.False(transfer.IsEndConfirmed);
        await transfer.DisposeAsync();
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_final_reply_that_is_missing_is_waited_for_once_as_long()
    {
        await using var login = await SessionFixture.OpenAsync(null);
        await EndSilentlyAsync(login, TimeSpan.FromSeconds(15));
        Assert.False(login.Session.IsUsable);

        await using var second = await login.Site.LogInAsync(null);
        await EndSilentlyAsync(second, TimeSpan.FromSeconds(2));
        Assert.True(second.Session.IsUsable);
        await second.ExpectInStepAsync();
    }

    private static async Task EndSilentlyAsync(SessionFixture login, TimeSpan limit)
    {
        var (transfer, data) = await login.RetrieveAsync();
        await data.SendAsync(SessionFixture.Content);
        data.Dispose();
        Assert.Equal(SessionFixture.Content, await transfer.ReadToEndAsync());
        var completing = transfer.CompleteAsync(CancellationToken.None);
        await login.Time.EndWaitAsync(limit);
        Assert.Null(await completing.SoonAsync());
        await transfer.DisposeAsync();
    }

    // Two seconds until the control connection is watched, and two for data that the reply may have overtaken.
    private static async Task EndQuietAsync(SessionFixture login)
    {
        login.Time.Advance(SilenceGuard.QuietStart);
        await login.Time.UntilOneIsDueInAsync(SilenceGuard.QuietStart);
        login.Time.Advance(SilenceGuard.QuietStart);
    }
}
