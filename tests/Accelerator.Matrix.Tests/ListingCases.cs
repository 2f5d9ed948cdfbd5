namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.7 of the fault matrix: listings that are cut off, endless, circular or slow to parse.</summary>
public sealed class ListingCases
{
    [Fact]
    public async Task T_LIST_3_LIST_is_sent_without_options_and_an_empty_MLSD_is_checked_once_by_LIST()
    {
        await using var it = new HostileFixture();
        it.Server.Files.AddDirectory("/pub");
        await it.ListAsync("/pub");
        it.Check(it.Server.Log.Commands.Where(command => command.Verb is "MLSD" or "LIST" or "NLST").Select(command => command.Line).SequenceEqual(["MLSD /pub", "LIST"]), "An empty folder is asked for once by MLSD and once by LIST.");
        it.Check(it.Out.Length == 0, "Something was shown of an empty folder.");
    }

    [Fact]
    public async Task T_LIST_4_a_line_of_fifty_megabytes_is_passed_over_and_what_follows_is_read()
    {
        await using var it = new HostileFixture();
        var longLine = FileContent.FromBytes("type=file;size=1; "u8).FollowedBy(FileContent.Constant(50 << 20, (byte)'x'));
        it.Server.Inject(Fault.OnListing().SendInstead(longLine.FollowedBy(RawListing.Of(["", RawListing.Line(true, "good")]))));
        await it.ListAsync("/pub");
        it.AssertSaid(12, "1 line could not be parsed, the first is \"(a line of more than 16 KiB)\"");
        it.Check(it.Out == "good\n", "What stands behind the long line is not all that was shown.");
    }

    [Fact]
    public async Task T_LIST_4_a_folder_that_holds_itself_ends()
    {
        await using var it = new HostileFixture(RawListing.Options(isMlsd: false) with { LinksAsTargets = true });
        it.Serve("/pub/good", "good");
        it.Serve("/pub/more", "more");
        it.Server.Files.AddLink("/pub/loop", "/pub");
        await it.MirrorAsync("/pub");
        it.Check(it.Written.Contains("is not listed", StringComparison.Ordinal), "It did not say that it went no deeper.");
        it.Check(it.Server.Log.CountOf("LIST") < 70, "It went round and round.");
        it.Check(it.Here["good"] == "good", "The folder's own file is missing.");
    }

    [Fact]
    public async Task T_LIST_4_a_folder_with_a_new_folder_in_it_each_time_ends()
    {
        await using var it = new HostileFixture(Fault.OnListing().SendInstead(RawListing.Of(["type=dir;modify=20260102030405; deeper"])));
        it.Server.Files.AddDirectory("/pub/" + string.Concat(Enumerable.Repeat("deeper/", 80)));
        await it.ListAsync("/pub", "-R");
        it.AssertSaid(12, "is not listed");
        it.Check(it.Server.Log.CountOf("MLSD") < 70, "It went on.");
    }

    [Theory]
    [InlineData("226 Output truncated to 2 matches", "truncated")]
    [InlineData("451 Out of memory.", "451 Out of memory.")]
    public async Task T_LIST_5_a_listing_that_was_cut_off_deletes_nothing(string last, string sentence)
    {
        await using var it = new HostileFixture(Fault.OnListing().Final(last));
        it.Serve("/pub/good", "good");
        await File.WriteAllTextAsync(it.Local("mine"), "mine");
        await it.MirrorAsync("/pub", "--delete", "--max-delete", "100%", "--yes");
        it.AssertSaid(12, sentence);
        it.Check(it.Written.Contains("Nothing was deleted", StringComparison.Ordinal), "It did not say that it deleted nothing.");
        it.AssertHere(("good", "good"), ("mine", "mine"));
    }

    /// <summary>
    /// Sixteen megabytes that a parser which backtracks at each byte would read for hours: 16 K squared, a thousand times.
    /// </summary>
    [Theory]
    [InlineData(" ")]
    [InlineData("1")]
    [InlineData("- ")]
    [InlineData("-rw-r--r-- 1 a b 1 ")]
    [InlineData("Jan 1 ")]
    [InlineData("type=file;")]
    [InlineData(";")]
    public async Task T_DOS_1_lines_made_to_be_slow_are_read_at_once(string piece)
    {
        await using var it = new HostileFixture(RawListing.Options(isMlsd: false));
        var line = string.Concat(Enumerable.Repeat(piece, 16_000 / piece.Length));
        it.Server.Inject(Fault.OnListing().SendInstead(RawListing.Of(Enumerable.Repeat(line, 1000).Append("").Append(RawListing.Line(false, "good")))));
        it.OtherOut = TextWriter.Null;
        await it.ListAsync("/pub");
        it.Check(it.ExitCode is 0 or 12, "It ends with what could be read.");
    }

    [Theory]
    [InlineData("227 ")]
    [InlineData("227 999,")]
    [InlineData("227 (1,2,3,4,5")]
    [InlineData("227 ((((((")]
    public async Task T_DOS_1_a_passive_reply_made_to_be_slow_is_refused_at_once(string piece)
    {
        var reply = "227 " + string.Concat(Enumerable.Repeat(piece[4..], 8000 / Math.Max(1, piece.Length - 4)));
        var options = new LoopbackOptions { Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Epsv, Faults = FaultPlan.Of(Fault.OnCommand("PASV").Reply(reply)) };
        await using var it = new HostileFixture(options);
        it.Serve("/f", "text");
        await it.ListAsync("/");
        it.AssertSaid(5, "names no port from 1024 on to connect to");
    }
}
