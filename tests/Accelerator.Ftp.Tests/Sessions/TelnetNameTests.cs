namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>The byte FF in names, which is sent twice to a server that reads Telnet options.</summary>
public sealed class TelnetNameTests : OneSessionFixture
{
    private const string Noop = "NO\u00FF\u00FC\u0001OP";

    private static readonly FtpPath Name = FtpPath.FromBytes([(byte)'a', 0xFF, (byte)'b'], FtpCharsets.Utf8);

    [Fact]
    public async Task A_server_that_reads_options_gets_the_byte_twice_and_is_asked_once()
    {
        var asking = Login.Session.SizeAsync(Name, CancellationToken.None).AsTask();
        await Login.Server.ExpectAsync(Noop);
        await Login.Server.WriteAsync("\u00FF\u00FE\u0001200 NOOP ok\r\n");
        await Login.Server.AnswerAsync("SIZE a\u00FF\u00FFb", "550 no such file");
        await Assert.ThrowsAsync<FtpReplyException>(() => asking.SoonAsync());

        asking = Login.Session.SizeAsync(Name, CancellationToken.None).AsTask();
        await Login.Server.AnswerAsync("SIZE a\u00FF\u00FFb", "213 5");
        Assert.Equal(5, await asking.SoonAsync());
    }

    [Fact]
    public async Task A_server_that_knows_only_the_doubled_name_is_believed()
    {
        var asking = Login.Session.SizeAsync(Name, CancellationToken.None).AsTask();
        await Login.Server.AnswerAllAsync((Noop, "500 what?"), ("SIZE a\u00FF\u00FFb", "213 5"), ("SIZE a\u00FFb", "550 no"), ("SIZE a\u00FF\u00FFb", "213 5"));
        Assert.Equal(5, await asking.SoonAsync());
    }

    [Fact]
    public async Task A_server_that_knows_only_the_plain_name_is_believed()
    {
        var asking = Login.Session.SizeAsync(Name, CancellationToken.None).AsTask();
        await Login.Server.AnswerAllAsync((Noop, "500 what?"), ("SIZE a\u00FF\u00FFb", "550 no"), ("SIZE a\u00FFb", "213 5"), ("SIZE a\u00FFb", "213 5"));
        Assert.Equal(5, await asking.SoonAsync());

        asking = Login.Session.SizeAsync(Name, CancellationToken.None).AsTask();
        await Login.Server.AnswerAsync("SIZE a\u00FFb", "213 5");
        Assert.Equal(5, await asking.SoonAsync());
    }

    [Fact]
    public async Task A_server_that_knows_neither_name_is_asked_for_the_next_file_too()
    {
        var asking = Login.Session.SizeAsync(Name, CancellationToken.None).AsTask();
        await Login.Server.AnswerAllAsync((Noop, "500 what?"), ("SIZE a\u00FF\u00FFb", "550 no"), ("SIZE a\u00FFb", "550 no"), ("SIZE a\u00FFb", "550 no"));
        await Assert.ThrowsAsync<FtpReplyException>(() => asking.SoonAsync());

        asking = Login.Session.SizeAsync(Name, CancellationToken.None).AsTask();
        await Login.Server.AnswerAllAsync(("SIZE a\u00FF\u00FFb", "213 5"), ("SIZE a\u00FFb", "550 no"), ("SIZE a\u00FF\u00FFb", "213 5"));
        Assert.Equal(5, await asking.SoonAsync());
    }

    [Fact]
    public async Task Data_of_a_session_whose_reply_cannot_be_read_is_discarded()
    {
        var (starting, data) = await Login.BeginRetrieveAsync();
        await data.SendAsync(SessionFixture.Content);
        var transfer = await starting.SoonAsync();
        data.Dispose();
        while (await transfer.ReadAsync(new byte[100]).AsTask().SoonAsync() > 0) { }
        await Login.Server.ReplyAsync("\u00FF\u0001 what is this", "226 done");

        await Assert.ThrowsAsync<FtpProtocolException>(() => transfer.CompleteAsync(CancellationToken.None).SoonAsync());
        Assert.False(Login.Session.IsUsable);
    }
}
