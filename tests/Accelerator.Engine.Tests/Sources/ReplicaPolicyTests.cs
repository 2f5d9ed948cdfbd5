namespace Accelerator.Engine.Tests.Sources;

/// <summary>The evidence that a further source holds the same file.</summary>
public sealed class ReplicaPolicyTests
{
    private const string Digest = "00ff";

    [Theory]
    [InlineData("XSHA256", "XSHA256", null, null, nameof(ReplicaStep.AskHash))]
    [InlineData("XSHA256", "XSHA256", Digest, null, nameof(ReplicaStep.AskHash))]
    [InlineData("XSHA256", "XSHA256", null, Digest, nameof(ReplicaStep.AskHash))]
    [InlineData("XSHA256", "XSHA256", Digest, Digest, nameof(ReplicaStep.Admit))]
    [InlineData("XSHA256", "XSHA256", Digest, "00FF", nameof(ReplicaStep.Admit))]
    [InlineData("XSHA256", "XSHA256", Digest, "00fe", nameof(ReplicaStep.Refuse))]
    [InlineData("XSHA256", "HASH SHA-256*;MD5", Digest, Digest, nameof(ReplicaStep.Admit))]
    [InlineData("XMD5", "XSHA256", null, null, nameof(ReplicaStep.Refuse))]
    [InlineData("XMD5", "", null, null, nameof(ReplicaStep.Refuse))]
    [InlineData("", "XMD5", null, null, nameof(ReplicaStep.Refuse))]
    [InlineData("", "", null, null, nameof(ReplicaStep.Refuse))]
    [InlineData(null, "XMD5", null, null, nameof(ReplicaStep.Wait))]
    public void Equal_sizes_and_one_hash_of_both_are_proof(string? primary, string replica, string? one, string? other, string step) =>
        Assert.Equal(step, ReplicaPolicy.Judge(Evidence(primary, replica, one, other)).Step.ToString());

    [Theory]
    [InlineData("", "", null, null, nameof(ReplicaStep.AdmitOnTrust))]
    [InlineData("XMD5", "XSHA256", null, null, nameof(ReplicaStep.AdmitOnTrust))]
    [InlineData("XSHA256", "XSHA256", null, null, nameof(ReplicaStep.AskHash))]
    [InlineData("XSHA256", "XSHA256", Digest, "00fe", nameof(ReplicaStep.Refuse))]
    [InlineData(null, "", null, null, nameof(ReplicaStep.Wait))]
    public void Trust_counts_only_where_no_hash_does(string? primary, string replica, string? one, string? other, string step) =>
        Assert.Equal(step, ReplicaPolicy.Judge(Evidence(primary, replica, one, other) with { IsTrusted = true }).Step.ToString());

    [Theory]
    [InlineData(true, nameof(ReplicaStep.AdmitOnDigest))]
    [InlineData(false, nameof(ReplicaStep.Refuse))]
    public void A_given_digest_replaces_the_server_hash(bool isGiven, string step) =>
        Assert.Equal(step, ReplicaPolicy.Judge(Evidence("", "") with { HasDigest = isGiven }).Step.ToString());

    [Theory]
    [InlineData(99L, "99")]
    [InlineData(101L, "101")]
    [InlineData(null, "does not report the size")]
    public void A_different_size_is_refused_despite_all_other_evidence(long? size, string words)
    {
        var facts = Evidence("XSHA256", "XSHA256").Facts!;
        var evidence = Evidence("XSHA256", "XSHA256", Digest, Digest) with { IsTrusted = true, HasDigest = true, Facts = facts with { Identity = facts.Identity with { Size = size } } };

        var verdict = ReplicaPolicy.Judge(evidence);

        Assert.Equal(ReplicaStep.Refuse, verdict.Step);
        Assert.Contains(words, verdict.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void A_different_time_does_not_matter() =>
        Assert.Equal(ReplicaStep.Admit, ReplicaPolicy.Judge(Evidence("XMD5", "XMD5") with { PrimaryDigests = Digests(HashKind.Md5, Digest), Digests = Digests(HashKind.Md5, Digest) }).Step);

    [Fact]
    public void Nothing_is_decided_before_the_replica_was_asked() => Assert.Equal(ReplicaStep.Wait, ReplicaPolicy.Judge(Evidence("", "") with { Facts = null, IsTrusted = true }).Step);

    [Theory]
    [InlineData("XCRC,XMD5,XSHA1,XSHA256", "XMD5,XCRC,XSHA1", HashKind.Sha1)]
    [InlineData("HASH CRC32;MD5", "XCRC,XMD5", HashKind.Md5)]
    [InlineData("HASH SHA-512;SHA-256", "HASH SHA-512", HashKind.Sha512)]
    [InlineData("XCRC", "XCRC", HashKind.Crc32)]
    public void The_strongest_common_hash_is_asked_for(string primary, string replica, HashKind kind) =>
        Assert.Equal(kind, ReplicaPolicy.Judge(Evidence(primary, replica)).Hash);

    [Fact]
    public void A_hash_that_one_of_them_does_not_give_leads_to_the_next_and_at_last_to_none()
    {
        var evidence = Evidence("XSHA256,XMD5", "XSHA256,XMD5");

        Assert.Equal(HashKind.Md5, ReplicaPolicy.Judge(evidence with { Unusable = new HashSet<HashKind> { HashKind.Sha256 } }).Hash);
        Assert.Equal(ReplicaStep.Refuse, ReplicaPolicy.Judge(evidence with { Unusable = new HashSet<HashKind> { HashKind.Sha256, HashKind.Md5 } }).Step);
    }

    [Theory]
    // Modified at both, samples at both, unusable, trusted: step.
    [InlineData("1", "1", null, null, false, false, nameof(ReplicaStep.AskSamples))]
    [InlineData("1", "1", "a", null, false, true, nameof(ReplicaStep.AskSamples))]
    [InlineData("1", "1", "a", "a", false, false, nameof(ReplicaStep.AdmitOnSamples))]
    [InlineData("1", "1", "a", "b", false, false, nameof(ReplicaStep.Refuse))]
    [InlineData("1", "1", "a", "b", false, true, nameof(ReplicaStep.Refuse))]
    [InlineData("1", "2", "a", "a", false, false, nameof(ReplicaStep.Refuse))]
    [InlineData("1", "2", null, null, false, true, nameof(ReplicaStep.AdmitOnTrust))]
    [InlineData(null, null, "a", "a", false, false, nameof(ReplicaStep.Refuse))]
    [InlineData("1", "1", null, null, true, false, nameof(ReplicaStep.Refuse))]
    [InlineData("1", "1", null, null, true, true, nameof(ReplicaStep.AdmitOnTrust))]
    public void Another_address_is_the_same_host_after_equal_size_time_and_samples(
        string? one, string? other, string? samples, string? others, bool areUnusable, bool isTrusted, string step)
    {
        var evidence = Evidence("", "");
        var facts = evidence.Facts! with { Identity = evidence.Facts.Identity with { Modified = other } };

        Assert.Equal(step, ReplicaPolicy.Judge(evidence with
        {
            IsOtherAddress = true, Facts = facts, Modified = one, PrimarySamples = samples, Samples = others, AreSamplesUnusable = areUnusable, IsTrusted = isTrusted,
        }).Step.ToString());
    }

    [Fact]
    public void Another_address_with_a_hash_or_a_given_digest_is_judged_as_a_replica_is()
    {
        Assert.Equal(ReplicaStep.Refuse, ReplicaPolicy.Judge(Evidence("XSHA256", "XSHA256", Digest, "00fe") with { IsOtherAddress = true, Modified = "20260101000000", PrimarySamples = "a", Samples = "a" }).Step);
        Assert.Equal(ReplicaStep.AdmitOnDigest, ReplicaPolicy.Judge(Evidence("", "") with { IsOtherAddress = true, HasDigest = true }).Step);
    }

    [Theory]
    [InlineData(1L, 1)]
    [InlineData(65_536L, 65_536)]
    [InlineData(1L << 40, 65_536)]
    public void Samples_lie_in_the_file_and_the_last_one_ends_with_it(long size, int length)
    {
        var samples = HostSamples.Choose(size, new Random(1));

        Assert.Equal(HostSamples.Most, samples.Count);
        Assert.All(samples, sample => Assert.True(sample.Start >= 0 && sample.End <= size && sample.Length == length));
        Assert.Equal(size, samples[^1].End);
    }

    private static ReplicaEvidence Evidence(string? primary, string replica, string? one = null, string? other = null) => new()
    {
        Primary = "ftp://a.example/f",
        Size = 100,
        PrimaryFeatures = primary is null ? null : Features(primary),
        Facts = new ReplicaFacts(new RemoteIdentity("b.example:21", "f", 100, "20260101000000"), Features(replica)),
        PrimaryDigests = Digests(HashKind.Sha256, one),
        Digests = Digests(HashKind.Sha256, other),
    };

    private static Dictionary<HashKind, string> Digests(HashKind kind, string? digest) => digest is null ? [] : new() { [kind] = digest };

    private static FtpFeatures Features(string list) => FtpFeatures.Read(new FtpReply(211, ["Features:", .. list.Split(',').Select(feature => $" {feature}"), "End"]));
}
