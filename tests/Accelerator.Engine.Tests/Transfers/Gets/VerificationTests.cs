namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Verification beyond lengths and seams: server hashes, companion files, a given hash.</summary>
public sealed class VerificationTests
{
    private const long Length = 6 << 20;
    private const string WrongSha256 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    [Theory]
    [InlineData(LoopbackFeatures.Hash, "HASH SHA-256")]
    [InlineData(LoopbackFeatures.Xsha256, "XSHA256")]
    [InlineData(LoopbackFeatures.Xsha1, "XSHA1")]
    [InlineData(LoopbackFeatures.Xmd5, "XMD5")]
    [InlineData(LoopbackFeatures.Xcrc, "XCRC")]
    [InlineData(LoopbackFeatures.Hashes, "HASH SHA-256")]
    public async Task The_strongest_hash_the_server_offers_verifies_the_file(LoopbackFeatures hashes, string by)
    {
        await using var get = Fixture(VerifyMode.Always, hashes);

        await get.GetCompleteAsync(4);
        Assert.Equal((by, Assurance.Hash, $"verified by {by}"), (get.Result.VerifiedBy, get.Result.Assurance, get.Result.AssuranceText));
        if (by.EndsWith("256", StringComparison.Ordinal)) Assert.Equal(get.Server.Files.Sha256Of(GetFixture.Remote), get.Result.Sha256);
    }

    [Theory]
    [InlineData(LoopbackFeatures.Hash, "HASH")]
    [InlineData(LoopbackFeatures.Xsha256, "XSHA256")]
    [InlineData(LoopbackFeatures.Xmd5, "XMD5")]
    [InlineData(LoopbackFeatures.Xcrc, "XCRC")]
    public async Task A_server_hash_that_differs_publishes_nothing(LoopbackFeatures hashes, string verb)
    {
        await using var get = Fixture(VerifyMode.Always, hashes, Fault.OnCommand(verb).WrongDigest());

        await get.GetRefusedAsync(4, FailureKind.Verification, "does not match", verb);
        get.AssertFaultFired("wrong hash");
        get.Check(!File.Exists(get.Part) && !File.Exists(get.Journal), "A file known to be wrong was kept for a resume.");
    }

    [Theory]
    [Each("500 Unknown.", "550 Not for you.", "213 no digest here")]
    public async Task A_hash_that_is_offered_and_not_given_leads_to_the_next(string reply)
    {
        await using var get = Fixture(VerifyMode.Always, LoopbackFeatures.Hash | LoopbackFeatures.Xmd5, Fault.OnCommand("HASH").Reply(reply));

        await get.GetCompleteDespiteAsync("HASH answered", 4);
        Assert.Equal("XMD5", get.Result.VerifiedBy);
    }

    [Fact]
    public async Task A_session_that_ends_in_place_of_the_hash_is_replaced_and_the_hash_is_requested_again()
    {
        await using var get = Fixture(VerifyMode.Always, LoopbackFeatures.Hash, Fault.OnCommand("HASH", nth: 1).Reply("421 Timeout."));

        await get.GetCompleteDespiteAsync("HASH answered", 4);
        Assert.Equal("HASH SHA-256", get.Result.VerifiedBy);
        get.Check(get.Server.Log.CountOf("HASH") == 2, "The hash should have been requested once more.");
        get.Check(get.Notices(NoticeKind.ServerLimit).Count == 0, "The server has no limit.");
    }

    [Fact]
    public async Task A_server_that_always_ends_the_session_in_place_of_the_hash_ends_the_file()
    {
        await using var get = Fixture(VerifyMode.Always, LoopbackFeatures.Hash, Fault.OnCommand("HASH").Reply("421 Timeout."));
        get.Time = new QuickTime(50);

        await get.GetRefusedAsync(4, FailureKind.Network, "421 Timeout.");
    }

    [Fact]
    public async Task Verify_always_without_any_hash_fails_before_the_first_byte_and_names_what_to_use()
    {
        await using var get = Fixture(VerifyMode.Always, LoopbackFeatures.None);

        await get.GetRefusedAsync(4, FailureKind.Verification, "--verify always cannot be met", "--verify sha256:HEX", "--checksums", "--verify auto");
        get.Check(get.Server.Log.Retrievals.Count == 0, "Bytes were downloaded that cannot be verified.");
        get.Check(!File.Exists(get.Part), "A partial file was created.");
    }

    [Fact]
    public async Task Verify_always_waits_for_companion_files_only_where_FEAT_lists_no_hash()
    {
        await using var get = Fixture(VerifyMode.Always, LoopbackFeatures.Hash);

        await get.GetCompleteAsync(1);
        var commands = get.Server.Log.CommandsOf(1).ToList();
        get.Check(commands.FindIndex(line => line.StartsWith("RETR", StringComparison.Ordinal)) is >= 0 and var first
            && commands[..first].TrueForAll(line => !line.EndsWith(".sha256", StringComparison.Ordinal)), string.Join('\n', commands));
    }

    [Fact]
    public async Task Verify_always_keeps_what_an_earlier_run_left_when_it_cannot_be_met()
    {
        await using var get = Fixture(VerifyMode.None, LoopbackFeatures.None);
        get.Server.Files.AddSynthetic(GetFixture.Remote, 24 << 20);
        await get.InterruptAsync(4, 2 << 20);
        get.Adjust = request => request with { Verify = new Verification(VerifyMode.Always) };
        await get.GetAsync(4);
        get.Check(get.Result.Failure == FailureKind.Verification && File.Exists(get.Part) && File.Exists(get.Journal), get.Result.Message);
    }

    [Fact]
    public async Task Verify_none_requests_no_hash()
    {
        await using var get = Fixture(VerifyMode.None, LoopbackFeatures.Hashes);

        await get.GetCompleteAsync(4);
        get.Check(get.Server.Log.CountOf("HASH") + get.Server.Log.CountOf("XMD5") == 0, "A hash was asked for.");
        get.Check(get.Server.Log.Commands.All(command => !command.Argument.EndsWith(".sha256", StringComparison.Ordinal)), "A companion was asked for.");
    }

    [Theory]
    [InlineData(".sha256", "{0}  big.bin\n")]
    [InlineData(".sha256", "{0} *big.bin\r\n")]
    [InlineData(".sha256", "SHA256 (big.bin) = {0}\n")]
    [InlineData(".sha256", "{0}\n")]
    [InlineData(".sha256", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef  other.bin\n{0}  big.bin\n")]
    [InlineData(".md5", "{0}  big.bin\n")]
    public async Task A_companion_file_verifies_it(string suffix, string form)
    {
        await using var get = Fixture(VerifyMode.Always, LoopbackFeatures.None);
        get.Server.Files.AddText(GetFixture.Remote + suffix, string.Format(form, Digest(get, suffix)));

        await get.GetCompleteAsync(4);
        get.Check(get.Result.VerifiedBy.Contains(suffix, StringComparison.Ordinal), "The companion should have been the proof.");
    }

    // The last bytes of à and … in UTF-8 are blanks in Latin-1.
    [Theory]
    [InlineData("위성 자료.nc", "{0}  위성 자료.nc\n")]
    [InlineData("voilà", "{0} *voilà\r\n")]
    [InlineData("and so on…", "{0}  ./pub/and so on…\n")]
    [InlineData("자료\\1.nc", "\\{0}  자료\\\\1.nc\n")]
    [InlineData("자료.nc", "SHA256 (다른.nc) = 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\nSHA256 (자료.nc) = {0}\n")]
    public async Task A_companion_file_verifies_a_file_whose_name_is_not_ASCII(string name, string form)
    {
        await using var get = Fixture(VerifyMode.Always, LoopbackFeatures.None);
        var content = new byte[100_000];
        Serve("", content);
        Serve(".sha256", Encoding.UTF8.GetBytes(string.Format(form, Convert.ToHexString(SHA256.HashData(content)))));

        var result = await get.GetAsync(4, get.Item($"/pub/{name}", get.Target));
        get.Check(result.Failure is null, result.Message);
        get.Check(result.VerifiedBy.Contains(".sha256", StringComparison.Ordinal), "The companion should have been the proof.");

        void Serve(string suffix, byte[] content) => get.Server.Files.Add(LoopbackPath.FromUtf8($"/pub/{name}{suffix}"), FileContent.FromBytes(content));
    }

    [Theory]
    [Each(VerifyMode.Auto, VerifyMode.Always)]
    public async Task A_companion_file_that_differs_publishes_nothing(VerifyMode mode)
    {
        await using var get = Fixture(mode, LoopbackFeatures.None);
        get.Server.Files.AddText(GetFixture.Remote + ".sha256", $"{WrongSha256}  big.bin\n");

        await get.GetRefusedAsync(4, FailureKind.Verification, "does not match", ".sha256", WrongSha256);
    }

    [Theory]
    [InlineData("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef  another.iso\n")]
    [InlineData("<html>404 not found</html>")]
    [InlineData("")]
    // None at all.
    [InlineData(null)]
    public async Task A_companion_file_of_something_else_is_not_used_and_without_hashes_the_seams_prove_it(string? text)
    {
        await using var get = Fixture(VerifyMode.Auto, LoopbackFeatures.None);
        if (text is not null) get.Server.Files.AddText(GetFixture.Remote + ".sha256", text);

        await get.GetCompleteAsync(4);
        Assert.Equal(("length and seams", Assurance.Consistency), (get.Result.VerifiedBy, get.Result.Assurance));
        Assert.Equal("big.bin: complete; size, time and range overlaps match (no checksum available).", get.Result.Message);
    }

    [Theory]
    [InlineData(1, LoopbackFeatures.None, VerifyMode.Auto, "complete; size and time match (no checksum available)")]
    [InlineData(1, LoopbackFeatures.Mdtm, VerifyMode.Auto, "complete; size matches (no checksum available)")]
    [InlineData(4, LoopbackFeatures.Mdtm, VerifyMode.Auto, "complete; size and range overlaps match (no checksum available)")]
    [InlineData(1, LoopbackFeatures.Mdtm | LoopbackFeatures.Size | LoopbackFeatures.Mlst, VerifyMode.Auto, "complete; listed size matches (no checksum available)")]
    [InlineData(1, LoopbackFeatures.None, VerifyMode.None, "complete; size and time match (checksum not compared: --verify none)")]
    public async Task Without_a_hash_the_result_names_what_was_compared_and_no_more(int streams, LoopbackFeatures missing, VerifyMode mode, string text)
    {
        await using var get = Fixture(mode, LoopbackFeatures.None, GetFixture.Capped, missing);

        await get.GetCompleteAsync(streams);
        Assert.Equal((text, Assurance.Consistency), (get.Result.AssuranceText, get.Result.Assurance));
    }

    [Fact]
    public void A_hash_that_was_not_compared_is_named_with_the_reason()
    {
        Assert.Equal("complete; size matches (XSHA256 not compared: it would take over a fifth of the transfer time)", new ConsistencyChecks(["size"], ConsistencyChecks.NotCompared("XSHA256", wasAsked: false)).ToString());
        Assert.Equal("complete; the only evidence is that the server ended the data (the server lists XCRC but returned no hash)", new ConsistencyChecks([], ConsistencyChecks.NotCompared("XCRC", wasAsked: true)).ToString());
    }

    [Fact]
    public async Task A_companion_file_of_any_length_is_not_fetched()
    {
        await using var get = Fixture(VerifyMode.Auto, LoopbackFeatures.None);
        get.Server.Files.AddSynthetic(GetFixture.Remote + ".sha256", 1L << 40);

        await get.GetCompleteAsync(4);
        get.Check(get.Server.Log.BytesSentOf(GetFixture.Remote + ".sha256") == 0, "A companion of a TiB was fetched.");
    }

    [Theory]
    [Each(true, false)]
    public async Task The_hash_that_was_given_decides(bool isRight)
    {
        await using var get = Fixture(VerifyMode.Auto, LoopbackFeatures.None);
        var given = isRight ? get.Server.Files.Sha256Of(GetFixture.Remote) : WrongSha256;
        get.Adjust = request => request with { Verify = Verification.By(new GivenDigest(HashKind.Sha256, given)) };

        await get.GetAsync(4);

        if (!isRight)
        {
            get.AssertNothingPublished(FailureKind.Verification, "does not match", given);
            return;
        }
        await get.AssertIsCompleteAsync();
        Assert.Equal("the given SHA-256", get.Result.VerifiedBy);
        Assert.Equal(given, get.Result.Sha256);
    }

    [Fact]
    public async Task A_long_file_is_hashed_during_the_download_and_again_where_bytes_are_fetched_again()
    {
        // A shorter file is hashed at its end only.
        await using var get = Fixture(VerifyMode.Auto, LoopbackFeatures.None, new LinkShape { BytesPerSecond = 80_000_000 }, Fault.OnRetr(3).ResetAfter(1 << 20));
        get.Server.Files.AddSynthetic(GetFixture.Remote, OrderPolicy.Least);
        var given = get.Server.Files.Sha256Of(GetFixture.Remote);
        get.Adjust = request => request with { Verify = Verification.By(new GivenDigest(HashKind.Sha256, given)) };

        await get.GetCompleteDespiteAsync("RETR", 4);
        Assert.Equal(given, get.Result.Sha256);
    }

    [Theory]
    [Each(1 << 20, OrderPolicy.Least)]
    public async Task A_SHA256_that_no_verification_needs_is_computed_where_it_is_wanted(long length)
    {
        await using var get = Fixture(VerifyMode.None, LoopbackFeatures.None);
        get.Server.Files.AddSynthetic(GetFixture.Remote, length);
        get.Adjust = request => request with { Verify = new Verification(VerifyMode.None), WithSha256 = true };
        await get.GetCompleteAsync(4);
        Assert.Equal((get.Server.Files.Sha256Of(GetFixture.Remote), Assurance.Consistency), (get.Result.Sha256, get.Result.Assurance));
    }

    [Fact]
    public async Task The_verification_of_an_item_precedes_that_of_the_request()
    {
        await using var get = Fixture(VerifyMode.Always, LoopbackFeatures.None);
        var verify = Verification.By(new GivenDigest(HashKind.Sha256, WrongSha256) { List = "SUMS" });
        await get.GetAsync(4, get.Item() with { Verify = verify });
        get.AssertNothingPublished(FailureKind.Verification, "does not match the SHA-256 in SUMS (expected " + WrongSha256, get.Server.Files.Sha256Of(GetFixture.Remote));
    }

    [Fact]
    public async Task A_session_that_dies_while_it_hashes_costs_a_retry()
    {
        await using var get = Fixture(VerifyMode.Always, LoopbackFeatures.Hash, Fault.OnCommand("HASH", nth: 1).CloseControl(CloseKind.Reset));

        await get.GetCompleteDespiteAsync("HASH answered by closing", 4);
    }

    private static string Digest(GetFixture get, string suffix) =>
        ContentDigest.Compute(get.Server.Files[GetFixture.Remote].Content, suffix == ".md5" ? "MD5" : "SHA-256", 0, Length);

    private static GetFixture Fixture(VerifyMode mode, LoopbackFeatures hashes, params Fault[] faults) => Fixture(mode, hashes, GetFixture.Capped, faults);

    private static GetFixture Fixture(VerifyMode mode, LoopbackFeatures hashes, LinkShape shape, params Fault[] faults) => Fixture(mode, hashes, shape, LoopbackFeatures.None, faults);

    private static GetFixture Fixture(VerifyMode mode, LoopbackFeatures hashes, LinkShape shape, LoopbackFeatures missing, params Fault[] faults)
    {
        var get = new GetFixture(new LoopbackOptions { Shaping = shape, Features = (LoopbackFeatures.Usual & ~missing) | hashes, Faults = FaultPlan.Of(faults) });
        get.Server.Files.AddSynthetic(GetFixture.Remote, Length);
        get.Adjust = request => request with { Verify = new Verification(mode) };
        return get;
    }
}
