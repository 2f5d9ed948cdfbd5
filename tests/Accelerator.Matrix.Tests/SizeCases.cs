namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.7 of the fault matrix: sizes that differ from the file's.</summary>
public sealed class SizeCases
{
    private const long Length = 3 << 20;
    private const string Path = "/pub/f";

    [Theory]
    [Streams(1, 4, Each = new object[] { "213 0", "213 -1", "213 99999999999999999999" })]
    [Streams(1, 4, Each = new object[] { "213 0x300000", "213 junk", "502 Not implemented." })]
    public async Task T_SIZE_1_an_unusable_SIZE_reply_does_not_fail_the_download(string reply, int streams)
    {
        await using var it = Case(Fault.OnCommand("SIZE").Reply(reply));
        await it.GetAsync(Path, "--streams", $"{streams}");
        it.Check(it.ExitCode == 0 && await IsRightAsync(it), "The file itself was fine.");
        it.AssertFault("SIZE answered");
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "213 1000", "213 1572864", "213 3145727" })]
    public Task T_SIZE_1_a_size_that_is_too_small_publishes_nothing(string reply, int streams) =>
        RefusesAsync(reply, streams, 7, "sends more than");

    [Theory]
    [Streams(1, 4, Each = new object[] { "213 3145729", "213 6291456" })]
    public Task T_SIZE_1_a_size_that_is_too_large_publishes_nothing(string reply, int streams) =>
        RefusesAsync(reply, streams, 7, "SIZE reports");

    [Theory]
    [Streams(1, 4, Each = new object[] { "213 9223372036854775807", "213 9000000000000000000", "213 4611686018427387904" })]
    public async Task T_SIZE_1_a_size_that_no_disk_holds_costs_no_byte(string reply, int streams)
    {
        var log = await RefusesAsync(reply, streams, 10, "needs ");
        Assert.Equal(0, log.BytesSent);
    }

    [Fact]
    public async Task T_SIZE_1_sizes_that_add_up_to_more_than_there_is_end_no_run()
    {
        await using var it = Case(Fault.OnListing().SendInstead(RawListing.Of([.. Enumerable.Range(0, 4).Select(i => RawListing.Line(true, $"f{i}", "9223372036854775807")), RawListing.Line(true, "good", "4")])));
        for (var i = 0; i < 4; i++) it.Serve($"/pub/f{i}", "short");
        it.Serve("/pub/good", "good");
        await it.MirrorAsync("/pub");
        // For long files the client sends SIZE, and its reply is right.
        it.Check(it.ExitCode == 0 && it.Here["good"] == "good" && Enumerable.Range(0, 4).All(i => it.Here[$"f{i}"] == "short"), "A file is not there, or not right.");
    }

    [Theory]
    [InlineData("9223372036854775807")]
    [InlineData("9000000000000000000")]
    [InlineData("-5")]
    [InlineData("99999999999999999999")]
    [InlineData("1")]
    public async Task T_SIZE_1_a_size_in_a_listing_is_proven_like_any_other(string size)
    {
        await using var it = Case(Fault.OnListing().SendInstead(RawListing.Of([RawListing.Line(true, "f", size), RawListing.Line(true, "good", "4")])));
        it.Serve("/pub/good", "good");
        await it.MirrorAsync("/pub");
        it.Check(it.Here["good"] == "good", "The other file is not there.");
        it.Check(!File.Exists(it.Local("f")) || (it.ExitCode == 0 && await IsRightAsync(it)), "It was published and is wrong.");
        it.Check(File.Exists(it.Local("f")) || it.ExitCode == 12, "It is not there, and nothing said so.");
        it.Check(Directory.EnumerateFiles(it.Into).All(path => new FileInfo(path).Length <= Length + 1), "A file was made of a size that was never verified.");
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_SIZE_2_nodes_that_hold_different_files_give_none(int streams)
    {
        await using var it = Case(Fault.OnCommand("SIZE").FromConnection(2).Reply("213 2000000"));
        await it.GetAsync(Path, "--streams", $"{streams}");
        it.Check(it.ExitCode == 0 ? await IsRightAsync(it) : !File.Exists(it.Local("f")), "A mixed file was published.");
        it.Check(it.ExitCode == 0 || it.ExitCode == 7, "Only the difference may stop it.");
    }

    private static async Task<LoopbackLog> RefusesAsync(string reply, int streams, int exitCode, string sentence)
    {
        await using var it = Case(Fault.OnCommand("SIZE").Reply(reply));
        await it.GetAsync(Path, "--streams", $"{streams}");
        it.AssertSaid(exitCode, sentence);
        it.AssertFault("SIZE answered");
        it.AssertSent("RETR", 0, 40);
        it.Check(!File.Exists(it.Local("f")), "It was published.");
        it.Check(Directory.EnumerateFiles(it.Into).All(path => new FileInfo(path).Length <= Length + 1), "A file of an unverified size was made.");
        return it.Server.Log;
    }

    private static HostileFixture Case(Fault fault)
    {
        var it = new HostileFixture(fault);
        it.Server.Files.AddSynthetic(Path, Length);
        return it;
    }

    private static async Task<bool> IsRightAsync(HostileFixture it) =>
        File.Exists(it.Local("f")) && new FileInfo(it.Local("f")).Length == Length && await it.Server.Files[Path].Content.FirstDifferenceAsync(it.Local("f"), CancellationToken.None) is null;
}
