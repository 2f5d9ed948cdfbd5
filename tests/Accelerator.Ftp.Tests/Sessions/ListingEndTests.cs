namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>The ways in which listings end: complete, truncated, empty, malformed, abandoned.</summary>
public sealed class ListingEndTests
{
    [Theory]
    [InlineData("226 done", null)]
    [InlineData("250 done", null)]
    [InlineData("226-Options: -l|226 Output truncated to 10000 matches", ListingDoubtKind.SaidSo)]
    [InlineData("426 aborted", ListingDoubtKind.Refused)]
    [InlineData("451 disk error", ListingDoubtKind.Refused)]
    public async Task The_final_reply_decides_whether_it_is_complete(string final, ListingDoubtKind? doubt)
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var listing = login.ListAsync("pub");
        await login.Server.SendListingAsync("MLSD pub", ListingRun.OneFile, final.Split('|'));
        var (names, outcome) = await listing.SoonAsync();
        Assert.Equal(["one"], names);
        Assert.Equal(doubt, outcome!.Doubts.SingleOrDefault()?.Kind);
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_missing_final_reply_makes_the_listing_doubtful_and_ends_the_session()
    {
        // No other wait takes 15 s.
        var site = new SiteFixture(profile => profile with { Timeouts = new FtpTimeouts { Connect = TimeSpan.FromMinutes(1) } });
        await using var login = await SessionFixture.OpenAtAsync(site, ListingRun.Mlsd);
        var listing = login.ListAsync("pub");
        using (var data = await login.Server.BeginListingAsync("MLSD pub")) await data.SendTextAsync(ListingRun.OneFile);
        await login.Time.EndWaitAsync(TimeSpan.FromSeconds(15));
        var (names, outcome) = await listing.SoonAsync();
        Assert.Equal(["one"], names);
        Assert.Equal(ListingDoubtKind.NoFinalReply, Assert.Single(outcome!.Doubts).Kind);
        Assert.False(login.Session.IsUsable);
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("total 0\r\n", true)]
    [InlineData(ListingRun.OneLine, false)]
    public async Task An_MLSD_that_gives_nothing_is_checked_by_LIST(string list, bool isEmpty)
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var listing = login.ListAsync("pub");
        await login.Server.SendListingAsync("MLSD pub", "");
        await login.Server.SendListFromAsync("pub", list);
        var (names, outcome) = await listing.SoonAsync();

        Assert.Equal(isEmpty ? [] : ["one"], names);
        Assert.Empty(outcome!.Doubts);
        Assert.Equal(isEmpty ? ListingCommand.Mlsd : ListingCommand.List, outcome.Command);
        Assert.Equal(isEmpty ? null : false, login.Session.Traits.MlsdWorks);
    }

    [Theory]
    [InlineData("226 Transfer done (but failed to open directory).")]
    [InlineData("426 aborted")]
    public async Task A_LIST_that_fails_too_confirms_nothing(string final)
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var listing = login.ListAsync("pub");
        await login.Server.SendListingAsync("MLSD pub", "");
        await login.Server.SendListFromAsync("pub", "", final);
        Assert.Equal(ListingDoubtKind.Nothing, Assert.Single((await listing.SoonAsync()).Outcome!.Doubts).Kind);
        Assert.True(login.Session.IsUsable);
    }

    /// <summary>Servers without entries to send reply 226 at once, and some never use the data connection.</summary>
    [Fact]
    public async Task A_226_without_a_data_connection_ends_the_wait()
    {
        await using var login = await SessionFixture.OpenAsync();
        var listing = login.ListAsync("");
        using var port = await login.Server.PassiveAsync();
        await login.Server.AnswerAsync("LIST", "226 nothing to send");
        await login.Time.EndWaitAsync(TimeSpan.FromSeconds(5));
        var (names, outcome) = await listing.SoonAsync();
        Assert.Empty(names);
        Assert.Contains(outcome!.Doubts, doubt => doubt.Kind == ListingDoubtKind.DataNotEnded);
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_226_before_the_data_does_not_cut_it_off()
    {
        await using var login = await SessionFixture.OpenAsync();
        var listing = login.ListAsync("");
        using var port = await login.Server.PassiveAsync();
        await login.Server.ExpectAsync("LIST");
        using (var data = await port.AcceptAsync())
        {
            await login.Server.ReplyAsync("226 all of it");
            await login.Site.UntilTraceHasAsync("< 226 all of it");
            await data.SendTextAsync(ListingRun.OneLine);
        }
        var (names, outcome) = await listing.SoonAsync();
        Assert.Equal(["one"], names);
        Assert.True(outcome!.IsComplete);
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_data_connection_that_breaks_is_no_end()
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var asking = login.Session.ListAsync(SiteFixture.Path("pub"), 1000, CancellationToken.None);
        var data = await login.Server.BeginListingAsync("MLSD pub");
        await data.SendTextAsync("type=file; one\r\ntype=fi");
        await using var listing = await asking.SoonAsync();
        data.Reset();
        var failure = await Assert.ThrowsAsync<FtpConnectionException>(() => listing.ReadAsync().SoonAsync());
        Assert.StartsWith("MLSD pub: the data connection was lost", failure.Message);
        Assert.False(login.Session.IsUsable);
    }

    [Fact]
    public async Task Lines_over_the_limit_are_dropped_and_the_session_stays_usable()
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var listing = login.ListAsync("pub", maxLines: 3);
        using var data = await login.Server.BeginListingAsync("MLSD pub");
        await data.SendTextAsync(string.Concat(Enumerable.Repeat(ListingRun.OneFile, 10)));
        await data.ExpectEndAsync();
        await login.Server.ReplyAsync("426 you left");
        var (names, outcome) = await listing.SoonAsync();
        Assert.Equal(["one", "one", "one"], names);
        Assert.Equal(ListingDoubtKind.TooMany, Assert.Single(outcome!.Doubts).Kind);
        await login.ExpectInStepAsync();
    }

    /// <summary>No data is fetched before the caller asks for it, and a caller that stops early gets the session back.</summary>
    [Fact]
    public async Task A_slow_reader_slows_the_server_and_may_stop()
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var asking = login.Session.ListAsync(SiteFixture.Path("pub"), 1000, CancellationToken.None);
        using var data = await login.Server.BeginListingAsync("MLSD pub");
        // More bytes than the buffers of both ends hold.
        var sending = data.SendTextAsync(string.Concat(Enumerable.Repeat(ListingRun.OneFile, 500_000)));

        await using (var listing = await asking.SoonAsync())
        {
            await foreach (var entry in listing.EntriesAsync(CancellationToken.None))
            {
                Assert.Equal("one", entry.Name.Text);
                break;
            }
            await Task.WhenAny(sending, Task.Delay(TimeSpan.FromMilliseconds(200)));
            Assert.False(sending.IsCompleted);
            var leaving = listing.DisposeAsync().AsTask();
            await data.ExpectEndAsync();
            await login.Server.ReplyAsync("426 you left");
            await leaving.SoonAsync();
            Assert.Null(listing.Outcome);
        }
        await Assert.ThrowsAsync<IOException>(() => sending.SoonAsync());
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_cancelled_listing_ends()
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        using var stop = new CancellationTokenSource();
        var listing = login.ListAsync("pub", cancellationToken: stop.Token);
        using var data = await login.Server.BeginListingAsync("MLSD pub");
        await data.SendTextAsync("type=file; one\r\n");
        await ScriptedServer.ArrivedAsync();
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => listing.SoonAsync());
    }

    [Theory]
    [InlineData("522 session reuse required")]
    [InlineData("425 TLS session of data connection not resumed.")]
    public async Task An_encrypted_connection_that_the_server_closes_unused_is_no_empty_folder(string reply)
    {
        await using var login = await SessionFixture.OpenWithTlsAsync(ListingRun.Mlsd);
        var listing = login.ListAsync("pub");
        using (var data = await login.Server.BeginListingAsync("MLSD pub")) await data.StartTlsAsync(Certificates.Server).SoonAsync();
        await login.Server.ReplyAsync(reply);
        var failure = await Assert.ThrowsAsync<FtpTlsException>(() => listing.SoonAsync());
        Assert.Contains(reply.TrimEnd('.'), failure.Message);
    }
}
