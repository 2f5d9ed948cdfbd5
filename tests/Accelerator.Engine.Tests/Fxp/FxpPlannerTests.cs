using static Accelerator.Engine.Tests.Fxp.FxpSamples;

namespace Accelerator.Engine.Tests.Fxp;

public sealed class FxpPlannerTests
{
    [Fact]
    public void A_new_file_goes_from_the_start_under_a_temporary_name()
    {
        var plan = FxpPlanner.Plan(Request(), Item, Facts(), First);
        Assert.Equal("in/a.bin.part", plan.Part.Text);
        Assert.Equal((0, 1000), (plan.Offset, plan.Size));
        Assert.Null(plan.Seam);
        Assert.False(plan.MustHash);
    }

    [Theory]
    [InlineData(400, true, false, false, 400, true)]
    // Without a hash the origin of the bytes cannot be verified.
    [InlineData(400, false, false, false, 0, false)]
    [InlineData(400, false, true, false, 400, false)]
    [InlineData(400, true, false, true, 0, false)]
    [InlineData(1000, true, false, false, 1000, true)]
    [InlineData(1001, true, true, false, 0, false)]
    public void Existing_bytes_are_used_if_they_are_proven_to_be_the_file_s(long held, bool hasHash, bool isOwn, bool distrusted, long offset, bool mustHash)
    {
        var plan = FxpPlanner.Plan(Request(), Item, Facts(held, hasHash ? ["XCRC"] : []), First with { IsPartOwn = isOwn, Distrust = distrusted });
        Assert.Equal((offset, mustHash), (plan.Offset, plan.MustHash));
        Assert.Equal(offset == 0 ? null : new ByteRange(0, offset), plan.Seam);
    }

    [Fact]
    public void A_partial_file_needs_no_hash_where_a_record_of_one_stream_describes_it_and_is_removed_otherwise()
    {
        var plan = FxpPlanner.Plan(Request(), Item, Facts(400) with { Earlier = Begun() }, First);
        Assert.Equal((400L, false), (plan.Offset, plan.MustHash));
        Assert.Empty(plan.Removes);
        Assert.Equal(0, FxpPlanner.Plan(Request(), Item, Facts(400) with { Earlier = Begun() with { IsSegmented = true } }, First).Offset);
        Assert.Equal(["in/a.bin.part", ""], new long?[] { 400, null }.Select(held => string.Join(" ", FxpPlanner.Plan(Request(), Item, Facts(held), First).Removes)));
    }

    [Theory]
    [InlineData(0, 64 << 20, "[67043328, 67108864)")]
    [InlineData(0, (64 << 20) - 1, "")]
    [InlineData(100_000, 200_000, "[67232, 132768) [134464, 200000)")]
    [InlineData(10, 100, "[0, 100) [0, 100)")]
    [InlineData(100, 100, "[0, 100)")]
    public void Samples_are_read_at_the_seam_and_at_the_end(long held, long size, string ranges)
    {
        var plan = FxpPlanner.Plan(Request(), Item, Facts(held) with { Size = size }, First with { IsPartOwn = true });
        Assert.Equal(ranges, string.Join(" ", FxpPolicy.Samples(plan)));
    }

    [Fact]
    public void Samples_of_segments_are_read_where_any_two_meet()
    {
        var plan = FxpPlanner.Plan(Request(), Item, Facts(), First) with
        {
            Size = 1 << 20,
            Segments = new FxpSegments { Kept = [new(0, 1), new(1, 400_000)], Pieces = [new(400_000, 600_000), new(600_000, 1 << 20)], Pairs = 2, NeedsProbe = false },
        };
        Assert.Equal("[0, 32769) [367232, 432768) [567232, 632768) [983040, 1048576)", string.Join(" ", FxpPolicy.Samples(plan)));
    }

    [Theory]
    [InlineData(1000, "20260101000000", "a.bin", true)]
    [InlineData(1001, "20260101000000", "a.bin", false)]
    [InlineData(1000, "20260101000001", "a.bin", false)]
    [InlineData(1000, null, "a.bin", false)]
    [InlineData(1000, "20260101000000", "b.bin", false)]
    public void A_record_matches_a_copy_if_name_size_and_time_are_known_and_equal(long size, string? modified, string path, bool isOf)
    {
        var record = Begun() with { Size = size, Modified = modified, SourcePath = path };
        Assert.Equal(isOf, record.IsOf(Request(), Item, Facts() with { Modified = modified is null ? null : "20260101000000" }));
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public void Nothing_is_used_where_the_user_or_a_server_does_not_want_it(bool resume, bool withoutRestart) =>
        Assert.Equal(0, FxpPlanner.Plan(Request() with { Resume = resume }, Item, Facts(400, ["XCRC"]), First with { WithoutRestart = withoutRestart }).Offset);

    [Fact]
    public void The_strongest_hash_that_both_have_comes_first()
    {
        var facts = Facts() with { SourceFeatures = Features("XMD5", "XSHA256", "XCRC"), DestinationFeatures = Features("HASH SHA-256*;MD5", "XCRC") };
        Assert.Equal(["XSHA256 and HASH SHA-256", "XCRC"], FxpPlanner.Plan(Request(), Item, facts, First).Hashes.Select(hash => hash.Name));
    }

    [Theory]
    [InlineData("CPSV", "", FxpSide.Source, FxpProtection.Cpsv)]
    [InlineData("CPSV SSCN", "", FxpSide.Destination, FxpProtection.SscnAtSource)]
    [InlineData("", "SSCN", FxpSide.Destination, FxpProtection.SscnAtDestination)]
    [InlineData("SSCN", "SSCN", FxpSide.Destination, FxpProtection.SscnAtSource)]
    [InlineData("SSCN", "SSCN", FxpSide.Source, FxpProtection.SscnAtDestination)]
    [InlineData("SSCN", "", FxpSide.Source, FxpProtection.SscnAtSource)]
    [InlineData("CPSV", "", FxpSide.Destination, null)]
    [InlineData("", "", FxpSide.Destination, null)]
    public void An_encrypted_copy_stays_encrypted_or_is_refused(string source, string destination, FxpSide passive, FxpProtection? protection)
    {
        var request = Request(FtpSecurity.Explicit, FtpSecurity.Explicit);
        var facts = Facts() with { SourceFeatures = Features(Words(source)), DestinationFeatures = Features(Words(destination)) };
        var refusal = FxpPlanner.Refusal(request, Item, facts, passive);
        Assert.Equal(protection is null ? FailureKind.Tls : null, refusal?.Kind);
        if (protection is not null) Assert.Equal(protection, FxpPlanner.Plan(request, Item, facts, First with { Passive = passive }).Protection);
    }

    [Theory]
    [InlineData(FtpSecurity.Explicit, FtpSecurity.None)]
    [InlineData(FtpSecurity.Explicit, FtpSecurity.Explicit)]
    public void A_copy_that_cannot_be_encrypted_is_refused_or_relayed_if_allowed(FtpSecurity source, FtpSecurity destination)
    {
        Assert.Equal(FailureKind.Tls, FxpPlanner.Refusal(Request(source, destination), Item, Facts(), FxpSide.Source)?.Kind);
        var request = Request(source, destination) with { ViaClient = true };
        Assert.Null(FxpPlanner.Refusal(request, Item, Facts(), FxpSide.Source));
        Assert.True(FxpPlanner.Plan(request, Item, Facts(), First).IsRelayed);
        Assert.False(FxpPlanner.Plan(Request() with { ViaClient = true }, Item, Facts(), First).IsRelayed);
    }

    [Fact]
    public void A_file_that_is_there_is_replaced_only_on_demand()
    {
        var facts = Facts() with { FinalSize = 5 };
        Assert.Equal(FailureKind.Usage, FxpPlanner.Refusal(Request(), Item, facts, FxpSide.Source)?.Kind);
        Assert.Null(FxpPlanner.Refusal(Request() with { Overwrite = true }, Item, facts, FxpSide.Source));
    }

    [Fact]
    public void Nothing_is_sent_if_sizes_are_unknown()
    {
        Assert.Equal(FailureKind.Verification, FxpPlanner.Refusal(Request(), Item, Facts() with { Size = null }, FxpSide.Source)?.Kind);
        Assert.Equal(FailureKind.Verification, FxpPlanner.Refusal(Request(), Item, Facts() with { DestinationTellsSizes = false }, FxpSide.Source)?.Kind);
    }

    [Theory]
    [InlineData("a.bin", "a.bin")]
    [InlineData("a.bin.part", "a.bin")]
    public void A_file_is_not_copied_onto_itself(string from, string to)
    {
        var request = Request() with { Destination = Request().Source };
        var item = new FxpItem(FtpPath.FromText(from, FtpCharsets.Utf8), FtpPath.FromText(to, FtpCharsets.Utf8));
        Assert.Equal(FailureKind.Usage, FxpPlanner.Refusal(request with { Overwrite = true }, item, Facts(), FxpSide.Source)?.Kind);
    }

    [Theory]
    [InlineData("(vsFTPd 3.0.3)", true, "pasv_promiscuous=YES")]
    [InlineData("(vsFTPd 3.0.3)", false, "port_promiscuous=YES")]
    [InlineData("ProFTPD Server (Debian) [127.0.0.1]", true, "AllowForeignAddress on")]
    [InlineData("---------- Welcome to Pure-FTPd [privsep] [TLS] ----------", false, "AllowUserFXP")]
    [InlineData("Microsoft FTP Service", false, "matchClientAddressForPort=false")]
    [InlineData("Microsoft FTP Service", true, "matchClientAddressForPasv=false")]
    [InlineData("hello", true, "FXP")]
    [InlineData(null, true, "FXP")]
    public void The_advice_names_the_setting_of_that_server_software(string? greeting, bool isListener, string setting) =>
        Assert.Contains(setting, FxpAdvice.For(greeting, isListener));

    private static FxpRecord Begun() => FxpRecord.Begin(Request(), FxpPlanner.Plan(Request(), Item, Facts(), First), DateTimeOffset.UnixEpoch);

    private static string[] Words(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
}
