namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>
/// Servers without MLSD, or with one that does not work: LIST from within the folder, and the return to the login folder.
/// </summary>
public sealed class ListingFallbackTests
{
    [Fact]
    public async Task LIST_is_sent_bare_from_within_the_folder()
    {
        await using var login = await SessionFixture.OpenAsync();
        var before = login.Server.Commands.Count;
        await ListAsync(login, "pub/two words", ["PWD", "CWD pub/two words"]);
        // The session is already in this folder.
        await ListAsync(login, "pub/two words", []);
        // One CWD leads from one folder to the next, without returning in between.
        await ListAsync(login, "other", ["CWD /home/other"]);
        await ListAsync(login, "/absolute", ["CWD /absolute"]);
        Assert.Equal(
            ["PWD", "CWD pub/two words", "EPSV", "LIST", "EPSV", "LIST", "CWD /home/other", "EPSV", "LIST", "CWD /absolute", "EPSV", "LIST"],
            login.Server.CommandsFrom(before));
    }

    [Fact]
    public async Task Paths_from_the_login_s_folder_find_the_session_there_again()
    {
        await using var login = await SessionFixture.OpenAsync();
        await ListAsync(login, "pub", ["PWD", "CWD pub"]);

        var absolute = login.SizeAsync("/b.bin");
        await login.Server.AnswerAsync("SIZE /b.bin", "213 5");
        Assert.Equal(5, await absolute);

        var relative = login.SizeAsync("b.bin");
        await login.Server.AnswerAllAsync(("CWD /home", "250 back"), ("SIZE b.bin", "213 6"));
        Assert.Equal(6, await relative);
        await login.ExpectNextFileAsync();

        await ListAsync(login, "", []);
        await ListAsync(login, "pub", ["CWD pub"]);
        var starting = login.StartAsync();
        await login.Server.AnswerAsync("CWD /home", "250 back");
        using var data = await login.Server.BeginRetrieveAsync("a.bin");
        await login.Server.ReplyAsync("150 here");
        await using var transfer = await starting.SoonAsync();
    }

    /// <summary>VMS paths cannot be joined with a slash.</summary>
    [Fact]
    public async Task On_a_system_with_other_paths_the_session_comes_back_between_two_folders()
    {
        await using var login = await SessionFixture.OpenAsync();
        await ListAsync(login, "a", ["PWD", "CWD a"], "DKA0:[USER]");
        await ListAsync(login, "b", ["CWD DKA0:[USER]", "CWD b"]);
        await ListAsync(login, "", ["CWD DKA0:[USER]"]);
    }

    [Fact]
    public async Task Another_session_of_the_site_does_not_ask_for_the_login_s_folder_again()
    {
        await using var first = await SessionFixture.OpenAsync();
        await ListAsync(first, "pub", ["PWD", "CWD pub"]);
        await using var second = await first.Site.LogInAsync(null);
        await ListAsync(second, "pub", ["CWD pub"]);
    }

    [Fact]
    public async Task A_folder_that_does_not_exist_is_refused_and_the_session_stays_where_it_is()
    {
        await using var login = await SessionFixture.OpenAsync();
        var listing = login.ListAsync("none");
        await login.Server.EnterAsync("none", "550 no such folder");
        var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => listing.SoonAsync());
        Assert.Equal("CWD none: 550 no such folder", refusal.Message);
        await login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("257 no quotes here")]
    [InlineData("257 \"\"")]
    [InlineData("502 not implemented")]
    public async Task Without_a_usable_PWD_reply_folders_are_entered_all_the_same(string pwd)
    {
        await using var login = await SessionFixture.OpenAsync();
        await ListAsync(login, "/pub", ["PWD", "CWD /pub"], pwd);
        await ListAsync(login, "/pub/sub", ["CWD /pub/sub"]);
        Assert.True(login.Session.IsReusable);

        await using var other = await login.Site.LogInAsync(null);
        await ListAsync(other, "pub", ["CWD pub"]);
        // It could not find the login folder again.
        Assert.False(other.Session.IsReusable);
        var failure = await Assert.ThrowsAsync<FtpConnectionException>(() => other.ListAsync("else").SoonAsync());
        Assert.Contains("does not report the login folder (PWD)", failure.Message);
    }

    [Theory]
    [InlineData("500 unknown command")]
    [InlineData("502 not implemented")]
    [InlineData("504 not for that parameter")]
    public async Task A_server_that_does_not_know_MLSD_after_all_is_asked_for_LIST_from_then_on(string refusal)
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var listing = login.ListAsync("pub");
        await login.Server.RefuseListingAsync("MLSD pub", refusal);
        await login.Server.SendListFromAsync("pub");
        Assert.Equal(["one"], (await listing.SoonAsync()).Names);
        Assert.False(login.Session.Traits.MlsdWorks);
        await ListAsync(login, "pub", []);
    }

    /// <summary>
    /// RFC 3659 specifies 501 for a path that is not a folder, but servers that accept no path send it too. CWD distinguishes the two.
    /// </summary>
    [Fact]
    public async Task A_501_to_MLSD_is_asked_of_CWD()
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var missing = login.ListAsync("none");
        await login.Server.RefuseListingAsync("MLSD none", "501 no such folder");
        await login.Server.EnterAsync("none", "550 no such folder");
        Assert.Equal(550, (await Assert.ThrowsAsync<FtpReplyException>(() => missing.SoonAsync())).Reply.Code);
        Assert.Null(login.Session.Traits.MlsdWorks);

        var pathless = login.ListAsync("pub");
        await login.Server.RefuseListingAsync("MLSD pub", "501 no parameters, please");
        await login.Server.AnswerAsync("CWD pub", "250 ok");
        await login.Server.SendListingAsync("LIST", ListingRun.OneLine);
        Assert.Equal(["one"], (await pathless.SoonAsync()).Names);
        Assert.False(login.Session.Traits.MlsdWorks);
    }

    [Theory]
    [InlineData("550 permission denied")]
    [InlineData("450 busy")]
    [InlineData("425 no port is free")]
    public async Task Another_refusal_of_MLSD_is_the_folder_s_own(string reply)
    {
        await using var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var listing = login.ListAsync("pub");
        await login.Server.RefuseListingAsync("MLSD pub", reply);
        Assert.Equal($"MLSD pub: {reply}", (await Assert.ThrowsAsync<FtpReplyException>(() => listing.SoonAsync())).Message);
        Assert.Null(login.Session.Traits.MlsdWorks);
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_server_that_does_not_know_LIST_is_asked_for_NLST_from_then_on()
    {
        await using var login = await SessionFixture.OpenAsync();
        var listing = login.ListAsync("pub");
        await login.Server.EnterAsync("pub");
        await login.Server.RefuseListingAsync("LIST", "502 not implemented");
        await login.Server.SendListingAsync("NLST", "one\r\n");
        var (names, outcome) = await listing.SoonAsync();
        Assert.Equal(["one"], names);
        Assert.Equal(ListingDoubtKind.NamesOnly, Assert.Single(outcome!.Doubts).Kind);

        var again = login.ListAsync("pub");
        await login.Server.SendListingAsync("NLST", "one\r\n");
        await again.SoonAsync();
    }

    [Theory]
    [InlineData("450 No files found", true)]
    [InlineData("550 No such file or directory", true)]
    [InlineData("550 Permission denied", false)]
    public async Task A_refusal_of_LIST_from_within_the_folder_may_mean_that_it_is_empty(string reply, bool isEmpty)
    {
        await using var login = await SessionFixture.OpenAsync();
        var listing = login.ListAsync("pub");
        await login.Server.EnterAsync("pub");
        await login.Server.RefuseListingAsync("LIST", reply);
        if (isEmpty)
        {
            var (names, outcome) = await listing.SoonAsync();
            Assert.Empty(names);
            Assert.Empty(outcome!.Doubts);
        }
        else
        {
            await Assert.ThrowsAsync<FtpReplyException>(() => listing.SoonAsync());
        }
        Assert.True(login.Session.IsUsable);
    }

    private static async Task ListAsync(SessionFixture login, string folder, string[] before, string home = "/home")
    {
        var listing = login.ListAsync(folder);
        foreach (var command in before)
            await login.Server.AnswerAsync(command, command != "PWD" ? "250 ok" : home[0] is '2' or '5' ? home : $"257 \"{home}\"");
        await login.Server.SendListingAsync("LIST", ListingRun.OneLine);
        Assert.Equal(["one"], (await listing.SoonAsync()).Names);
    }
}
