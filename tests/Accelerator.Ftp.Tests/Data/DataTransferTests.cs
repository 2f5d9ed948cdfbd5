using Accelerator.Ftp.Tests.Sessions;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Data;

public sealed class DataTransferTests
{
    [Fact]
    public async Task Data_that_stops_is_given_up_after_the_short_limit()
    {
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await login.RetrieveAsync();
        await data.SendAsync(new byte[1000]);
        await transfer.ReadExactlyAsync(1000);
        var reading = transfer.ReadAsync(new byte[10]).AsTask();
        time.Advance(TimeSpan.FromSeconds(10));
        Assert.False(reading.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(1));
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => reading.SoonAsync());
        Assert.Equal((FtpStage.Data, TimeSpan.FromSeconds(10), true), (timeout.Stage, timeout.Limit, timeout.IsTransient));
        Assert.Contains("1000 bytes", timeout.Message);
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task A_first_byte_that_does_not_come_is_given_up_after_the_long_limit()
    {
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await login.RetrieveAsync();
        var reading = transfer.ReadAsync(new byte[10]).AsTask();
        time.Advance(TimeSpan.FromSeconds(60));
        Assert.False(reading.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(1));
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => reading.SoonAsync());
        Assert.Equal(TimeSpan.FromSeconds(60), timeout.Limit);
        Assert.Contains("--timeout-first-byte", timeout.Message);
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task No_answer_to_RETR_is_given_up_after_the_long_limit()
    {
        // vsftpd says nothing while a file is locked by an upload.
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var login = await site.LogInAsync([]);
        var (starting, data) = await login.BeginRetrieveAsync();
        await time.UntilNextIsDueInAsync(TimeSpan.FromSeconds(60)).SoonAsync();
        time.Advance(TimeSpan.FromSeconds(59));
        Assert.False(starting.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(1));
        await Assert.ThrowsAsync<FtpTimeoutException>(() => starting.SoonAsync());
        Assert.False(login.Session.IsUsable);
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task A_reset_data_connection_tells_what_came()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await login.RetrieveAsync("a.bin", 4096);
        await data.SendAsync(new byte[1000]);
        await transfer.ReadExactlyAsync(1000);
        data.Reset();
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => transfer.ReadAsync(new byte[10]).AsTask().SoonAsync());
        Assert.Equal(FtpStage.Data, lost.Stage);
        Assert.StartsWith("RETR a.bin at offset 4096: the data connection was lost after 1000 bytes", lost.Message);
        Assert.Equal(1000, transfer.BytesRead);

        // The control connection is whole: the server's word ends the transfer and the session goes on.
        await login.Server.ReplyAsync("426 broken pipe");
        Assert.Equal(426, (await transfer.CompleteAsync(CancellationToken.None).SoonAsync())?.Code);
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task Abort_ends_a_pending_read_with_the_reason_given_first()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await login.RetrieveAsync();
        var reading = transfer.ReadAsync(new byte[10]).AsTask();
        var reason = new OperationCanceledException("first");
        await Task.Run(() => transfer.Abort(reason));
        transfer.Abort(new OperationCanceledException("second"));
        Assert.Same(reason, await Assert.ThrowsAsync<OperationCanceledException>(() => reading.SoonAsync()));
        Assert.Same(reason, await Assert.ThrowsAsync<OperationCanceledException>(() => transfer.ReadAsync(new byte[10]).AsTask().SoonAsync()));
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task An_aborted_transfer_can_be_wound_up_and_the_session_kept()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await login.RetrieveAsync();
        transfer.Abort(new OperationCanceledException());
        await data.ExpectEndAsync();
        await login.Server.ReplyAsync("426 aborted");
        Assert.True(await transfer.AbandonAsync(CancellationToken.None).SoonAsync());
        await login.ExpectInStepAsync();
    }
}
