namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>REST and RANG: which is sent, when, and which state is left at the server.</summary>
public sealed class MarkerTests
{
    [Fact]
    public async Task A_range_is_EPSV_REST_RETR_with_nothing_between()
    {
        await using var login = await SessionFixture.OpenAsync();
        await FetchAsync(login, 5_000_000_000);
        Assert.Equal(["EPSV", "REST 5000000000", "RETR a.bin"], login.Server.Commands.TakeLast(3));
    }

    [Fact]
    public async Task The_start_of_a_file_needs_no_marker_and_after_one_was_set_a_single_REST_0()
    {
        await using var login = await SessionFixture.OpenAsync();
        await FetchAsync(login, 0);
        Assert.Empty(Markers(login));
        await FetchAsync(login, 100);
        await login.ExpectNextFileAsync();
        await login.ExpectNextFileAsync();
        Assert.Equal(["REST 100", "REST 0"], Markers(login));
    }

    [Fact]
    public async Task A_refused_REST_leaves_a_session_that_can_fetch_from_the_start()
    {
        await using var login = await SessionFixture.OpenAsync();
        var starting = login.StartAsync(100);
        using (var port = await login.Server.PassiveAsync())
        {
            await login.Server.AnswerAsync("REST 100", "502 REST not implemented.");
            var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync());
            Assert.Equal(("REST", true), (refusal.Verb, refusal.SessionUsable));
        }
        await FetchAsync(login, 0);
        Assert.Equal(["EPSV", "RETR a.bin"], login.Server.Commands.TakeLast(2));
    }

    [Theory]
    [InlineData("226 fine")]
    [InlineData("200 fine")]
    [InlineData("150 fine", "200 fine")]
    public async Task REST_is_accepted_only_with_a_350(params string[] reply)
    {
        await using var login = await SessionFixture.OpenAsync();
        var starting = login.StartAsync(100);
        using var port = await login.Server.PassiveAsync();
        await login.Server.AnswerAsync("REST 100", reply);
        Assert.Equal("REST", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Verb);
    }

    // Both ends are inclusive (draft-bryan-ftp-range).
    [Theory]
    [InlineData(100, "RANG 100 199")]
    [InlineData(0, "RANG 0 199")]
    public async Task RANG_gives_both_ends_where_it_is_listed(long offset, string command)
    {
        await using var login = await SessionFixture.OpenAsync("RANG STREAM");
        await FetchByRangAsync(login, offset, (command, "350 ok"));
        // The range may still be set at the server; it must not truncate a whole file.
        await login.ExpectNextFileAsync();
        Assert.Contains("REST 0", login.Server.Commands);
    }

    [Theory]
    [InlineData(null, "RANG STREAM")]
    [InlineData(200L, "REST STREAM")]
    [InlineData(100L, "RANG STREAM")]
    public async Task Without_an_end_or_the_feature_it_is_REST(long? end, string feature)
    {
        await using var login = await SessionFixture.OpenAsync(feature);
        await FetchAsync(login, 100, end);
    }

    [Fact]
    public async Task A_refused_RANG_becomes_REST_and_is_not_tried_again_on_the_site()
    {
        await using var login = await SessionFixture.OpenAsync("RANG STREAM");
        await FetchByRangAsync(login, 100, ("RANG 100 199", "501 bad range"), ("REST 100", "350 ok"));
        Assert.False(login.Session.Traits.RangUsable);

        await using var second = await login.Site.LogInAsync(null);
        await FetchAsync(second, 100, 200);
    }

    [Fact]
    public async Task A_site_that_was_found_wanting_gets_REST()
    {
        await using var login = await SessionFixture.OpenAsync("RANG STREAM");
        login.Session.Traits.RefuseRang();
        await FetchAsync(login, 100, 200);
    }

    private static IEnumerable<string> Markers(SessionFixture login) =>
        login.Server.Commands.Where(command => command.StartsWith("REST", StringComparison.Ordinal));

    // The server accepts REST, but not RANG.
    private static async Task FetchAsync(SessionFixture login, long offset, long? end = null)
    {
        var (transfer, data) = await login.RetrieveAsync(offset, end);
        await login.FinishAsync(transfer, data);
    }

    private static async Task FetchByRangAsync(SessionFixture login, long offset, params (string, string)[] markers)
    {
        var starting = login.StartAsync(offset, 200);
        using var port = await login.Server.PassiveAsync();
        await login.Server.AnswerAllAsync([.. markers, ("RETR a.bin", "150 here")]);
        await login.FinishAsync(starting, await port.AcceptAsync());
    }
}
