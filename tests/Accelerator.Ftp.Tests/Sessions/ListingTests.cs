using Accelerator.Ftp.Listings;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>What is sent for a listing: every command is a round trip.</summary>
public sealed class ListingTests
{
    private static readonly string[] Mlsd = ["MLST type*;size*;modify*;"];

    [Fact]
    public async Task MLSD_takes_the_path_and_nothing_else_is_sent()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(Mlsd);
        var before = login.Server.Commands.Count;
        var listing = login.ListAsync("pub/two words");
        await login.Server.SendListingAsync("MLSD pub/two words", "type=cdir;unique=7; .\r\n" + ListingRun.OneFile);
        var (names, outcome) = await listing.SoonAsync();

        Assert.Equal(["one"], names);
        Assert.True(outcome!.IsComplete);
        Assert.Equal("7", outcome.FolderUnique);
        Assert.Equal(["EPSV", "MLSD pub/two words"], login.Server.CommandsFrom(before));
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task The_folder_of_the_login_is_listed_without_a_path()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(Mlsd);
        var listing = login.ListAsync("");
        await login.Server.SendListingAsync("MLSD", ListingRun.OneFile);
        Assert.Equal(["one"], (await listing.SoonAsync()).Names);
    }

    [Fact]
    public async Task FEAT_is_asked_once_and_OPTS_UTF8_goes_before_the_first_listing_of_a_session()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(null);
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

    /// <summary>Whoever chose a charset wants the server's names in it.</summary>
    [Fact]
    public async Task A_session_with_a_charset_of_its_own_leaves_the_server_s_alone()
    {
        using var site = new Site(profile => profile with { Charset = FtpCharsets.Find("cp949")! });
        await using var login = await site.LogInAsync("UTF8", "MLSD");
        var listing = login.ListAsync("pub");
        await login.Server.SendListingAsync("MLSD pub", "type=file; \u00C7\u00D1\r\n");
        Assert.Equal(["한"], (await listing.SoonAsync()).Names);
        Assert.DoesNotContain("OPTS UTF8 ON", login.Server.Commands);
    }

    [Fact]
    public async Task A_listed_name_is_fetched_by_the_same_bytes()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(Mlsd);
        var asking = login.Session.ListAsync(Site.Path("pub"), 1000, CancellationToken.None);
        var sending = login.Server.SendListingAsync("MLSD pub", "type=file;size=5;  \u00C7\u00D1\u00FF.bin\r\n");
        FtpPath? name = null;
        await using (var listing = await asking.SoonAsync())
        {
            await foreach (var entry in listing.EntriesAsync(CancellationToken.None)) name = entry.Name;
        }
        await sending;

        var starting = login.Session.RetrieveAsync(Site.Path("pub").Child(name!), 0, null, CancellationToken.None);
        using var data = await login.Server.BeginRetrieveAsync("pub/ \u00C7\u00D1\u00FF.bin");
        await login.Server.ReplyAsync("150 here");
        await using var transfer = await starting.SoonAsync();
    }

    [Fact]
    public async Task A_prepared_data_connection_is_used()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(Mlsd);
        var preparing = login.Session.PrepareAsync(CancellationToken.None).AsTask();
        using var port = await login.Server.PassiveAsync();
        await preparing.SoonAsync();

        var listing = login.ListAsync("pub");
        await login.Server.ExpectAsync("MLSD pub");
        using (var data = await port.AcceptAsync())
        {
            await login.Server.ReplyAsync("150 here it comes");
            await data.SendAsync("type=file; one\r\n"u8.ToArray());
        }
        await login.Server.ReplyAsync("226 done");
        Assert.Equal(["one"], (await listing.SoonAsync()).Names);
        Assert.Single(login.Server.Commands, "EPSV");
    }

    /// <summary>Some servers keep a marker for the next transfer, whatever that is.</summary>
    [Fact]
    public async Task A_marker_that_a_range_has_left_is_taken_back_first()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(Mlsd);
        var (transfer, data) = await login.RetrieveAsync("a.bin", 100);
        data.Dispose();
        await login.Server.ReplyAsync("226 done");
        Assert.Empty(await transfer.ReadToEndAsync());
        await transfer.CompleteAsync(CancellationToken.None).SoonAsync();

        var listing = login.ListAsync("pub");
        using var port = await login.Server.PassiveAsync();
        await login.Server.AnswerAsync("REST 0", "350 from the start");
        await login.Server.ExpectAsync("MLSD pub");
        (await port.AcceptAsync()).Dispose();
        await login.Server.ReplyAsync("150 here", "226 done");
        await login.Server.AnswerAsync("PWD", "257 \"/\"");
        await login.Server.AnswerAsync("CWD pub", "250 ok");
        await login.Server.SendListingAsync("LIST", ListingRun.OneLine);
        await listing.SoonAsync();
    }

    [Fact]
    public async Task Active_mode_lists_too()
    {
        using var site = new Site(profile => profile with { ActiveMode = true });
        await using var login = await site.LogInAsync(Mlsd);
        var listing = login.ListAsync("pub");
        var eprt = (await login.Server.ReadAsync())!.Split('|');
        await login.Server.ReplyAsync("200 ok");
        await login.Server.ExpectAsync("MLSD pub");
        using (var data = await ScriptedData.ConnectAsync(login.Server.Address, new System.Net.IPEndPoint(login.Server.Client.Address, int.Parse(eprt[3]))))
        {
            await login.Server.ReplyAsync("150 here it comes");
            await data.SendAsync("type=file; one\r\n"u8.ToArray());
        }
        await login.Server.ReplyAsync("226 done");
        Assert.Equal(["one"], (await listing.SoonAsync()).Names);
    }

    [Fact]
    public async Task Entries_can_be_read_once()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(Mlsd);
        var asking = login.Session.ListAsync(Site.Path("pub"), 1000, CancellationToken.None);
        var sending = login.Server.SendListingAsync("MLSD pub", ListingRun.OneFile);
        await using var listing = await asking.SoonAsync();
        Assert.Null(listing.Outcome);
        Assert.Equal(EntryKind.File, (await FirstAsync(listing.EntriesAsync(CancellationToken.None))).Kind);
        await sending;
        await Assert.ThrowsAsync<InvalidOperationException>(() => FirstAsync(listing.EntriesAsync(CancellationToken.None)));
    }

    private static async Task<ListingEntry> FirstAsync(IAsyncEnumerable<ListingEntry> entries)
    {
        await foreach (var entry in entries) return entry;
        throw new InvalidOperationException("There is none.");
    }
}
