namespace Accelerator.Ftp.Tests.Listings;

public sealed class ListingPolicyTests
{
    private static readonly ListingOutcome Good = new()
    {
        What = "MLSD /pub",
        Command = ListingCommand.Mlsd,
        Form = ListingForm.Facts,
        Entries = 5,
        Listed = 7,
        HasLines = true,
        ShowsDotNames = true,
        FinalReply = new FtpReply(226, ["Transfer complete."]),
    };

    [Theory]
    [InlineData(226, "Transfer complete.")]
    [InlineData(226, "7 matches total")]
    [InlineData(250, "Requested file action okay, completed.")]
    [InlineData(200, "Done")]
    public void A_listing_with_a_positive_final_reply_is_complete(int code, string text)
    {
        var outcome = Good with { FinalReply = new FtpReply(code, [text]) };
        Assert.Empty(outcome.Doubts);
        Assert.True(outcome.IsComplete);
    }

    [Theory]
    [InlineData(226, "Output truncated to 10000 matches", ListingDoubtKind.SaidSo)]
    [InlineData(226, "OUTPUT TRUNCATED", ListingDoubtKind.SaidSo)]
    [InlineData(226, "Transfer done (but failed to open directory).", ListingDoubtKind.SaidSo)]
    [InlineData(426, "Connection closed; transfer aborted.", ListingDoubtKind.Refused)]
    [InlineData(550, "Permission denied.", ListingDoubtKind.Refused)]
    public void A_final_reply_that_reports_a_problem_makes_the_listing_doubtful(int code, string text, ListingDoubtKind kind)
    {
        var doubt = Assert.Single((Good with { FinalReply = new FtpReply(code, ["Options: -l", text]) }).Doubts);
        Assert.Equal(kind, doubt.Kind);
        Assert.StartsWith("MLSD /pub may be incomplete: ", doubt.Text);
        Assert.Contains(text, doubt.Text);
    }

    [Fact]
    public void Each_flaw_is_a_doubt_of_its_own()
    {
        Assert.Equal(ListingDoubtKind.NoFinalReply, Only(Good with { FinalReply = null }));
        Assert.Equal(ListingDoubtKind.UnreadLines, Only(Good with { UnreadLines = 1, FirstUnread = "x" }));
        Assert.Equal(ListingDoubtKind.RefusedNames, Only(Good with { RefusedNames = 1, FirstRefused = "../x" }));
        Assert.Equal(ListingDoubtKind.LastLineOpen, Only(Good with { IsLastLineOpen = true }));
        Assert.Equal(ListingDoubtKind.NamesOnly, Only(Good with { Command = ListingCommand.Nlst }));
        Assert.Equal(ListingDoubtKind.NoCloseNotify, Only(Good with { LacksCloseNotify = true }));
        Assert.Equal(ListingDoubtKind.TooLarge, Only(Good with { IsCut = true, ByteLimit = 1 << 20 }));
        Assert.Equal(ListingDoubtKind.DataNotEnded, Only(Good with { DataEnded = false }));
        Assert.Equal(ListingDoubtKind.TooMany, Only(Good with { IsCut = true, FinalReply = new FtpReply(426, ["Aborted."]) }));
    }

    /// <summary>No list of phrases: whatever is not known as the end of a complete listing is a doubt.</summary>
    [Theory]
    [InlineData("Listing limited to the first 300 entries.")]
    [InlineData("incomplete")]
    [InlineData("Partial")]
    [InlineData("Transfer aborted")]
    [InlineData("Permission denied")]
    [InlineData("failed to read")]
    [InlineData("Transfer not complete")]
    [InlineData("Liste limit\u00e9e aux 300 premi\u00e8res entr\u00e9es")]
    [InlineData("300 of 330 entries listed")]
    [InlineData("Directory send OK (300/330)")]
    [InlineData("330 matches total")]
    public void A_success_with_another_text_makes_the_listing_doubtful(string text) =>
        Assert.Equal(ListingDoubtKind.SaidSo, Only(Good with { Listed = 300, FinalReply = new FtpReply(226, [text]) }));

    [Theory]
    [InlineData("")]
    [InlineData("Directory send OK.")]
    [InlineData("Successfully transferred \"/pub/limited\"")]
    [InlineData("Transfer complete. 1,234 bytes transferred. 1.21 KB/sec.")]
    [InlineData("Closing data connection.")]
    [InlineData("Options: -a -l")]
    [InlineData("Listed 300 of 300 entries")]
    [InlineData("Directory list has been submitted.")]
    [InlineData("List completed successfully.")]
    [InlineData("MLSD command successful; 302 matches total")]
    public void A_text_with_which_servers_end_complete_listings_is_none(string text) =>
        Assert.Empty((Good with { Listed = 300, FinalReply = new FtpReply(226, [text]) }).Doubts);

    [Theory]
    [InlineData(10_002, 2, 0, true)]
    [InlineData(10_000, 2, 0, true)]
    [InlineData(10_001, 2, 0, false)]
    [InlineData(10_002, 2, 12_000, false)]
    public void A_round_number_counts_with_and_without_the_folder_s_own_lines_unless_a_listing_was_longer(long listed, long own, long longest, bool isDoubted) =>
        Assert.Equal(isDoubted, (Good with { Listed = listed, OwnLines = own, LongestListing = longest }).Doubts.Any(doubt => doubt.Kind == ListingDoubtKind.UsualLimit));

    [Theory]
    [InlineData(999, false)]
    [InlineData(1_000, true)]
    [InlineData(2_000, true)]
    [InlineData(9_998, false)]
    [InlineData(10_000, true)]
    [InlineData(12_000, false)]
    public void Exactly_as_many_names_as_servers_cut_off_at_are_doubted(long listed, bool isDoubted) =>
        Assert.Equal(isDoubted, (Good with { Listed = listed }).Doubts.Any(doubt => doubt.Kind == ListingDoubtKind.UsualLimit));

    [Theory]
    [InlineData("Directory send OK.")]
    [InlineData("1000 matches total")]
    public void A_server_that_reports_truncation_may_have_exactly_as_many_names(string text) =>
        Assert.True((Good with { Listed = 1_000, FinalReply = new FtpReply(226, [text]) }).IsComplete);

    [Theory]
    [InlineData("Transfer complete.", false, false)]
    [InlineData("Transfer complete.", true, true)]
    [InlineData("Directory send OK.", false, true)]
    [InlineData("0 matches total", false, true)]
    [InlineData("10 matches total", false, false)]
    public void An_empty_listing_is_an_empty_folder_only_with_further_evidence(string text, bool meansEmpty, bool isComplete)
    {
        var outcome = Good with { Form = null, Entries = 0, Listed = 0, HasLines = false, NothingMeansEmpty = meansEmpty, FinalReply = new FtpReply(226, [text]) };
        Assert.Equal(isComplete, outcome.IsComplete);
        if (!isComplete) Assert.Equal(ListingDoubtKind.Nothing, outcome.Doubts[^1].Kind);
    }

    [Theory]
    [InlineData(".hidden", true, true)]
    [InlineData(".hidden", false, false)]
    [InlineData("plain", false, true)]
    public void A_listing_that_hides_names_with_a_point_proves_nothing_of_them(string name, bool showsDotNames, bool proves)
    {
        var path = FtpPath.FromText(name, FtpCharsets.Utf8);
        Assert.Equal(proves, (Good with { ShowsDotNames = showsDotNames }).ProvesAbsence(path));
        Assert.False((Good with { ShowsDotNames = showsDotNames, UnreadLines = 1 }).ProvesAbsence(path));
    }

    [Theory]
    [InlineData(450, "No files found", true)]
    [InlineData(550, "No such file or directory.", true)]
    [InlineData(550, "The directory is empty", true)]
    [InlineData(550, "Permission denied.", false)]
    [InlineData(451, "No files found", false)]
    [InlineData(530, "Not found", false)]
    public void Some_refusals_mean_an_empty_folder(int code, string text, bool expected) => Assert.Equal(expected, ListingPolicy.SaysEmpty(new FtpReply(code, [text])));

    private static ListingDoubtKind Only(ListingOutcome outcome) => Assert.Single(outcome.Doubts).Kind;
}
