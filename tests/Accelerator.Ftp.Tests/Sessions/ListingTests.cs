namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>The commands that are sent for a listing: every command costs a round trip.</summary>
public sealed class ListingTests
{
    [Theory]
    [InlineData("pub/two words", "MLSD pub/two words")]
    // The login folder.
    [InlineData("", "MLSD")]
    public async Task MLSD_takes_the_path_and_nothing_else_is_sent(string folder, string command)
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var before = login.Server.Commands.Count;
        var listing = login.ListAsync(folder);
        await login.Server.SendListingAsync(command, "type=cdir;unique=7; .\r\n" + ListingRun.OneFile);
        var (names, outcome) = await listing.SoonAsync();

        Assert.Equal(["one"], names);
        Assert.True(outcome!.IsComplete);
        Assert.Equal("7", outcome.FolderUnique);
        Assert.Equal(["EPSV", command], login.Server.CommandsFrom(before));
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task FEAT_is_asked_once_and_OPTS_UTF8_goes_before_the_first_listing_of_a_session()
    {
        await using var login = await SessionFixture.OpenAsync(null);
        var before = login.Server.Commands.Count;
        for (var i = 0; i < 2; i++)
        {
            var listing = login.ListAsync("pub");
            if (i == 0)
            {
                await login.Server.ListFeaturesAsync("UTF8", "MLSD");
                await login.Server.AnswerAsync("OPTS UTF8 ON", "200 ok");
            }
            await login.Server.SendListingAsync("MLSD pub", ListingRun.OneFile);
            await listing.SoonAsync();
        }
        Assert.Equal(["FEAT", "OPTS UTF8 ON", "EPSV", "MLSD pub", "EPSV", "MLSD pub"], login.Server.CommandsFrom(before));
    }

    /// <summary>A user who sets a charset expects the server's names in it.</summary>
    [Fact]
    public async Task A_session_with_a_charset_of_its_own_leaves_the_server_s_alone()
    {
        var site = new SiteFixture(profile => profile with { Charset = FtpCharsets.Find("cp949")! });
        await using var login = await SessionFixture.OpenAtAsync(site, "UTF8", "MLSD");
        var listing = login.ListAsync("pub");
        await login.Server.SendListingAsync("MLSD pub", "type=file; \u00C7\u00D1\r\n");
        Assert.Equal(["한"], (await listing.SoonAsync()).Names);
        Assert.DoesNotContain("OPTS UTF8 ON", login.Server.Commands);
    }

    [Fact]
    public async Task A_listed_name_is_fetched_by_the_same_bytes_and_entries_are_read_once()
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var asking = login.Session.ListAsync(SiteFixture.Path("pub"), 1000, CancellationToken.None);
        var sending = login.Server.SendListingAsync("MLSD pub", "type=file;size=5;  \u00C7\u00D1\u00FE.bin\r\n");
        ListingEntry entry;
        await using (var listing = await asking.SoonAsync())
        {
            Assert.Null(listing.Outcome);
            entry = Assert.Single(await listing.ReadAsync());
            Assert.Equal(EntryKind.File, entry.Kind);
            await Assert.ThrowsAsync<InvalidOperationException>(() => listing.ReadAsync());
        }
        await sending;

        var starting = login.Session.RetrieveAsync(SiteFixture.Path("pub").Child(entry.Name), 0, null, isBulk: false, CancellationToken.None);
        using var data = await login.Server.BeginRetrieveAsync("pub/ \u00C7\u00D1\u00FE.bin");
        await login.Server.ReplyAsync("150 here");
        await using var transfer = await starting.SoonAsync();
    }

    [Fact]
    public async Task A_prepared_data_connection_is_used()
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var preparing = login.Session.PrepareAsync(isBulk: false, CancellationToken.None).AsTask();
        using var port = await login.Server.PassiveAsync();
        await preparing.SoonAsync();

        var listing = login.ListAsync("pub");
        await login.Server.ExpectAsync("MLSD pub");
        await SendAsync(login, await port.AcceptAsync());
        Assert.Equal(["one"], (await listing.SoonAsync()).Names);
        Assert.Single(login.Server.Commands, "EPSV");
    }

    /// <summary>Some servers keep a restart marker for the next transfer of any kind.</summary>
    [Fact]
    public async Task A_marker_that_a_range_has_left_is_taken_back_first()
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var (transfer, data) = await login.RetrieveAsync(100);
        await login.FinishAsync(transfer, data);

        var listing = login.ListAsync("pub");
        using var port = await login.Server.PassiveAsync();
        await login.Server.AnswerAsync("REST 0", "350 from the start");
        await login.Server.ExpectAsync("MLSD pub");
        await SendAsync(login, await port.AcceptAsync());
        Assert.Equal(["one"], (await listing.SoonAsync()).Names);
    }

    [Fact]
    public async Task Active_mode_lists_too()
    {
        await using var login = await SessionFixture.OpenAtAsync(new SiteFixture(profile => profile with { ActiveMode = true }), ListingRun.Mlsd);
        var listing = login.ListAsync("pub");
        var eprt = (await login.Server.ReadAsync())!.Split('|');
        await login.Server.ReplyAsync("200 ok");
        await login.Server.ExpectAsync("MLSD pub");
        await SendAsync(login, await ScriptedData.ConnectAsync(login.Server.Address, new IPEndPoint(login.Server.Client.Address, int.Parse(eprt[3]))));
        Assert.Equal(["one"], (await listing.SoonAsync()).Names);
    }

    private static async Task SendAsync(SessionFixture login, ScriptedData data)
    {
        using (data)
        {
            await login.Server.ReplyAsync("150 here it comes");
            await data.SendTextAsync(ListingRun.OneFile);
        }
        await login.Server.ReplyAsync("226 done");
    }
}
