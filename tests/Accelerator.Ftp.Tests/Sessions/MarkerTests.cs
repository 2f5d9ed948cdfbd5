using Accelerator.Ftp.Data;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>REST and RANG: which is sent, when, and what is left behind.</summary>
public sealed class MarkerTests
{
    [Fact]
    public async Task A_range_is_EPSV_REST_RETR_with_nothing_between()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await login.RetrieveAsync("a.bin", 5_000_000_000);
        Assert.Equal(["EPSV", "REST 5000000000", "RETR a.bin"], login.Server.Commands.TakeLast(3));
        await FinishAsync(login, transfer, data);
    }

    [Fact]
    public async Task The_start_of_a_file_needs_no_marker()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await login.RetrieveAsync();
        await FinishAsync(login, transfer, data);
        Assert.DoesNotContain(login.Server.Commands, command => command.StartsWith("REST", StringComparison.Ordinal));
    }

    [Fact]
    public async Task REST_0_is_sent_once_after_a_marker_was_set()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var (transfer, data) = await login.RetrieveAsync("a.bin", 100);
        await FinishAsync(login, transfer, data);
        await login.ExpectNextFileAsync();
        await login.ExpectNextFileAsync();
        Assert.Equal(["REST 100", "REST 0"], login.Server.Commands.Where(command => command.StartsWith("REST", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_refused_REST_leaves_a_session_that_can_fetch_from_the_start()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var starting = login.Session.RetrieveAsync(Site.Path("a.bin"), 100, null, CancellationToken.None);
        using (var port = await login.Server.PassiveAsync())
        {
            await login.Server.AnswerAsync("REST 100", "502 REST not implemented.");
            var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync());
            Assert.Equal(("REST", true), (refusal.Verb, refusal.SessionUsable));
        }
        var (transfer, data) = await login.RetrieveAsync();
        Assert.Equal(["EPSV", "RETR a.bin"], login.Server.Commands.TakeLast(2));
        await FinishAsync(login, transfer, data);
    }

    [Theory]
    [InlineData("226 fine")]
    [InlineData("200 fine")]
    [InlineData("150 fine", "200 fine")]
    public async Task REST_is_only_believed_with_a_350(params string[] reply)
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var starting = login.Session.RetrieveAsync(Site.Path("a.bin"), 100, null, CancellationToken.None);
        using var port = await login.Server.PassiveAsync();
        await login.Server.AnswerAsync("REST 100", reply);
        Assert.Equal("REST", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Verb);
    }

    [Fact]
    public async Task RANG_gives_both_ends_where_it_is_listed()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync("RANG STREAM");
        var starting = login.Session.RetrieveAsync(Site.Path("a.bin"), 100, 200, CancellationToken.None);
        using var port = await login.Server.PassiveAsync();
        // Both ends are inclusive (draft-bryan-ftp-range).
        await login.Server.AnswerAsync("RANG 100 199", "350 ok");
        await login.Server.ExpectAsync("RETR a.bin");
        using var data = await port.AcceptAsync();
        await login.Server.ReplyAsync("150 here");
        await FinishAsync(login, await starting.SoonAsync(), data);
    }

    [Fact]
    public async Task RANG_serves_the_start_of_a_file_too()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync("RANG STREAM");
        var starting = login.Session.RetrieveAsync(Site.Path("a.bin"), 0, 200, CancellationToken.None);
        using var port = await login.Server.PassiveAsync();
        await login.Server.AnswerAsync("RANG 0 199", "350 ok");
        await login.Server.ExpectAsync("RETR a.bin");
        using var data = await port.AcceptAsync();
        await login.Server.ReplyAsync("150 here");
        await FinishAsync(login, await starting.SoonAsync(), data);

        // The range may have been left behind; a whole file must not be cut by it.
        await login.ExpectNextFileAsync();
        Assert.Contains("REST 0", login.Server.Commands);
    }

    [Theory]
    [InlineData(null, "RANG STREAM")]
    [InlineData(200L, "REST STREAM")]
    [InlineData(100L, "RANG STREAM")]
    public async Task Without_an_end_or_the_feature_it_is_REST(long? end, string feature)
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(feature);
        var starting = login.Session.RetrieveAsync(Site.Path("a.bin"), 100, end, CancellationToken.None);
        using var data = await login.Server.BeginRetrieveAsync("a.bin", 100);
        await login.Server.ReplyAsync("150 here");
        await FinishAsync(login, await starting.SoonAsync(), data);
    }

    [Fact]
    public async Task A_refused_RANG_becomes_REST_and_is_not_tried_again_on_the_site()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync("RANG STREAM");
        var starting = login.Session.RetrieveAsync(Site.Path("a.bin"), 100, 200, CancellationToken.None);
        using (var port = await login.Server.PassiveAsync())
        {
            await login.Server.AnswerAsync("RANG 100 199", "501 bad range");
            await login.Server.AnswerAsync("REST 100", "350 ok");
            await login.Server.ExpectAsync("RETR a.bin");
            using var data = await port.AcceptAsync();
            await login.Server.ReplyAsync("150 here");
            await FinishAsync(login, await starting.SoonAsync(), data);
        }
        Assert.False(login.Session.Traits.RangUsable);

        await using var second = await site.LogInAsync(null);
        var again = second.Session.RetrieveAsync(Site.Path("a.bin"), 100, 200, CancellationToken.None);
        using (var data = await second.Server.BeginRetrieveAsync("a.bin", 100))
        {
            await second.Server.ReplyAsync("150 here");
            await FinishAsync(second, await again.SoonAsync(), data);
        }
    }

    [Fact]
    public async Task A_site_that_was_found_wanting_gets_REST()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync("RANG STREAM");
        login.Session.Traits.RefuseRang();
        var starting = login.Session.RetrieveAsync(Site.Path("a.bin"), 100, 200, CancellationToken.None);
        using var data = await login.Server.BeginRetrieveAsync("a.bin", 100);
        await login.Server.ReplyAsync("150 here");
        await FinishAsync(login, await starting.SoonAsync(), data);
    }

    private static async Task FinishAsync(Login login, DataTransfer transfer, ScriptedData data)
    {
        await data.SendAsync("bytes"u8.ToArray());
        data.Dispose();
        await login.Server.ReplyAsync("226 done");
        Assert.Equal("bytes"u8.ToArray(), await transfer.ReadToEndAsync());
        Assert.Equal(226, (await transfer.CompleteAsync(CancellationToken.None).SoonAsync())?.Code);
        await transfer.DisposeAsync();
    }
}
