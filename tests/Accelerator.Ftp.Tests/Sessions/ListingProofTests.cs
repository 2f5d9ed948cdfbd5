namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>An answer belongs to its question, and only evidence shows that a name is absent.</summary>
public sealed class ListingProofTests
{
    /// <summary>CWD tells an empty folder from one that does not exist.</summary>
    [Fact]
    public async Task An_MLSD_without_a_line_is_asked_again_from_within_the_folder_although_MLSD_works()
    {
        await using var login = await WithMlsdAsync();
        var own = login.ListAsync("own");
        await login.Server.SendListingAsync("MLSD own", "type=cdir; .\r\n");
        Assert.True((await own.SoonAsync()).Outcome!.IsComplete);

        var empty = login.ListAsync("empty");
        await login.Server.SendListingAsync("MLSD empty", "");
        await login.Server.EnterAsync("empty");
        await login.Server.SendListingAsync("MLSD", "");
        var (names, outcome) = await empty.SoonAsync();
        Assert.Empty(names);
        Assert.True(outcome!.IsComplete);

        var other = login.ListAsync("other");
        await login.Server.AnswerAsync("CWD /home", "250 back");
        await login.Server.SendListingAsync("MLSD other", "");
        await login.Server.AnswerAsync("CWD other", "250 ok");
        await login.Server.SendListingAsync("MLSD", ListingRun.OneFile);
        Assert.Equal(["one"], (await other.SoonAsync()).Names);

        var missing = login.ListAsync("missing");
        await login.Server.AnswerAsync("CWD /home", "250 back");
        await login.Server.SendListingAsync("MLSD missing", "");
        await login.Server.AnswerAsync("CWD missing", "550 no such folder");
        Assert.Equal("CWD missing: 550 no such folder", (await Assert.ThrowsAsync<FtpReplyException>(() => missing.SoonAsync())).Message);
    }

    /// <summary>A server lists nothing in a current folder that has been removed, or refuses with "No such file", as for an empty one.</summary>
    [Theory]
    [InlineData(null)]
    [InlineData("550 No such file or directory")]
    public async Task An_empty_LIST_in_the_current_folder_counts_only_after_another_CWD(string? refusal)
    {
        await using var login = await SessionFixture.OpenAsync();
        var first = login.ListAsync("pub");
        await login.Server.SendListFromAsync("pub");
        await first.SoonAsync();

        var second = login.ListAsync("pub");
        if (refusal is null) await login.Server.SendListingAsync("LIST", "", "226 Directory send OK.");
        else await login.Server.RefuseListingAsync("LIST", refusal);
        await login.Server.AnswerAsync("CWD /home/pub", "550 no such folder");
        Assert.Equal("CWD /home/pub: 550 no such folder", (await Assert.ThrowsAsync<FtpReplyException>(() => second.SoonAsync())).Message);

        var third = login.ListAsync("pub");
        await login.Server.SendListingAsync("LIST", "", "226 Directory send OK.");
        await login.Server.AnswerAsync("CWD /home/pub", "250 ok");
        await login.Server.SendListingAsync("LIST", "", "226 Directory send OK.");
        Assert.True((await third.SoonAsync()).Outcome!.IsComplete);
    }

    [Fact]
    public async Task A_folder_whose_name_is_a_pattern_is_listed_from_within()
    {
        await using var login = await WithMlsdAsync();
        var listing = login.ListAsync("[a]");
        await login.Server.EnterAsync("[a]");
        await login.Server.SendListingAsync("MLSD", ListingRun.OneFile);
        Assert.Equal(["one"], (await listing.SoonAsync()).Names);
    }

    [Theory]
    [InlineData("type=file; one\r\n", true)]
    [InlineData("type=file; other\r\ntype=file; files\r\n", false)]
    public async Task The_first_MLSD_with_a_path_is_compared_with_the_listing_from_within(string byPath, bool works)
    {
        await using var login = await UnprovenAsync();
        var first = login.ListAsync("pub");
        await login.Server.SendListingAsync("MLSD pub", byPath);
        await login.Server.EnterAsync("pub");
        await login.Server.SendListingAsync("MLSD", "type=file; one\r\n");
        var (names, outcome) = await first.SoonAsync();
        Assert.Equal(["one"], names);
        Assert.True(outcome!.IsComplete);
        Assert.Equal(works, login.Session.Traits.MlsdPathWorks);

        var second = login.ListAsync("/other");
        if (!works) await login.Server.AnswerAsync("CWD /other", "250 ok");
        await login.Server.SendListingAsync(works ? "MLSD /other" : "MLSD", ListingRun.OneFile);
        Assert.Equal(["one"], (await second.SoonAsync()).Names);
    }

    /// <summary>The root looks the same to a server that ignores the path, and lists the root.</summary>
    [Fact]
    public async Task The_login_folder_and_the_root_show_nothing_about_MLSD_with_a_path()
    {
        await using var login = await UnprovenAsync();
        foreach (var folder in (string[])["/", "/home"])
        {
            var listing = login.ListAsync(folder);
            await login.Server.SendListingAsync($"MLSD {folder}", ListingRun.OneFile);
            if (folder == "/") await login.Server.AnswerAsync("PWD", "257 \"/home\"");
            await login.Server.AnswerAsync($"CWD {folder}", "250 ok");
            await login.Server.SendListingAsync("MLSD", ListingRun.OneFile);
            Assert.Equal(["one"], (await listing.SoonAsync()).Names);
            Assert.Null(login.Session.Traits.MlsdPathWorks);
        }
    }

    [Theory]
    [InlineData("450 No files found")]
    [InlineData("550 Directory is empty")]
    public async Task A_refusal_of_MLSD_that_says_empty_is_confirmed_by_CWD(string refusal)
    {
        await using var login = await WithMlsdAsync();
        var listing = login.ListAsync("pub");
        await login.Server.RefuseListingAsync("MLSD pub", refusal);
        await login.Server.EnterAsync("pub");
        await login.Server.RefuseListingAsync("MLSD", refusal);
        var (names, outcome) = await listing.SoonAsync();
        Assert.Empty(names);
        Assert.Empty(outcome!.Doubts);
        Assert.True(login.Session.IsUsable);
    }

    /// <summary>In another language, or with a notice, the text is the same for one file, whose listing is complete.</summary>
    [Theory]
    [InlineData("226 Transfert termin\u00e9.", "226 Transfert termin\u00e9.", true)]
    [InlineData("226 Seules quelques lignes", "226 Transfert termin\u00e9.", false)]
    public async Task An_unknown_ending_is_compared_with_that_of_one_file(string ending, string usual, bool isComplete)
    {
        await using var login = await WithMlsdAsync();
        var listing = login.ListAsync("pub");
        await login.Server.SendListingAsync("MLSD pub", ListingRun.OneFile, ending);
        await login.Server.SendListingAsync("LIST pub/one", ListingRun.OneLine, usual);
        Assert.Equal(isComplete, (await listing.SoonAsync()).Outcome!.IsComplete);

        // It is asked once.
        var again = login.ListAsync("pub");
        await login.Server.SendListingAsync("MLSD pub", ListingRun.OneFile, ending);
        Assert.Equal(isComplete, (await again.SoonAsync()).Outcome!.IsComplete);
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task LIST_that_is_refused_in_TYPE_I_is_sent_in_TYPE_A_and_the_session_goes_back()
    {
        await using var login = await SessionFixture.OpenAsync();
        var first = login.ListAsync("");
        await login.Server.RefuseListingAsync("LIST", "550 LIST needs ASCII");
        await login.Server.AnswerAsync("TYPE A", "200 ascii");
        await login.Server.SendListingAsync("LIST", ListingRun.OneLine);
        await login.Server.AnswerAsync("TYPE I", "200 image");
        var (names, outcome) = await first.SoonAsync();
        Assert.Equal(["one"], names);
        Assert.True(outcome!.IsComplete);

        var second = login.ListAsync("");
        await login.Server.AnswerAsync("TYPE A", "200 ascii");
        await login.Server.SendListingAsync("LIST", ListingRun.OneLine);
        await login.Server.AnswerAsync("TYPE I", "200 image");
        Assert.Equal(["one"], (await second.SoonAsync()).Names);
        await login.ExpectInStepAsync();
    }

    [Fact]
    public async Task A_LIST_that_TYPE_A_does_not_help_is_refused_as_before_and_not_tried_again()
    {
        await using var login = await SessionFixture.OpenAsync();
        var first = login.ListAsync("");
        await login.Server.RefuseListingAsync("LIST", "550 no");
        await login.Server.AnswerAsync("TYPE A", "200 ascii");
        await login.Server.RefuseListingAsync("LIST", "550 still no");
        await login.Server.AnswerAsync("TYPE I", "200 image");
        Assert.Equal("LIST: 550 no", (await Assert.ThrowsAsync<FtpReplyException>(() => first.SoonAsync())).Message);

        var second = login.ListAsync("");
        await login.Server.RefuseListingAsync("LIST", "550 no");
        await Assert.ThrowsAsync<FtpReplyException>(() => second.SoonAsync());
        await login.ExpectInStepAsync();
    }

    private static async Task<SessionFixture> WithMlsdAsync()
    {
        var login = await SessionFixture.OpenAsync(ListingRun.Mlsd);
        var first = login.ListAsync("full");
        await login.Server.SendListingAsync("MLSD full", ListingRun.OneFile);
        await first.SoonAsync();
        Assert.True(login.Session.Traits.MlsdWorks);
        return login;
    }

    private static Task<SessionFixture> UnprovenAsync() => SessionFixture.OpenAtAsync(new SiteFixture(knowsMlsdPath: false), ListingRun.Mlsd);
}
