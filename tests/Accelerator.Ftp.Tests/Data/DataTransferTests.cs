namespace Accelerator.Ftp.Tests.Data;

public abstract class DataTransferContract : OneSessionFixture
{
    [Theory]
    [InlineData(1000, 10, "1,000 bytes")]
    [InlineData(0, 60, "--timeout-first-byte")]
    public async Task Data_that_stops_is_given_up_after_the_short_limit_and_a_first_byte_after_the_long_one(int received, int limit, string says)
    {
        var (transfer, data) = await Login.RetrieveAsync();
        await data.SendAsync(new byte[received]);
        await transfer.ReadExactlyAsync(received);
        var reading = await BeginReadingAsync(transfer);
        Login.Time.Advance(TimeSpan.FromSeconds(limit));
        Assert.False(reading.IsCompleted);
        Login.Time.Advance(TimeSpan.FromSeconds(1));
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => reading.SoonAsync());
        Assert.Equal((FtpStage.Data, TimeSpan.FromSeconds(limit), true), (timeout.Stage, timeout.Limit, timeout.IsTransient));
        Assert.Contains(says, timeout.Message);
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task No_answer_to_RETR_is_given_up_after_the_long_limit()
    {
        // vsftpd sends nothing while a file is locked by an upload.
        var (starting, data) = await Login.BeginRetrieveAsync();
        await Login.Time.UntilNextIsDueInAsync(TimeSpan.FromSeconds(60));
        Login.Time.Advance(TimeSpan.FromSeconds(59));
        Assert.False(starting.IsCompleted);
        Login.Time.Advance(TimeSpan.FromSeconds(1));
        await Assert.ThrowsAsync<FtpTimeoutException>(() => starting.SoonAsync());
        Assert.False(Login.Session.IsUsable);
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task A_reset_data_connection_is_reported_with_the_bytes_received()
    {
        var (transfer, data) = await Login.RetrieveAsync(4096);
        await data.SendAsync(new byte[1000]);
        await transfer.ReadExactlyAsync(1000);
        data.Reset();
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(async () => await (await BeginReadingAsync(transfer)).SoonAsync());
        Assert.Equal(FtpStage.Data, lost.Stage);
        Assert.StartsWith("RETR a.bin at offset 4096: the data connection was lost after 1,000 bytes", lost.Message);
        Assert.Equal(1000, transfer.BytesRead);

        // The control connection is intact: the server's reply ends the transfer and the session stays usable.
        await Login.Server.ReplyAsync("426 broken pipe");
        Assert.Equal(426, (await transfer.CompleteAsync(CancellationToken.None).SoonAsync())?.Code);
        await Login.ExpectInStepAsync();
    }

    [Fact]
    public async Task Abort_ends_a_pending_read_with_the_reason_given_first_and_the_session_can_be_kept()
    {
        var (transfer, data) = await Login.RetrieveAsync();
        var reading = await BeginReadingAsync(transfer);
        var reason = new OperationCanceledException("first");
        await Task.Run(() => transfer.Abort(reason));
        transfer.Abort(new OperationCanceledException("second"));
        Assert.Same(reason, await Assert.ThrowsAsync<OperationCanceledException>(() => reading.SoonAsync()));
        Assert.Same(reason, await Assert.ThrowsAsync<OperationCanceledException>(async () => await (await BeginReadingAsync(transfer)).SoonAsync()));
        await data.ExpectEndAsync();
        await Login.Server.ReplyAsync("426 aborted");
        Assert.True(await transfer.AbandonAsync(CancellationToken.None).SoonAsync());
        await Login.ExpectInStepAsync();
    }

    // After an earlier read the test may be on the connection's own thread, where the next read would block it.
    private static async Task<Task<int>> BeginReadingAsync(DataTransfer transfer)
    {
        await Task.Yield();
        return transfer.ReadAsync(new byte[10]).AsTask();
    }
}

/// <summary>Over a connection that receives asynchronously.</summary>
public sealed class DataTransferTests : DataTransferContract;

/// <summary>Over a connection for much data, which receives with blocking calls on its own thread.</summary>
public sealed class BulkDataTransferTests : DataTransferContract
{
    private protected override bool IsBulk => true;
}
